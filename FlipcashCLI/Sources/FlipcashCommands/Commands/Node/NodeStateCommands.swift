import ArgumentParser
import FlipcashCore
import FlipcashNode

/// `flipcash node status`
struct NodeStatusCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show whether a node is running, where, and what it has done.",
        discussion: "Exits 3 if no node is running.")

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let node = try NodeOperator(data: node.data, call: call)
        guard let status = try await node.status() else {
            var details = OutputObject()
            details["state"] = .string("stopped")
            details["folder"] = .string(node.folder.path)
            throw CommandFailure(
                "node_stopped", .notFound,
                "No node is running on \(DisplayText.sanitized(node.folder.path)). Start it with: flipcash node run",
                details: details)
        }
        let now = call.runtime.clock.now()
        call.printer.answer(status.document) { $0.facts(status.facts(now: now)) }
    }
}

/// `flipcash node stop`
struct NodeStopCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop the running node cleanly.")

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let node = try NodeOperator(data: node.data, call: call)
        let isDryRun = call.options.isDryRun
        let hasRun = try await isDryRun ? node.status() != nil : node.stop()
        var document = OutputObject(schema: "node")
        document["state"] = .string(isDryRun ? "planned" : "stopped")
        document["folder"] = .string(node.folder.path)
        call.printer.answer(document) { printer in
            guard hasRun else { return printer.line("No node is running on \(node.folder.path).") }
            printer.line(isDryRun ? "Would stop the node on \(node.folder.path)." : "Stopped.")
        }
    }
}

/// `flipcash node key`
struct NodeKeyCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the node's public key, which signs its exchange rates.")

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let response = try await NodeOperator(data: node.data, call: call).perform(AdminRequest(.key))
        let key = response.key ?? ""
        var document = OutputObject(schema: "node_key")
        document["key"] = .string(key)
        call.printer.answer(document) { $0.line(key) }
    }
}

extension NodeStatus {
    fileprivate var document: OutputObject {
        var document = OutputObject(schema: "node")
        document["state"] = .string(state)
        document["addresses"] = .array(addresses.map(OutputValue.string))
        document["version"] = .string(version)
        document["build"] = .string(build)
        document["key"] = .string(key)
        document["folder"] = .string(folder)
        document["rates"] = .string(rateSource)
        document["rates_observed_at"] = ratesObservedAt.map { .string(TimeText.rfc3339(Instant(seconds: $0))) }
        document["process_id"] = .integer(Int64(processID))
        document["started_at"] = startedAt.map { .string(TimeText.rfc3339(Instant(seconds: $0))) }
        document["started_on_demand"] = .boolean(startedOnDemand)
        document["faucet"] = .boolean(faucet)
        document["seconds_ahead_of_clock"] = secondsAheadOfClock.map(OutputValue.integer)
        document["counters"] = .fields([
            "calls_started": .quarks(counters.callsStarted), "calls_failed": .quarks(counters.callsFailed),
            "active_calls": .integer(Int64(counters.activeCalls)),
            "open_message_streams": .integer(Int64(counters.openMessageStreams)),
            "open_data_streams": .integer(Int64(counters.openDataStreams)),
        ])
        return document
    }

    fileprivate func facts(now: Instant) -> [(String, String)] {
        var facts = [("State", state)]
        facts += addresses.map { ("Address", $0) }
        facts += [("Version", "\(version) (build \(build))"), ("Key", key), ("Folder", folder), ("Rates", rateSource)]
        if let startedAt {
            let seconds = max(0, now.duration(since: Instant(seconds: startedAt)).components.seconds)
            facts.append(
                ("Running", "\(seconds) s, process \(processID)\(startedOnDemand ? ", started on demand" : "")"))
        }
        if let seconds = secondsAheadOfClock {
            facts.append(("Time", "\(seconds) s ahead of this machine's clock"))
        }
        facts.append(("Faucet", faucet ? "on" : "off"))
        facts.append(("Calls", "\(counters.callsStarted), failed \(counters.callsFailed), now \(counters.activeCalls)"))
        return facts
    }
}
