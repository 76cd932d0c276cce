import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split friends …`
struct SplitFriendsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends",
        abstract: "The people with whom you share expenses.",
        discussion: """
            A friend needs no account. Link one later with an invitation: flipcash split invite Ann

              flipcash split friends add Ann
              flipcash split friends
            """,
        subcommands: [
            SplitFriendsListCommand.self, SplitFriendsAddCommand.self, SplitFriendsRenameCommand.self,
            SplitFriendsNicknameCommand.self, SplitFriendsRemoveCommand.self, SplitFriendsMergeCommand.self,
        ],
        defaultSubcommand: SplitFriendsListCommand.self)
}

/// `flipcash split friends list`
struct SplitFriendsListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your friends.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let views = overview.friends.filter { !overview.isMe($0.memberID) }.map { FriendView($0, overview) }
            var document = OutputObject(schema: "split_friends")
            document["friends"] = .array(views.map { .object($0.object()) })
            call.printer.answer(list: views.map { $0.object() }, document: document) { printer in
                var table = Table([.text("NAME"), .text("NICKNAME", usual: ""), .exact("LINK"), .id("ID")])
                for view in views { table.add(view.row) }
                printer.table(table)
            }
            if views.isEmpty { call.printer.hint("No friends yet. Run: flipcash split friends add NAME") }
        }
    }
}

/// `flipcash split friends add`
struct SplitFriendsAddCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a friend.",
        discussion: "  flipcash split friends add Ann --nickname Annie")

    @Argument(help: "The name.")
    var name: String

    @Option(help: "What you call the person.")
    var nickname: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let name = name.trimmingBlanks()
            guard (1...Friend.nameLimit).contains(name.count) else {
                throw CommandFailure.badInput(
                    "A name must have 1 to \(Friend.nameLimit) characters. Choose another name.", code: "name_length")
            }
            guard name.lowercased() != "me" else {
                throw CommandFailure.badInput("\"me\" stands for you. Choose another name.", code: "reserved_name")
            }
            let overview = try desk.overview()
            if let known = overview.friends.first(where: { $0.name.lowercased() == name.lowercased() }) {
                call.printer.note(
                    "You have a friend called \(DisplayText.sanitized(known.name)) already. "
                        + "Name them by the beginning of their ids.")
            }
            let friend = Friend(
                owner: desk.account, memberID: desk.newMember(), name: name, nickname: nickname ?? "", status: .friend)
            let delivery = try await desk.submit([.putFriend(FriendPut(friend))])
            let isDryRun = call.options.isDryRun
            let after = try desk.overview()
            let view = FriendView(after.friend(of: friend.memberID) ?? friend, after)
            call.printer.answer(view.object(isPlanned: isDryRun)) {
                $0.line("\(isDryRun ? "Would add" : "Added") \(name)")
            }
            desk.mention(delivery)
        }
    }
}
