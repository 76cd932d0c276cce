import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split conflicts`
struct SplitConflictsCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List changes that the service refused, and decide about them.",
        discussion: """
              flipcash split conflicts
              flipcash split conflicts --keep 5f3a       send mine again, on top of theirs
              flipcash split conflicts --drop 5f3a       forget mine

            A refused new expense can be corrected: flipcash split add --from-draft
            """)

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Send these again, on top of what is stored.", valueName: "id"))
    var keep: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Forget these.", valueName: "id"))
    var drop: [String] = []

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            if !call.options.isDryRun, keep.isEmpty, drop.isEmpty { try await desk.refresh() }
            let refusals = try desk.store.refusals()
            guard keep.isEmpty, drop.isEmpty else { return try await decide(refusals, desk) }
            let overview = try desk.overview()
            let views = refusals.map { RefusalView(refused: $0, overview: overview) }
            var document = OutputObject(schema: "split_conflicts")
            document["conflicts"] = .array(views.map { .object($0.object()) })
            call.printer.answer(list: views.map { $0.object() }, document: document) { printer in
                for view in views { view.print(to: printer) }
                if views.isEmpty { printer.line("No conflicts.") }
            }
            if !views.isEmpty { call.printer.hint("Decide with: flipcash split conflicts --keep ID or --drop ID") }
        }
    }

    private func decide(_ refusals: [RefusedOperation], _ desk: SplitDesk) async throws {
        let (kept, dropped) = (
            try keep.map { try Self.find($0, refusals) }, try drop.map { try Self.find($0, refusals) }
        )
        // Before anything is decided: what cannot be sent can only be forgotten.
        for refused in kept { try desk.store.requireSendable(refused.operation.change) }
        let isDryRun = desk.call.options.isDryRun
        if !isDryRun {
            for refused in kept {
                try desk.store.resolve(refused.operation.id, .keepMine, newID: desk.newID(), at: desk.now)
            }
            for refused in dropped {
                try desk.store.resolve(refused.operation.id, .takeTheirs, newID: desk.newID(), at: desk.now)
            }
        }
        var document = OutputObject(schema: "split_conflicts_decided")
        document["kept"] = .integer(Int64(kept.count))
        document["dropped"] = .integer(Int64(dropped.count))
        document["state"] = isDryRun ? .string("planned") : nil
        desk.call.printer.answer(document) { printer in
            if !kept.isEmpty { printer.line("\(isDryRun ? "Would send" : "Will send") \(kept.count) again") }
            if !dropped.isEmpty { printer.line("\(isDryRun ? "Would forget" : "Forgot") \(dropped.count)") }
        }
        if !isDryRun, !kept.isEmpty { try await desk.refresh() }
    }

    private static func find(_ text: String, _ refusals: [RefusedOperation]) throws(CommandFailure) -> RefusedOperation
    {
        let matches = refusals.filter { $0.operation.id.text.hasPrefix(text.lowercased()) }
        guard let match = matches.first else {
            throw CommandFailure(
                "conflict_not_found", .notFound,
                "There is no conflict \"\(DisplayText.sanitized(text))\". List them with: flipcash split conflicts")
        }
        guard matches.count == 1 else { throw .ambiguous(text, "conflicts", ids: matches.map(\.operation.id.text)) }
        return match
    }
}

/// A refused change as it is shown: mine, and what is stored.
struct RefusalView {
    let refused: RefusedOperation
    let overview: SplitOverview

    /// What is stored of the same expense.
    private var stored: Expense? {
        guard case .putExpense(let put) = refused.operation.change else { return nil }
        return overview.view.world.expenses[put.expense.id]
    }

    /// Why it was refused. For a link that another account of the payee has collected, what the payee can do.
    private var reason: String {
        guard case .advancePayment(let step) = refused.operation.change, step.state == .completed,
            refused.detail == SplitFailure.Code.paymentState.rawValue,
            let payment = overview.view.world.payments[step.payment], payment.method == .cashLink,
            payment.state == .submitted, overview.isMe(payment.from)
        else { return refused.sentence(by: overview.account) }
        let name = DisplayText.sanitized(overview.name(of: payment.to))
        return "The service does not know that \(name) collected the link. If \(name) did so with another account, "
            + "\(name) can confirm it: flipcash split payments confirm \(payment.id.text.prefix(8))"
    }

    func object() -> OutputObject {
        var object = OutputObject(schema: "split_conflict")
        object["id"] = .string(refused.operation.id.text)
        object["kind"] = .string(refused.operation.change.kind)
        object["what"] = .string(overview.words(for: refused.operation.change))
        object["code"] = .string(refused.detail)
        object["reason"] = .string(reason)
        if case .putExpense(let put) = refused.operation.change {
            object["mine"] = .object(ExpenseView(put.expense, overview).object())
        }
        object["theirs"] = stored.map { .object(ExpenseView($0, overview).object()) }
        return object
    }

    func print(to printer: Printer) {
        printer.line("\(refused.operation.id.text.prefix(8))  \(overview.words(for: refused.operation.change))")
        printer.line("  \(reason)", .secondary)
        if let stored { printer.line("  Stored: \(ExpenseView(stored, overview).summary)") }
    }
}
