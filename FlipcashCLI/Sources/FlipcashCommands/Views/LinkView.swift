import FlipcashCore

/// A cash link as it is shown.
struct LinkView: Sendable {
    /// Whether the link still holds the money.
    enum State: String, Sendable {
        case unclaimed
        case claimed
        case expired
        case cancelled
        case unknown
    }

    /// The link itself. Anyone who has it can take the money. Set only for links that were made here or entered by the
    /// person.
    let url: String?
    /// The id of the payment that funded it, as in the history; nil for links that other people made.
    let id: IntentID?
    let vault: PublicKey
    let amount: FiatAmount
    let token: TokenView
    let state: State
    let isMine: Bool
    let expires: Instant?

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "link")
        document["url"] = url.map(OutputValue.string)
        document["id"] = id.map { .string($0.base58) }
        document["vault"] = .string(vault.base58)
        document["amount"] = money.value(amount)
        document["token"] = token.value
        document["state"] = .string(state.rawValue)
        document["mine"] = .boolean(isMine)
        document["expires_at"] = expires.map { .string(TimeText.rfc3339($0)) }
        return document
    }

    /// When the cash returns if it is not collected; empty if the link no longer holds it.
    var returnText: String {
        guard let expires, state == .unclaimed || state == .unknown else { return "" }
        return TimeText.local(expires)
    }

    /// The message to send: the amount, a space, the link (client specification §8.4).
    func shareText(_ money: MoneyText) -> String? { url.map { shareText(url: $0, money) } }

    /// The same message with another form of the link.
    func shareText(url: String, _ money: MoneyText) -> String { "\(money.text(amount)) \(url)" }

    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Amount", money.text(amount, of: token)), ("State", state.rawValue)]
        facts.append(("Made by", isMine ? "you" : "somebody else"))
        if !returnText.isEmpty { facts.append(("Returns", returnText)) }
        facts.append(id.map { ("Id", $0.base58) } ?? ("Vault", vault.base58))
        return facts
    }

    /// The id by which commands find the link, as in the history.
    var name: String { id?.base58 ?? vault.base58 }
}

extension LinkView {
    /// The same link in another state.
    func with(state: State) -> LinkView {
        LinkView(
            url: url, id: id, vault: vault, amount: amount, token: token, state: state, isMine: isMine,
            expires: expires)
    }
}
