import CodeCurves
import CodeScanner
import CodeScannerIO
import FlipcashCore

/// Something that cash can be collected from.
enum CashSource: Sendable {
    /// A bill, which must be on show.
    case bill(CashCode.Payload)
    /// A cash link.
    case link(Mnemonic)
}

extension CashSource {
    /// A source and the picture it was seen in.
    struct Finding: Sendable {
        let source: CashSource
        /// Nil for what was given as text.
        let path: String?
    }

    /// What a text on the command line means: a cash link, the digits of a payload, or else the name of a picture.
    ///
    /// - Throws: `CommandFailure` for a link that carries no cash; the text is not repeated.
    init?(text: String, hosts: LinkHosts) throws(CommandFailure) {
        if let bytes = HexArgument(argument: text)?.bytes, bytes.count == CashCode.Payload.byteCount {
            self = .bill(try Self.payload(ofBill: bytes))
            return
        }
        guard text.contains("://") || (try? Mnemonic(entropyBase58: text)) != nil else { return nil }
        self = .link(try CashLinkSecret.read(text, hosts: hosts))
    }

    /// Equal for everything that carries the same cash, however it was written.
    var identity: Hash {
        switch self {
        case .bill(let payload): Hash(sha256: payload.bytes)
        case .link(let secret): secret.entropy.withUnsafeBytes { Hash(sha256: $0) }
        }
    }

    /// The bill of a payload.
    ///
    /// - Throws: `CommandFailure` when it belongs to no bill.
    static func payload(ofBill bytes: [UInt8]) throws(CommandFailure) -> CashCode.Payload {
        switch ScannedPayload(bytes) {
        case .cash(let cash): return cash
        case .tip: throw .badInput("This is the code of a tip card, not of a bill.", code: "not_a_bill")
        case nil: throw .badInput("This code is not one of a bill.", code: "not_a_bill")
        }
    }

    /// What a person sees of it before anything is asked for.
    func description(_ money: MoneyText) -> (document: OutputObject, facts: [(String, String)]) {
        switch self {
        case .bill(let payload):
            let description = CodeDescription(payload: payload.bytes)
            return (description.document(money), description.facts(money))
        case .link:
            var document = OutputObject(schema: "code")
            document["kind"] = .string("cash_link")
            return (document, [("Kind", "cash link")])
        }
    }
}
