import FlipcashCore
import FlipcashWallet

/// Who gets a deposit.
enum DepositOwner {
    /// The owner named, or the current account's, which is made on a first use.
    ///
    /// - Throws: `CommandFailure` for an address that is none.
    static func resolve(_ text: String?, data: String?, _ call: Invocation) async throws -> PublicKey {
        if let text {
            guard let owner = try? PublicKey(base58: text) else {
                throw CommandFailure.badInput(
                    "\"\(DisplayText.sanitized(text))\" is not an address: 32 bytes in base58 are expected.",
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
