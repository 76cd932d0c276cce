import FlipcashCore
import FlipcashWallet

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A swap as it is shown.
struct SwapView: Sendable {
    let id: SwapID
    /// What it does: `buy`, `sell`, `convert` or `launch`.
    let kind: String
    /// The state that the service reports, or that follows from the journal.
    let state: SwapState
    /// What is paid, with its amount.
    let from: TokenView
    /// What is received. The amount is known when the trade is quoted, else zero.
    let to: TokenView
    /// The amount in the currency that it was entered in; nil for a swap that was started elsewhere.
    let amount: FiatAmount?
    /// When it was started; nil for a swap that was started elsewhere.
    let started: Instant?

    /// Whether the swap has ended.
    var isOver: Bool { state.isFinal }

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "swap")
        document["id"] = .string(id.base58)
        document["kind"] = .string(kind)
        document["state"] = .string(state.name)
        document["from"] = from.value
        document["to"] = to.quarks > 0 ? to.value : to.identity
        document["amount"] = amount.map(money.value)
        document["date"] = started.map { .string(TimeText.rfc3339($0)) }
        return document
    }

    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Swap", "\(from.displayName) → \(to.displayName)"), ("State", state.meaning)]
        facts.append(
            ("Pays", "\(TokenView.decimal(quarks: from.quarks, decimals: from.mint.mintDecimals)) \(from.unit)"))
        if let amount { facts.append(("Amount", money.text(amount))) }
        if let started { facts.append(("Started", TimeText.local(started))) }
        facts.append(("Id", id.base58))
        return facts
    }

    /// What to do next; nil if the swap has ended well.
    var advice: String? {
        switch state {
        case .created:
            "It was never paid. To pay it now: flipcash swap resume \(id.base58) (otherwise it lapses, and no money moves)"
        case .funding, .funded, .submitting, .cancelling: "To wait for its end: flipcash swap resume \(id.base58)"
        case .failed: "The service could not return the money. Ask its operator, and name this id."
        case .finalized, .cancelled: nil
        }
    }
}

extension SwapView {
    init(_ swap: ListedSwap, from: TokenView, to: TokenView) {
        id = swap.id
        kind = swap.record?.kind.rawValue ?? (from.mint == .usdf ? "buy" : to.mint == .usdf ? "sell" : "convert")
        state = swap.metadata?.state ?? swap.record.map { SwapState(journal: $0.state) } ?? .created
        self.from = from
        self.to = to
        amount = swap.record.flatMap { FiatAmount($0.native) }
        started = swap.record?.created
    }
}

extension SwapState {
    /// The state that follows from the journal alone.
    init(journal state: SwapRecord.State) {
        self =
            switch state {
            case .starting: .created
            case .funding: .funding
            case .running: .submitting
            case .done: .finalized
            case .returned, .failed: .cancelled
            case .stuck: .failed
            }
    }

    /// The name in JSON.
    var name: String {
        switch self {
        case .created: "created"
        case .funding: "funding"
        case .funded: "funded"
        case .submitting: "submitting"
        case .finalized: "finalized"
        case .failed: "failed"
        case .cancelling: "cancelling"
        case .cancelled: "cancelled"
        }
    }

    /// The state for people.
    var meaning: String {
        switch self {
        case .created: "waits for its payment"
        case .funding: "paid, waiting for confirmation"
        case .funded: "paid"
        case .submitting: "being carried out"
        case .finalized: "done"
        case .failed: "failed, money not returned"
        case .cancelling: "cancelled, money on its way back"
        case .cancelled: "cancelled, no money spent"
        }
    }
}

extension FiatAmount {
    /// An amount of the journal; nil for a currency that this program does not know.
    init?(_ amount: JournalAmount) {
        guard let currency = CurrencyCode(rawValue: amount.currency), let value = Decimal(plainText: amount.value)
        else {
            return nil
        }
        self.init(value: value, currency: currency)
    }
}

extension TokenView {
    /// The token without an amount.
    var identity: OutputValue {
        .fields([
            "mint": .string(mint.base58),
            "symbol": symbol.isEmpty ? nil : .string(symbol),
            "name": name.isEmpty ? nil : .string(name),
            "decimals": .integer(Int64(mint.mintDecimals)),
        ])
    }

    /// The word after a number of tokens.
    var unit: String { mint == .usdf || symbol.isEmpty ? displayName : symbol }
}
