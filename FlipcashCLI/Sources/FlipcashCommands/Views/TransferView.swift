import FlipcashCore

/// A finished transfer as it is shown.
struct TransferView: Sendable {
    enum Direction: Sendable {
        case gave
        case received
    }

    let direction: Direction
    let id: IntentID
    let amount: FiatAmount
    let token: TokenView
    /// Files that were written during the transfer.
    var files: [String] = []

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: direction == .gave ? "transfer" : "received")
        document["id"] = .string(id.base58)
        document["state"] = .string("done")
        document["sign"] = .string(direction == .gave ? "-" : "+")
        document["amount"] = money.value(amount)
        document["token"] = token.value
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        return document
    }

    func print(to printer: Printer, _ money: MoneyText) {
        switch direction {
        case .gave: printer.line("Gave \(money.text(amount, of: token))", .negative)
        case .received: printer.line("Received \(money.text(amount, of: token))", .positive)
        }
    }
}
