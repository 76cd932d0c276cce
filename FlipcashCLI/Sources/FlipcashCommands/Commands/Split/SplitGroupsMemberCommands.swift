import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split groups show`
struct SplitGroupsShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a group: its members and what each gets or owes.",
        discussion: """
              flipcash split groups show Trip
              flipcash split groups show Trip --total-in usd

            With debts in several currencies, an approximate view in the group's currency is added. It has the rates \
            kept with the expenses and is for information only.
            """)

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @Option(
        help: ArgumentHelp("The currency of the approximate view; the group's, if left out.", valueName: "code"))
    var totalIn: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let view = GroupView(try overview.group(group), overview)
            let nets = try view.nets()
            var document = view.object()
            document["expenses"] = .integer(Int64(view.expenses.count))
            document["nets"] = .array(
                nets.map { net in
                    .fields([
                        "member": .string(net.member.text), "name": .string(net.name),
                        "currency": .string(net.amount.currency.code), "net": .string(net.amount.decimalText),
                    ])
                })
            let converted = try converted(view, nets, at: desk.now)
            document["converted"] = converted.map { .object($0.object(person: "member", hasTotal: false)) }
            call.printer.answer(document) { printer in
                view.print(nets, to: printer)
                converted?.printMembers(to: printer)
            }
        }
    }

    /// The nets in one currency: in the chosen one, or in the group's when some are in another one.
    private func converted(_ view: GroupView, _ nets: [GroupView.Net], at now: SplitTime) throws -> ConvertedView? {
        let base = try totalIn.map { code throws(CommandFailure) in try ExpenseCurrency(totalIn: code) }
        guard !nets.isEmpty, base != nil || nets.contains(where: { $0.amount.currency != view.group.currency }) else {
            return nil
        }
        return try ConvertedView(of: view.group.id, to: base ?? view.group.currency, view.overview, at: now)
    }
}

/// `flipcash split groups add-member`
struct SplitGroupsAddMemberCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-member", abstract: "Add people to a group that you manage.",
        discussion: "  flipcash split groups add-member Trip Carl")

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @Argument(help: ArgumentHelp("The new members.", valueName: "person"))
    var people: [String]

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            var group = try overview.group(group)
            var changes: [SplitChange] = []
            for selector in people {
                let (member, change) = try GroupForm.member(selector, desk, overview)
                guard !group.members.contains(where: { overview.identity.areSamePerson($0.id, member.id) }) else {
                    throw CommandFailure(
                        "already_member", .conflict,
                        "\(overview.name(of: member.id)) is a member already. Leave the name out.")
                }
                group.members.append(member)
                if let change { changes.append(change) }
            }
            changes.append(.putGroup(GroupPut(group, baseVersion: group.version)))
            try await desk.change(group, changes, "Changed")
        }
    }
}

/// `flipcash split groups remove-member`
struct SplitGroupsRemoveMemberCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-member", abstract: "Remove a person, and the group's expenses that name them.",
        discussion: "  flipcash split groups remove-member Trip Carl")

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @Argument(help: ArgumentHelp("The member.", valueName: "person"))
    var person: String

    @Flag(help: "Also with an open balance.")
    var force = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let group = try overview.group(group)
            let person = try overview.person(person, in: group)
            let change = SplitChange.removeMember(MemberRemoval(group: group.id, member: person.id, force: force))
            let after = try await desk.rehearse([change])
            let lost = overview.expenses.count - after.expenses.count
            if !call.options.isDryRun {
                try call.confirm(
                    "Remove \(person.name) from \(group.name)? \(CountText.of(lost, "expense")) will be deleted.")
            }
            try await desk.change(group, [change], "Removed \(person.name):")
        }
    }
}

extension SplitDesk {
    /// Saves changes of a group and prints the group.
    fileprivate func change(
        _ group: SplitGroup, _ changes: [SplitChange], _ verb: String
    ) async throws {
        let planned = try await rehearse(changes)
        let delivery = try await submit(changes, isChecked: true)
        let isDryRun = call.options.isDryRun
        let after = isDryRun ? planned : try overview()
        let view = GroupView(after.view.world.groups[group.id] ?? group, after)
        call.printer.answer(view.object(isPlanned: isDryRun)) {
            $0.line("\(isDryRun ? "Would change" : verb) the group \(view.group.name): \(view.memberNames)")
        }
        mention(delivery)
    }
}

/// `flipcash split groups archive`
struct SplitGroupsArchiveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Hide a group from lists, or show it again.",
        discussion: "  flipcash split groups archive Trip")

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @Flag(help: "Show it again.")
    var undo = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            var group = try desk.overview().group(group)
            group.isArchived = !undo
            try await desk.change(
                group, [.putGroup(GroupPut(group, baseVersion: group.version))], undo ? "Restored" : "Archived")
        }
    }
}

/// `flipcash split groups leave`
struct SplitGroupsLeaveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave a group. Another member manages it from then on.",
        discussion: "  flipcash split groups leave Trip")

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let view = GroupView(try overview.group(group), overview)
            let change = SplitChange.leaveGroup(view.group.id)
            try await desk.rehearse([change])
            if !call.options.isDryRun {
                let open = view.openText.map { " Open: \($0)." } ?? ""
                try call.confirm("Leave the group \(view.group.name)?\(open)")
            }
            let delivery = try await desk.submit([change], isChecked: true)
            let isDryRun = call.options.isDryRun
            var document = OutputObject(schema: "split_group")
            document["id"] = .string(view.group.id.text)
            document["state"] = .string(isDryRun ? "planned" : "left")
            document["queued"] = .boolean(delivery.isQueued)
            call.printer.answer(document) {
                $0.line("\(isDryRun ? "Would leave" : "Left") the group \(view.group.name)")
            }
            desk.mention(delivery)
        }
    }
}

/// `flipcash split groups rm`
struct SplitGroupsRemoveCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete a group that you manage, with all its expenses.",
        discussion: "  flipcash split groups rm Trip")

    @Argument(help: "Its name, or the beginning of its id.")
    var group: String

    @Flag(help: "Also with open balances.")
    var force = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let overview = try desk.overview()
            let view = GroupView(try overview.group(group), overview)
            let nets = try view.nets()
            guard force || nets.isEmpty else {
                throw CommandFailure(
                    "outstanding_balance", .conflict,
                    "The group \(view.group.name) has open balances. Settle them first, or use --force.")
            }
            let change = SplitChange.deleteGroup(view.group.id)
            try await desk.rehearse([change])
            if !call.options.isDryRun {
                let open = nets.map { "\($0.name) \(overview.money.text($0.amount))" }.joined(separator: ", ")
                try call.confirm(
                    "Delete the group \(view.group.name) of \(view.memberNames), with "
                        + "\(CountText.of(view.expenses.count, "expense"))?\(open.isEmpty ? "" : " Open: \(open).")")
            }
            let delivery = try await desk.submit([change], isChecked: true)
            desk.answerDeletion("split_group", view.group.id.text, view.group.name, delivery)
        }
    }
}
