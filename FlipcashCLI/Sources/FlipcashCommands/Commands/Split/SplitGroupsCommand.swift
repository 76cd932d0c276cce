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
        subcommands: [SplitGroupsListCommand.self, SplitGroupsAddCommand.self],
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
            var members = [GroupMember(id: overview.me, name: desk.ownName, isSelf: true)]
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

/// What adding a group and adding a member have in common.
enum GroupForm {
    /// The member that an argument names. A new name becomes a friend, with the change for that.
    static func member(
        _ selector: String, _ desk: SplitDesk, _ overview: SplitOverview
    ) throws(CommandFailure) -> (member: GroupMember, change: SplitChange?) {
        do throws(CommandFailure) {
            let person = try overview.person(selector)
            if person.isMe { return (GroupMember(id: overview.me, name: desk.ownName, isSelf: true), nil) }
            let friend = overview.friend(of: person.id)
            let name = friend?.name ?? person.name
            return (GroupMember(id: person.id, name: name, accountFriendMemberID: friend?.memberID), nil)
        } catch {
            let name = selector.trimmingBlanks()
            guard error.status == .notFound, (1...Friend.nameLimit).contains(name.count) else { throw error }
            let friend = Friend(owner: desk.account, memberID: desk.newMember(), name: name, status: .friend)
            desk.call.printer.note("\(DisplayText.sanitized(name)) is added to your friends.")
            let member = GroupMember(id: friend.memberID, name: name, accountFriendMemberID: friend.memberID)
            return (member, .putFriend(FriendPut(friend)))
        }
    }
}

/// A group as it is shown.
struct GroupView: Sendable {
    let group: SplitGroup
    let overview: SplitOverview

    init(_ group: SplitGroup, _ overview: SplitOverview) {
        self.group = group
        self.overview = overview
    }

    var memberNames: String {
        group.members.map { overview.name(of: $0.id, cached: $0.name) }.joined(separator: ", ")
    }

    /// Whether the viewer manages the group.
    var isOwn: Bool { group.owner == overview.account }

    var row: [Table.Cell] {
        [
            .init(group.name), .init(memberNames), .init(group.currency.code.uppercased()),
            .init(group.isArchived ? "archived" : isOwn ? "yours" : "", .secondary),
            .init(group.id.text, .secondary),
        ]
    }

    func object(isPlanned: Bool = false) -> OutputObject {
        var object = OutputObject(schema: "split_group")
        object["id"] = .string(group.id.text)
        object["name"] = .string(group.name)
        object["members"] = .array(
            group.members.map { member in
                .fields([
                    "id": .string(member.id.text),
                    "name": .string(overview.name(of: member.id, cached: member.name)),
                    "link": .string(overview.link(of: member.id).rawValue),
                    "me": .boolean(overview.isMe(member.id)),
                ])
            })
        object["direct"] = .boolean(group.isDirect)
        object["currency"] = .string(group.currency.code)
        object["archived"] = .boolean(group.isArchived)
        object["role"] = .string(isOwn ? "owner" : "member")
        object["version"] = .integer(Int64(clamping: group.version))
        object["queued"] = .boolean(!isPlanned && overview.queued.contains(group.id.text))
        object["state"] = isPlanned ? .string("planned") : nil
        return object
    }
}
