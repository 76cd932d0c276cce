import FlipcashCore
import FlipcashWallet

/// Where a withdrawal goes, and what that costs.
struct WithdrawalTerms: Sendable, Hashable {
    let destination: PaymentDestination
    let quote: WithdrawalQuote

    /// What arrives of `cash`, in tokens.
    ///
    /// - Throws: `MoneyError`.
    func arriving(of cash: PreparedCash) throws(MoneyError) -> TokenView {
        let net = try quote.transfer(of: cash.pinned.amount)
        return cash.token.with(quarks: net.quarks)
    }
}

extension PaymentDestination {
    /// What the address is, for a person who checks it before paying.
    var remark: String {
        switch kind {
        case .user: "the wallet of a person here"
        case .tokenAccount: "a token account"
        case .owner: creationFee == nil ? "owner of a token account" : "owner; its token account will be created"
        }
    }

    var value: OutputValue {
        let kind: String =
            switch self.kind {
            case .user: "user"
            case .tokenAccount: "token_account"
            case .owner: "owner"
            }
        return .fields([
            "address": .string(address.base58), "kind": .string(kind), "account": .string(account.base58),
            "creates_account": .boolean(creationFee != nil),
        ])
    }
}

extension TokenView {
    /// The same token with another amount.
    func with(quarks: UInt64) -> TokenView { TokenView(mint: mint, symbol: symbol, name: name, quarks: quarks) }
}
