import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// `flipcash node clock`
struct NodeClockCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Show whether the node's time is ahead of this machine's clock.",
        discussion: """
            A node's time never runs back. After the machine's clock was ahead once, cash links age and daily \
            limits count by the later time. With --accept a stopped node goes back to the machine's clock: open links \
            become younger by the difference, payments that were made meanwhile count towards daily limits as if made \
            now, and no balance changes. Check that the clock is right first.
            """)

    @Flag(help: "Go back to this machine's clock. The node must be stopped.")
    var accept = false

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let node = try NodeOperator(data: node.data, call: call)
        if accept, try await node.status() != nil {
            throw CommandFailure(
                "node_running", .conflict,
                "The node is running. Stop it first with: flipcash node stop")
        }
        let request = AdminRequest(.clock, accept: accept && !call.options.isDryRun)
        guard let report = try await node.perform(request).clock else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node answered without its time. It may be an older build: restart it and try again.")
        }
        print(report, call)
    }

    private func print(_ report: ClockReport, _ call: Invocation) {
        var document = OutputObject(schema: "node_clock")
        document["machine_time"] = .string(TimeText.rfc3339(Instant(seconds: report.machineTime)))
        document["node_time"] = .string(TimeText.rfc3339(Instant(seconds: report.ledgerTime)))
        document["seconds_ahead"] = .integer(report.secondsAhead)
        document["accepted"] = .boolean(report.accepted)
        document["state"] = accept && call.options.isDryRun ? .string("planned") : nil
        call.printer.answer(document) { $0.line(text(report, isDryRun: call.options.isDryRun)) }
    }

    private func text(_ report: ClockReport, isDryRun: Bool) -> String {
        guard report.secondsAhead > 0 else { return "The node's time is that of this machine's clock." }
        let ahead =
            "The node's time \(report.accepted ? "was" : "is") \(report.secondsAhead) s ahead of this machine's clock"
        if report.accepted { return "\(ahead). It is that of the clock now." }
        if accept, isDryRun { return "\(ahead). Would set it back to the clock." }
        return "\(ahead). To set it back, stop the node and run: flipcash node clock --accept"
    }
}
