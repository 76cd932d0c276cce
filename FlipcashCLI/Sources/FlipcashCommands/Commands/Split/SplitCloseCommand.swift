import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split close GROUP`
struct SplitCloseCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close the accounts of a group in which nothing is owed.",
        discussion: """
            All items that are still open between two people are marked as settled, because the transfers went through \
            third people. Later expenses start afresh. Only the owner of the group can close it.
            """)

    @Argument(help: "Name of the group, or the beginning of its id.")
    var group: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let chosen = try overview.group(group)
            let transfers = try GroupTransfers(chosen, overview, isOptimal: false)
            guard transfers.all.isEmpty else {
                throw CommandFailure(
                    "not_closable", .conflict,
                    "Debts are open in \"\(DisplayText.sanitized(chosen.name))\": "
                        + "\(CountText.of(transfers.all.count, "transfer")) would pay them. "
                        + "See them with: flipcash split simplify \(DisplayText.sanitized(chosen.name))")
            }
            let open = try overview.view.ledger(of: chosen.id).openSplits.count
            let items = CountText.of(open, "open item")
            let closing = GroupClosing(
                id: desk.newID(), groupID: chosen.id, asOfRevision: try desk.store.revision(), at: desk.now)
            if !call.options.isDryRun {
                try call.confirmWherePossible(
                    "Close \"\(DisplayText.sanitized(chosen.name))\"? This marks \(items) as settled.")
            }
            let delivery = try await desk.submit([.putClosing(closing)])
            let isDry = call.options.isDryRun
            call.printer.answer(document(chosen, open, delivery, isDry: isDry)) { printer in
                printer.line(
                    "\(isDry ? "Would close" : "Closed") \(chosen.name); \(items) settled.", isDry ? .plain : .positive)
            }
            desk.mention(delivery)
        }
    }

    private func document(
        _ group: SplitGroup, _ open: Int, _ delivery: SplitDelivery, isDry: Bool
    ) -> OutputObject {
        var document = OutputObject(schema: "split_closing")
        document["group"] = .string(group.id.text)
        document["state"] = .string(isDry ? "planned" : "closed")
        document["settled"] = .integer(Int64(open))
        document["queued"] = .boolean(delivery.isQueued)
        return document
    }
}
