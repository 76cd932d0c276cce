public import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.session")

extension Session {
    /// Tells the core service the person's locale and display currency, which it writes messages in (client
    /// specification §2.5).
    ///
    /// Nothing depends on it: a service that does not offer settings is left alone.
    ///
    /// - Returns: whether the service has taken them.
    @discardableResult
    public func updateSettings() async -> Bool {
        do throws(SettingsUpdateError) {
            try await flipClient.updateSettings(owner: owner, locale: options.locale, region: rates.balanceCurrency)
            return true
        } catch {
            logger.info("the settings were not taken", metadata: ["reason": "\(error)"])
            return false
        }
    }

    /// Chooses the currency that balances are shown in, remembers it, and tells the core service.
    public func setBalanceCurrency(_ currency: CurrencyCode) async {
        guard currency != rates.balanceCurrency else { return }
        rates.balanceCurrency = currency
        await updateSettings()
    }
}
