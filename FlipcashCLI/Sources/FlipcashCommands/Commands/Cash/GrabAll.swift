import FlipcashCore

/// Collects several scanned bills, one after the other; one that is gone does not keep the others back.
struct GrabAll: Sendable {
    let bills: ScannedBills
    let wallet: any WalletAccess
    let money: MoneyText
    let call: Invocation

    /// - Throws: `CommandFailure` of the first bill that was not collected, with what was received in its details.
    func run() async throws {
        var received: [OutputObject] = []
        var failures: [CommandFailure] = []
        for bill in bills.all {
            do {
                let transfer = try await GrabCommand.grab(bill.cash, wallet, call).transfer
                received.append(transfer.document(money))
                if call.printer.mode == .human { transfer.print(to: call.printer, money) }
                call.printer.event(transfer.document(money))
            } catch {
                let failure = CommandFailure(describing: error)
                failures.append(failure)
                if bills.all.count > 1 {
                    call.printer.warning(
                        "\(bill.path.map { DisplayText.sanitized($0) + ": " } ?? "")\(failure.message)")
                }
            }
            try Task.checkCancellation()
        }
        guard let failure = failures.first(where: { $0.status == .outcomeUnknown }) ?? failures.first else {
            var document = OutputObject(schema: "grabbed")
            document["received"] = .array(received.map(OutputValue.object))
            if call.printer.mode == .json { call.printer.answer(document) { _ in } }
            return
        }
        var details = failure.details
        details["received"] = .array(received.map(OutputValue.object))
        let count = bills.all.count
        throw failure.with(
            message: count == 1
                ? failure.message : "\(failures.count) of \(count) bills could not be collected. \(failure.message)",
            details: details)
    }
}
