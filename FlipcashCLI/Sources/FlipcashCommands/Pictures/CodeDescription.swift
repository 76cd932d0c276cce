import CodeScanner
import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a code means, from its bytes alone.
struct CodeDescription {
    let payload: [UInt8]
    let content: ScannedPayload?

    init(payload: [UInt8]) {
        self.payload = payload
        content = ScannedPayload(payload)
    }

    /// The payload's kind as JSON names it.
    var kind: String {
        switch content {
        case .cash(let cash):
            switch cash.kind {
            case .cash: "cash"
            case .multiMint: "multi_mint_cash"
            }
        case .tip: "tip"
        case nil: "unknown"
        }
    }

    /// The amount that is written into a bill. It is not verified.
    var amount: FiatAmount? {
        if case .cash(let cash) = content { cash.unverifiedAmount } else { nil }
    }

    /// The public key of the bill's channel.
    var rendezvous: PublicKey? {
        if case .cash(let cash) = content { cash.rendezvous.publicKey } else { nil }
    }

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "code")
        document["payload"] = .string(Hexadecimal.encode(payload))
        document["kind"] = .string(kind)
        document["amount"] = amount.map(money.value)
        document["rendezvous"] = rendezvous.map { .string($0.base58) }
        if case .tip(let tip) = content { document["user_id"] = .string(tip.userID.uuidString.lowercased()) }
        return document
    }

    /// Label and value of each fact, for people.
    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Kind", kind.replacingUnderscores), ("Payload", Hexadecimal.encode(payload))]
        if let amount { facts.append(("Amount", "\(money.text(amount)) (as written, not checked)")) }
        if let rendezvous { facts.append(("Rendezvous", rendezvous.base58)) }
        if case .tip(let tip) = content { facts.append(("User", tip.userID.uuidString.lowercased())) }
        return facts
    }
}

extension String {
    /// The name of a JSON enumeration value as words.
    var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
