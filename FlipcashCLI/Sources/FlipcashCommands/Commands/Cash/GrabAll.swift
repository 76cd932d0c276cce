import FlipcashCore

/// Collects several scanned bills and links, one after the other. If one fails, the others are still collected.
struct GrabAll: Sendable {
    let cash: ScannedCash
    let wallet: any WalletAccess
    let money: MoneyText
    let call: Invocation

    /// - Throws: the `CommandFailure` of the first one that was not collected, with the received cash in its details.
    func run() async throws {
        var received: [TransferView] = []
        var failures: [CommandFailure] = []
        for finding in cash.all {
            if Task.isCancelled { throw stopped(received, failures.last) }
            do {
                guard let transfer = try await collect(finding.source) else { continue }
                received.append(transfer)
                if call.printer.mode == .human { transfer.print(to: call.printer, money) }
                call.printer.event(transfer.document(money))
            } catch {
                let failure = CommandFailure(describing: error)
                failures.append(failure)
                if Task.isCancelled { throw stopped(received, failure) }
                if cash.all.count > 1 {
                    call.printer.warning(
                        "\(finding.path.map { DisplayText.sanitized($0) + ": " } ?? "")\(failure.message)")
                }
            }
        }
        guard let failure = failures.first(where: { $0.status == .outcomeUnknown }) ?? failures.first else {
            if call.printer.mode == .json { call.printer.answer(document(received)) { _ in } }
            return
        }
        let count = cash.all.count
        throw telling(
            failure, received,
            message: count == 1
                ? failure.message : "\(failures.count) of \(count) could not be collected. \(failure.message)")
    }

    /// The failure of a stopped command, which may have received cash before.
    ///
    /// - Parameter last: the failure of the last bill that was not collected.
    private func stopped(_ received: [TransferView], _ last: CommandFailure?) -> CommandFailure {
        let last = last?.status == .declined ? last ?? .stopped : .stopped
        guard !received.isEmpty else { return last }
        let amounts = received.map { money.text($0.amount) }.joined(separator: ", ")
        let rest = last == .stopped ? "" : " " + last.message
        return telling(
            CommandFailure("cancelled", .declined, "Stopped."), received,
            message: "Stopped. \(received.count) of \(cash.all.count) collected: \(amounts).\(rest)")
    }

    /// `failure` with the cash that was received before it.
    private func telling(
        _ failure: CommandFailure, _ received: [TransferView], message: String
    ) -> CommandFailure {
        var details = failure.details
        details["received"] = document(received)["received"]
        let told = failure.with(message: message, details: details)
        guard !received.isEmpty else { return told }
        return told.afterEffect(call.printer.mode == .json ? document(received) : nil)
    }

    private func document(_ received: [TransferView]) -> OutputObject {
        var document = OutputObject(schema: "grabbed")
        document["received"] = .array(received.map { .object($0.document(money)) })
        return document
    }

    private func collect(_ source: CashSource) async throws -> TransferView? {
        switch source {
        case .bill(let payload): try await GrabCommand.grab(payload, wallet, call).transfer
        case .link(let secret):
            try await LinkCollection(secret: secret, allowsOwn: false, option: "--yes", money: money, call: call)
                .run(in: wallet)
        }
    }
}
