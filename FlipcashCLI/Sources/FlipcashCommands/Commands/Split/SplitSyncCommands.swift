import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split sync`
struct SplitSyncCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Send what waits, and fetch what is new.",
        discussion: """
              flipcash split sync

            Other commands do this, too. It ends with exit code 8 when the service does not answer.
            """)

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.addDueOccurrences()
            let report = try await desk.synchronise()
            try await desk.recoverSettlements()
            var document = OutputObject(schema: "split_sync")
            document["sent"] = .integer(Int64(report.sent))
            document["refused"] = .integer(Int64(report.refused))
            document["waiting"] = .integer(Int64(report.waiting))
            document["retry_after_s"] = report.retryAfterSeconds.map { .integer($0) }
            document["expenses"] = .integer(Int64(try desk.overview().expenses.count))
            call.printer.answer(document) { printer in
                let parts = [
                    report.sent == 0 ? nil : "\(report.sent) sent",
                    report.refused == 0 ? nil : "\(report.refused) refused",
                    report.waiting == 0 ? nil : "\(report.waiting) waiting",
                ].compactMap { $0 }
                printer.line(parts.isEmpty ? "Everything is up to date." : parts.joined(separator: ", "))
            }
            if report.refused > 0 { call.printer.hint("Look at what was refused with: flipcash split conflicts") }
        }
    }
}

/// `flipcash split watch`
struct SplitWatchCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print what others add or change, until stopped.",
        discussion: """
              flipcash split watch --output jsonl

            It asks the service every 15 seconds.
            """)

    /// The time between two calls of the service.
    static let interval = Duration.seconds(15)

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }
    var isWaiting: Bool { true }
    var needsService: Bool { true }
    var dryRun: DryRunSupport { .refused }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            do {
                try await desk.synchronise()
                var known = try desk.overview()
                call.printer.hint("Waiting for changes. Stop with Ctrl-C.")
                while true {
                    try await call.runtime.clock.sleep(for: Self.interval)
                    do {
                        try await desk.addDueOccurrences()
                        try await desk.synchronise()
                    } catch {
                        let failure = CommandFailure(describing: error)
                        // A network error may pass, so the command tries again after the interval.
                        guard failure.status == .network else { throw failure }
                        continue
                    }
                    let overview = try desk.overview()
                    SplitNews(before: known, after: overview).print(to: call.printer)
                    known = overview
                    if call.printer.hasLostReader { return }
                }
            } catch is CancellationError {}
        }
    }
}

/// What changed between two views.
struct SplitNews {
    let before: SplitOverview
    let after: SplitOverview

    /// Prints one line or object for each expense that was added, changed or removed, and for each payment.
    func print(to printer: Printer) {
        for expense in after.expenses.reversed() {
            let old = before.view.world.expenses[expense.id]
            guard old != expense else { continue }
            tell(ExpenseView(expense, after), old == nil ? "added" : "changed", printer)
        }
        for expense in before.expenses.reversed() where after.view.world.expenses[expense.id] == nil {
            tell(ExpenseView(expense, before), "deleted", printer)
        }
        for payment in after.payments.reversed() {
            let old = before.view.world.payments[payment.id]
            guard old != payment else { continue }
            tell(payment, old == nil ? "added" : "changed", printer)
        }
    }

    private func tell(_ payment: SplitPayment, _ event: String, _ printer: Printer) {
        let isQueued = after.queued.contains(payment.id.text)
        var object = OutputObject(schema: "split_change")
        object["event"] = .string(event)
        object["payment"] = .object(
            SettledPayment(payment: payment, link: nil, intent: nil, isQueued: isQueued).document(after.money))
        let isPayer = after.isMe(payment.from)
        let name = DisplayText.sanitized(after.name(of: isPayer ? payment.to : payment.from))
        printer.stream(object) { printer in
            printer.line(
                "\(event): \(after.money.text(payment.amount)) \(isPayer ? "to" : "from") \(name), "
                    + "\(payment.method.words), \(payment.state.rawValue)")
        }
    }

    private func tell(_ view: ExpenseView, _ event: String, _ printer: Printer) {
        var object = OutputObject(schema: "split_change")
        object["event"] = .string(event)
        object["expense"] = .object(view.object())
        printer.stream(object) { $0.line("\(event): \(view.summary)") }
    }
}

/// `flipcash split outbox`
struct SplitOutboxCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List what waits to be sent.",
        discussion: "  flipcash split outbox")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let rows = try desk.store.pending().map { ($0, overview.words(for: $0.change)) }
            let objects = rows.map { operation, words in
                var object = OutputObject(schema: "split_operation")
                object["id"] = .string(operation.id.text)
                object["kind"] = .string(operation.change.kind)
                object["what"] = .string(words)
                object["at"] = .string(TimeText.rfc3339(operation.stamp.instant))
                return object
            }
            var document = OutputObject(schema: "split_outbox")
            document["operations"] = .array(objects.map { .object($0) })
            call.printer.answer(list: objects, document: document) { printer in
                var table = Table([.exact("WHEN"), .text("CHANGE")])
                for (operation, words) in rows {
                    table.add([.init(TimeText.local(operation.stamp.instant), .secondary), .init(words)])
                }
                printer.table(table)
                if rows.isEmpty { printer.line("Nothing waits.") }
            }
        }
    }
}

extension ClockStamp {
    var instant: Instant { SplitTime(milliseconds: Int64(clamping: milliseconds)).instant }
}
