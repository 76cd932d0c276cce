import FlipcashCore
import FlipcashWallet

/// Finds the owner who gets a deposit.
enum DepositOwner {
    /// The named owner, or the current account's owner. Creates the account on a first use.
    ///
    /// - Throws: `CommandFailure` for an invalid address.
    static func resolve(_ text: String?, data: String?, _ call: Invocation) async throws -> PublicKey {
        if let text {
            guard let owner = try? PublicKey(base58: text) else {
                throw CommandFailure.badInput(
                    "\"\(DisplayText.sanitized(text))\" is not an address. Use 32 bytes in base58.",
                    code: "bad_address")
            }
            return owner
        }
        if call.options.wordsSource != nil { return try await call.withWallet { wallet in wallet.owner } }
        let manager = try call.accountManager()
        if let account = try call.selectedAccount(manager) { return account.owner }
        guard data == nil else { throw KeyStoreFailure.notLoggedIn }
        return try await call.withWallet { wallet in wallet.owner }
    }
}
