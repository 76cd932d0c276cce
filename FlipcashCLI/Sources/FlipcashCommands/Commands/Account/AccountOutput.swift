import FlipcashCore
import FlipcashWallet

extension OutputObject {
    /// An account as JSON.
    init(_ account: AccountSummary) {
        self.init(schema: "account")
        self["owner"] = .string(account.owner.base58)
        self["label"] = .string(account.label)
        self["user_id"] = account.userID.map { .string($0.text) }
        self["number"] = .integer(Int64(account.number))
        self["current"] = .boolean(account.isCurrent)
        self["created"] = .string(TimeText.rfc3339(account.created))
        self["last_seen"] = .string(TimeText.rfc3339(account.lastSeen))
    }

    /// An account with the state that the service reported.
    init(_ account: AccountSummary, standing: AccountStanding?, _ money: MoneyText) {
        self.init(account)
        self["found"] = standing?.isKnown.map(OutputValue.boolean)
        self["balance"] = standing?.balance.map(money.value)
    }
}

extension Printer {
    /// Prints one account for people.
    func account(_ account: AccountSummary) {
        line("\(DisplayText.sanitized(account.label))  \(account.owner.base58)")
    }
}
