import FlipcashCore

/// Shows cash that has just been received as a new bill (payment specification §14.7).
struct PassingOn: Sendable {
    let options: BillShowOptions
    let grabbed: GrabbedCash
    let wallet: any WalletAccess
    let money: MoneyText
    let call: Invocation

    /// - Throws: `CommandFailure`, with the received cash in its details.
    func run() async throws {
        let received = grabbed.transfer.document(money)
        if call.printer.mode == .human { grabbed.transfer.print(to: call.printer, money) }
        call.printer.event(received)
        do {
            let cash = try await wallet.prepare(passingOn: grabbed)
            let bill = try await wallet.showBill(cash)
            let end = try await GiveSession(options: options, call: call, money: money, cash: cash, bill: bill).run()
            finish(end, received)
            if case .link = end.outcome {
                try call.noteOwnNode()
                await wallet.refresh()
            }
        } catch {
            let failure = CommandFailure(describing: error)
            var details = failure.details
            details["received"] = .object(received)
            let message =
                failure.isBareCancellation
                ? "Stopped. The cash that was received is in your wallet." : failure.message
            throw failure.with(message: message, details: details)
                .afterEffect(call.printer.mode == .json ? received : nil)
        }
    }

    /// Taking the bill back is not a failure: the scanned cash has been received.
    private func finish(_ end: GiveSession.End, _ received: OutputObject) {
        var document = received
        let passedOn: OutputObject?
        switch end.outcome {
        case .given(var transfer):
            transfer.files = end.files
            passedOn = transfer.document(money)
            if call.printer.mode == .human { transfer.print(to: call.printer, money) }
        case .link(let link):
            passedOn = link.document(money)
            if call.printer.mode == .human, let url = link.url {
                call.printer.line(call.printer.link(url))
            }
        case .takenBack, .notScannedInTime:
            passedOn = nil
            call.printer.hint("The bill was taken back. The cash is in your wallet.")
        }
        if let passedOn { call.printer.event(passedOn) }
        document["passed_on"] = passedOn.map(OutputValue.object)
        if call.printer.mode == .json { call.printer.answer(document) { _ in } }
    }
}
