import FlipcashCore
import FlipcashWallet

/// Finds the token that an argument means among those that are held (client specification §12.3).
enum TokenChoice {
    /// - Throws: `CommandFailure`: exit 65 when several match, 5 when none is held.
    static func balance(_ token: TokenArgument, among balances: [StoredBalance]) throws(CommandFailure) -> StoredBalance
    {
        let matches = balances.filter { TokenView($0).answers(to: token) }
        guard let match = matches.first else { throw notHeld(token) }
        guard matches.count == 1 else {
            let list = matches.map { TokenView($0) }.map { "\($0.mint.base58) \($0.displayName) \($0.symbol)" }
            throw .badInput(
                "\"\(DisplayText.sanitized(token.text))\" means several tokens; name one by its mint:\n"
                    + list.joined(separator: "\n"), code: "ambiguous_token")
        }
        return match
    }

    /// Nothing is held of a token.
    static func notHeld(_ token: TokenArgument) -> CommandFailure {
        CommandFailure(
            "no_balance", .notPossible,
            "You hold nothing that is called \"\(DisplayText.sanitized(token.text))\". See: flipcash balance --all")
    }
}
