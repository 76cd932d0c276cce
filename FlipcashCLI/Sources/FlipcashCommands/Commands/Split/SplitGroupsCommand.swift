import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split groups …`
struct SplitGroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Groups of people who share expenses.",
        discussion: """
              flipcash split groups add Trip Ann Bob
              flipcash split add 120 Hotel --group Trip
            """,
        subcommands: [
            SplitGroupsListCommand.self, SplitGroupsAddCommand.self, SplitGroupsShowCommand.self,
            SplitGroupsAddMemberCommand.self, SplitGroupsRemoveMemberCommand.self, SplitGroupsLeaveCommand.self,
            SplitGroupsRemoveCommand.self, SplitGroupsArchiveCommand.self,
        ],
        defaultSubcommand: SplitGroupsListCommand.self)
}

/// `flipcash split groups list`
struct SplitGroupsListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your groups.")

    @Flag(help: "Include archived groups.")
    var all = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let views = overview.groups.filter { all || !$0.isArchived }.map { GroupView($0, overview) }
            var document = OutputObject(schema: "split_groups")
            document["groups"] = .array(views.map { .object($0.object()) })
            call.printer.answer(list: views.map { $0.object() }, document: document) { printer in
                var table = Table([.text("GROUP"), .text("MEMBERS"), .exact("CURRENCY"), .exact("STATE"), .id("ID")])
                for view in views { table.add(view.row) }
                printer.table(table)
            }
            if views.isEmpty { call.printer.hint("No groups yet. Run: flipcash split groups add NAME PERSON…") }
        }
    }
}

/// `flipcash split groups add`
struct SplitGroupsAddCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a group. You are a member of it.",
        discussion: """
              flipcash split groups add Trip Ann Bob --currency eur

            A new name becomes a friend.
            """)

    @Argument(help: "The name of the group.")
    var name: String

    @Argument(help: ArgumentHelp("The other members.", valueName: "person"))
    var people: [String] = []

    @Flag(help: "The group stands for you and one other person.")
    var direct = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            var changes: [SplitChange] = []
            var members = [desk.ownMember(overview.me)]
            for selector in people {
                let (member, change) = try GroupForm.member(selector, desk, overview)
                guard !members.contains(where: { overview.identity.areSamePerson($0.id, member.id) }) else { continue }
                members.append(member)
                if let change { changes.append(change) }
            }
            let currency = try call.options.currency.map { code throws(SplitFailure) in try ExpenseCurrency(code) }
            let group = SplitGroup(
                id: desk.newID(), name: name.trimmingBlanks(), members: members, isDirect: direct,
                currency: try currency ?? ExpenseCurrency(call.entryCurrency()), owner: desk.account,
                createdAt: desk.now, updatedAt: desk.now)
            changes.append(.putGroup(GroupPut(group)))
            let planned = try await desk.rehearse(changes)
            let delivery = try await desk.submit(changes, isChecked: true)
            let isDryRun = call.options.isDryRun
            let after = isDryRun ? planned : try desk.overview()
            let view = GroupView(after.view.world.groups[group.id] ?? group, after)
            call.printer.answer(view.object(isPlanned: isDryRun)) {
                $0.line("\(isDryRun ? "Would add" : "Added") the group \(group.name): \(view.memberNames)")
            }
            desk.mention(delivery)
        }
    }
}
