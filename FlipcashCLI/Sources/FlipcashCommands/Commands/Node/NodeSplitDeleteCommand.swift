import ArgumentParser
import FlipcashCore
import FlipcashNode

/// `flipcash node split-delete USER`
struct NodeSplitDeleteCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "split-delete", abstract: "Delete everything that an account has of shared expenses.",
        discussion: """
              flipcash node split-delete 6ba7b810-9dad-11d1-80b4-00c04fd430c8 --dry-run

            The account's friends, groups with all of their expenses, its own expenses, and what others keep about it \
            are deleted. Others see the person vanish. Money is not affected, and payments stay. People delete their own \
            account with: flipcash split account delete. Make a backup first: this cannot be undone.
            """)

    @Argument(help: "The user id, as `flipcash split account show` prints it.")
    var user: String

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    var lostAnswerAdvice: String? { "Run it again: it goes on where it was interrupted." }

    /// The time grows with what the account has.
    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        guard UserID(text: user) != nil else {
            throw CommandFailure.badInput(
                "\"\(DisplayText.sanitized(user))\" is not a user id. Ask the user for the one that this prints: "
                    + "flipcash split account show", code: "bad_user")
        }
        let node = try NodeOperator(data: node.data, call: call)
        let plan = try await report(AdminRequest(.splitDelete, user: user), node)
        guard plan.exists else {
            throw CommandFailure(
                "account_not_found", .notFound,
                "No account of shared expenses has this user id on this node. Check the id.")
        }
        guard !call.options.isDryRun else { return print(plan, call) }
        try ask(plan, call)
        print(try await report(AdminRequest(.splitDelete, accept: true, user: user), node), call)
    }

    private func report(_ request: AdminRequest, _ node: NodeOperator) async throws -> SplitDeletionReport {
        guard let report = try await node.perform(request).splitDeletion else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node answered without a report. It may be an older build: restart it and try again.")
        }
        return report
    }

    private func ask(_ plan: SplitDeletionReport, _ call: Invocation) throws {
        guard !call.options.assumesYes else { return }
        let question = "This deletes \(Self.text(plan)), and cannot be undone."
        guard call.prompt.isPossible else { throw CommandFailure.cannotAsk(question, option: "--yes") }
        guard try call.prompt.confirm("\(question) Continue?") else { throw CommandFailure.declined }
    }

    private static func text(_ report: SplitDeletionReport) -> String {
        let name = DisplayText.sanitized(report.name)
        return
            "the account\(name.isEmpty ? "" : " of \(name)") with \(CountText.of(report.friends, "friend")), "
            + "\(CountText.of(report.groups, "group")), \(CountText.of(report.expenses, "expense")), "
            + "\(CountText.of(report.invitations, "invitation or request", "invitations and requests")), and "
            + "\(CountText.of(report.rowsOfOthers, "friend row")) of others"
    }

    private func print(_ report: SplitDeletionReport, _ call: Invocation) {
        var document = OutputObject(schema: "node_split_deletion")
        document["user"] = .string(user)
        document["name"] = .string(report.name)
        document["friends"] = .integer(Int64(report.friends))
        document["groups"] = .integer(Int64(report.groups))
        document["expenses"] = .integer(Int64(report.expenses))
        document["invitations"] = .integer(Int64(report.invitations))
        document["rows_of_others"] = .integer(Int64(report.rowsOfOthers))
        document["state"] = .string(report.deleted ? "deleted" : "planned")
        call.printer.answer(document) {
            $0.line("\(report.deleted ? "Deleted" : "Would delete") \(Self.text(report)).")
        }
    }
}
