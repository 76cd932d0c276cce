public import ArgumentParser
import FlipcashCore
public import SharedExpenses

/// `flipcash split friends rename`
struct SplitFriendsRenameCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Change the name of a friend without an account.",
        discussion: "  flipcash split friends rename Ann \"Ann Lee\"")

    @Argument(help: ArgumentHelp("The friend.", valueName: "person"))
    var person: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            var friend = try desk.overview().friend(person)
            guard !friend.isLinked else {
                throw CommandFailure(
                    "linked_name", .refused,
                    "\(friend.name) has an account and chooses the name. Give a nickname instead: flipcash split "
                        + "friends nickname")
            }
            friend.name = name.trimmingBlanks()
            try await desk.change(friend, "Renamed", "Would rename")
        }
    }
}

extension Friend.NamePreference: ExpressibleByArgument {}

/// `flipcash split friends nickname`
struct SplitFriendsNicknameCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "nickname", abstract: "Give a friend a nickname that only you see.",
        discussion: """
              flipcash split friends nickname Ann Annie
              flipcash split friends nickname Ann              removes it
            """)

    @Argument(help: ArgumentHelp("The friend.", valueName: "person"))
    var person: String

    @Argument(help: "The nickname; none if left out.")
    var nickname: String?

    @Option(help: "Which name is shown: nickname, real or standard.")
    var show: Friend.NamePreference?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            var friend = try desk.overview().friend(person)
            friend.nickname = (nickname ?? "").trimmingBlanks()
            friend.preference = show ?? (friend.nickname.isEmpty ? .standard : .nickname)
            try await desk.change(friend, "Changed", "Would change")
        }
    }
}

extension SplitDesk {
    /// Saves and prints a changed friend.
    fileprivate func change(_ friend: Friend, _ verb: String, _ plan: String) async throws {
        let change = SplitChange.putFriend(FriendPut(friend, baseVersion: friend.version))
        let planned = try await rehearse([change])
        let delivery = try await submit([change], isChecked: true)
        let isDryRun = call.options.isDryRun
        let after = isDryRun ? planned : try overview()
        let view = FriendView(after.friend(of: friend.memberID) ?? friend, after)
        call.printer.answer(view.object(isPlanned: isDryRun)) { printer in
            let name = view.friend.displayName()
            let real = view.friend.name == name ? "" : " (\(DisplayText.sanitized(view.friend.name)))"
            printer.line("\(isDryRun ? plan : verb): \(DisplayText.sanitized(name))\(real)")
        }
        mention(delivery)
    }
}

/// `flipcash split friends rm`
struct SplitFriendsRemoveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete a friend, and what only the two of you shared.",
        discussion: "  flipcash split friends rm Ann")

    @Argument(help: ArgumentHelp("The friend.", valueName: "person"))
    var person: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let friend = try overview.friend(person)
            let name = friend.displayName()
            let change = SplitChange.deleteFriend(friend.memberID)
            let after = try await desk.rehearse([change])
            let expenses = overview.expenses.count - after.expenses.count
            if !call.options.isDryRun {
                let lost = expenses == 0 ? "" : " \(CountText.of(expenses, "expense")) will be deleted."
                let open = overview.openText(with: friend.memberID).map { " Open: \($0)." } ?? ""
                try call.confirm("Delete \(DisplayText.sanitized(name))?\(lost)\(open)")
            }
            let delivery = try await desk.submit([change], isChecked: true)
            desk.answerDeletion("split_friend", friend.memberID.text, name, delivery)
        }
    }
}

extension SplitOverview {
    /// What is open with a person, in words; nil when nothing is.
    func openText(with person: MemberID) -> String? {
        let id = identity.representative(of: person)
        let rows = ((try? view.balances()) ?? []).filter { $0.person == id && $0.net != 0 }
        guard !rows.isEmpty else { return nil }
        return rows.map { "\($0.state.words) \(money.text(ExpenseAmount($0.net, $0.currency).magnitude))" }
            .joined(separator: ", ")
    }
}

/// `flipcash split friends merge`
struct SplitFriendsMergeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Make one friend of two that are the same person.",
        discussion: """
              flipcash split friends merge Annie Ann       keeps Ann

            The first must have no account. Its expenses and groups move to the second.
            """)

    @Argument(help: ArgumentHelp("The friend who goes away.", valueName: "person"))
    var from: String

    @Argument(help: ArgumentHelp("The friend who stays.", valueName: "person"))
    var into: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let (source, target) = (try overview.friend(from), try overview.friend(into))
            let change = SplitChange.mergeFriends(FriendMerge(source: source.memberID, target: target.memberID))
            let planned = try await desk.rehearse([change])
            let (gone, kept) = (
                DisplayText.sanitized(source.displayName()), DisplayText.sanitized(target.displayName())
            )
            if !call.options.isDryRun { try call.confirm("Make \(gone) and \(kept) one person?") }
            let delivery = try await desk.submit([change], isChecked: true)
            let isDryRun = call.options.isDryRun
            let after = isDryRun ? planned : try desk.overview()
            let view = FriendView(after.friend(of: target.memberID) ?? target, after)
            call.printer.answer(view.object(isPlanned: isDryRun)) {
                $0.line("\(isDryRun ? "Would merge" : "Merged") \(gone) into \(kept)")
            }
            desk.mention(delivery)
        }
    }
}
