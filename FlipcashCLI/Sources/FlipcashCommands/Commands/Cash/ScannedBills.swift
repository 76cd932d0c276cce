import CodeScanner
import FlipcashCore

/// The bills that a person scanned, each once, in the order in which they were found.
struct ScannedBills: Sendable {
    /// A bill and where it was seen.
    struct Bill: Sendable {
        /// The picture; nil for a payload that was given as digits.
        let path: String?
        let cash: CashCode.Payload
    }

    let first: Bill
    private let others: [Bill]

    var all: [Bill] { [first] + others }

    /// Reads pictures, or takes a payload as it stands.
    ///
    /// - Throws: `CommandFailure` when there is no code, or one that belongs to no bill.
    init(image: [String], payload: HexArgument?, all: Bool, confirm: Int) throws {
        if let payload {
            first = Bill(path: nil, cash: try Self.cash(payload.bytes))
            others = []
            return
        }
        guard all else {
            let finding = try PictureReader.first(in: image, readings: confirm)
            first = Bill(path: finding.path, cash: try Self.cash(finding.code.payload))
            others = []
            return
        }
        let findings = try PictureReader.confirmed(in: image, readings: confirm)
        // Other codes may lie beside the bills; only when there is nothing else do they deserve a word.
        let bills = findings.compactMap { finding in
            (try? Self.cash(finding.code.payload)).map { Bill(path: finding.path, cash: $0) }
        }
        guard let first = bills.first else { throw Self.notABill }
        self.first = first
        others = Array(bills.dropFirst())
    }

    /// Says what would be asked for.
    func describe(_ money: MoneyText, _ printer: Printer, asList: Bool) {
        let descriptions = all.map { CodeDescription(payload: $0.cash.bytes) }
        guard asList else {
            return printer.answer(descriptions[0].document(money)) { $0.facts(descriptions[0].facts(money)) }
        }
        let objects = descriptions.map { $0.document(money) }
        var document = OutputObject(schema: "codes")
        document["codes"] = .array(objects.map(OutputValue.object))
        printer.answer(list: objects, document: document) { printer in
            for (index, description) in descriptions.enumerated() {
                if index > 0 { printer.line() }
                printer.facts(description.facts(money))
            }
        }
    }

    private static func cash(_ bytes: [UInt8]) throws(CommandFailure) -> CashCode.Payload {
        switch ScannedPayload(bytes) {
        case .cash(let cash): return cash
        case .tip: throw .badInput("This is the code of a tip card, not of a bill.", code: "not_a_bill")
        case nil: throw notABill
        }
    }

    private static let notABill = CommandFailure.badInput("This code is not one of a bill.", code: "not_a_bill")
}
