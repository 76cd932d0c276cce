import ArgumentParser
import FlipcashNode
import FlipcashWallet

/// `flipcash node check`
struct NodeCheckCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Verify that the node's books balance.")

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    /// The time grows with the database.
    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let response = try await NodeOperator(data: node.data, call: call).perform(AdminRequest(.check))
        guard let report = response.check else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node answered without a report. It may be an older build: restart it and try again.")
        }
        try CheckOutput.print(report, call)
    }
}

/// Prints the result of a check.
enum CheckOutput {
    /// - Throws: `CommandFailure` that names every violation if the books do not balance.
    static func print(_ report: CheckReport, _ call: Invocation) throws {
        guard report.isBalanced else {
            var details = OutputObject()
            details["violations"] = .array(report.violations.map(OutputValue.string))
            throw CommandFailure(
                "books_unbalanced", .unexpected,
                "The books do not balance:\n" + report.violations.map { "  \($0)\n" }.joined()
                    + "Keep a copy of the node's folder and report these lines.",
                details: details)
        }
        var document = OutputObject(schema: "node_check")
        document["balanced"] = .boolean(true)
        document["accounts"] = .integer(Int64(report.accounts))
        document["intents"] = .integer(Int64(report.intents))
        document["warnings"] = .array((report.warnings ?? []).map(OutputValue.string))
        for warning in report.warnings ?? [] { call.printer.warning(warning) }
        call.printer.answer(document) {
            $0.line(
                "The books balance: \(CountText.of(report.accounts, "account")), "
                    + "\(CountText.of(report.intents, "intent")).", .positive)
        }
    }
}
