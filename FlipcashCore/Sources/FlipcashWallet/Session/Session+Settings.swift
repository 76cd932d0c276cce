public import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.session")

extension Session {
    /// Sends the user's locale and display currency to the core API, which uses them for messages (client
    /// specification §2.5).
    ///
    /// Best effort: a service without settings is not an error.
    ///
    /// - Returns: whether the service accepted the settings.
    @discardableResult
    public func updateSettings() async -> Bool {
        do throws(SettingsUpdateError) {
            try await flipClient.updateSettings(owner: owner, locale: options.locale, region: rates.balanceCurrency)
            return true
        } catch {
            logger.info("the service did not accept the settings", metadata: ["reason": "\(error)"])
            return false
        }
    }

    /// Sets the currency that balances are shown in, stores it, and sends it to the core API.
    public func setBalanceCurrency(_ currency: CurrencyCode) async {
        guard currency != rates.balanceCurrency else { return }
        await environment.tasks.performBlocking { rates.balanceCurrency = currency }
        await updateSettings()
    }
}
