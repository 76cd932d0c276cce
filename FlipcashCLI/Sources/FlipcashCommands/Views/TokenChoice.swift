import FlipcashCore
import FlipcashWallet

/// Finds the held token that an argument names (client specification §12.3).
enum TokenChoice {
    /// - Throws: `CommandFailure`: exit 65 if several match, 5 if none is held.
    static func balance(_ token: TokenArgument, among balances: [StoredBalance]) throws(CommandFailure) -> StoredBalance
    {
        guard let match = try held(token, among: balances) else { throw notHeld(token) }
        return match
    }

    /// The held token that an argument names; nil if none does.
    ///
    /// - Throws: `CommandFailure`, exit 65, if several match.
    static func held(_ token: TokenArgument, among balances: [StoredBalance]) throws(CommandFailure) -> StoredBalance? {
        let matches = balances.filter { TokenView($0).answers(to: token) }
        guard matches.count <= 1 else {
            let list = matches.map { TokenView($0) }.map { "\($0.mint.base58) \($0.displayName) \($0.symbol)" }
            throw .badInput(
                "\"\(DisplayText.sanitized(token.text))\" matches several tokens. Use the mint of one of them:\n"
                    + list.joined(separator: "\n"), code: "ambiguous_token")
        }
        return matches.first
    }

    /// The failure for a token that is not held.
    static func notHeld(_ token: TokenArgument) -> CommandFailure {
        CommandFailure(
            "no_balance", .notPossible,
            "You have no token \"\(DisplayText.sanitized(token.text))\". List your tokens with: flipcash balance --all")
    }
}
