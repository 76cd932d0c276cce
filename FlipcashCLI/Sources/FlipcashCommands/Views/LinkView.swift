import FlipcashCore

/// A cash link as it is shown.
struct LinkView: Sendable {
    /// Whether the money is still there.
    enum State: String, Sendable {
        case unclaimed
        case claimed
        case expired
        case cancelled
        case unknown
    }

    /// The link itself, which is as good as the money; only for links made here or given by the person.
    let url: String?
    let vault: PublicKey
    let amount: FiatAmount
    let token: TokenView
    let state: State
    let isMine: Bool
    let expires: Instant?

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "link")
        document["url"] = url.map(OutputValue.string)
        document["vault"] = .string(vault.base58)
        document["amount"] = money.value(amount)
        document["token"] = token.value
        document["state"] = .string(state.rawValue)
        document["mine"] = .boolean(isMine)
        document["expires_at"] = expires.map { .string(TimeText.rfc3339($0)) }
        return document
    }

    /// What a person sends: the amount, a space, the link (client specification §8.4).
    func shareText(_ money: MoneyText) -> String? { url.map { shareText(url: $0, money) } }

    /// The same with the link as it is shown.
    func shareText(url: String, _ money: MoneyText) -> String { "\(money.text(amount)) \(url)" }

    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Amount", "\(money.text(amount)) of \(token.displayName)"), ("State", state.rawValue)]
        facts.append(("Made by", isMine ? "you" : "somebody else"))
        if let expires, state == .unclaimed { facts.append(("Returns", TimeText.local(expires))) }
        facts.append(("Id", vault.base58))
        return facts
    }
}

extension LinkView {
    /// The same link in another state.
    func with(state: State) -> LinkView {
        LinkView(url: url, vault: vault, amount: amount, token: token, state: state, isMine: isMine, expires: expires)
    }
}
