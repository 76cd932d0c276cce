import CodeCurves
import CodeScanner
import CodeScannerIO
import FlipcashCore

/// A bill or link that cash can be collected from.
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
        /// Nil if the source was given as text.
        let path: String?
    }

    /// Reads a cash link or the digits of a payload from the command line; nil for any other text, which names a
    /// picture.
    ///
    /// - Throws: `CommandFailure` for a link without cash; the text is not repeated.
    init?(text: String, hosts: LinkHosts) throws(CommandFailure) {
        if let bytes = HexArgument(argument: text)?.bytes, bytes.count == CashCode.Payload.byteCount {
            self = .bill(try Self.payload(ofBill: bytes))
            return
        }
        guard text.contains("://") || (try? Mnemonic(entropyBase58: text)) != nil else { return nil }
        self = .link(try CashLinkSecret.read(text, hosts: hosts))
    }

    /// The same for all forms of the same cash.
    var identity: Hash {
        switch self {
        case .bill(let payload): Hash(sha256: payload.bytes)
        case .link(let secret): secret.entropy.withUnsafeBytes { Hash(sha256: $0) }
        }
    }

    /// The bill of a payload.
    ///
    /// - Throws: `CommandFailure` if it is not the payload of a bill.
    static func payload(ofBill bytes: [UInt8]) throws(CommandFailure) -> CashCode.Payload {
        switch ScannedPayload(bytes) {
        case .cash(let cash): return cash
        case .tip:
            throw .badInput(
                "This is the code of a tip card, not of a bill. Use the picture of a bill.", code: "not_a_bill")
        case nil: throw .badInput("This is not the code of a bill. Use the picture of a bill.", code: "not_a_bill")
        }
    }

    /// The source as it is shown before anything is collected.
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
