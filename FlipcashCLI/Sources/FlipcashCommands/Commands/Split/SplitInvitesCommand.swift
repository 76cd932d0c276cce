import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split invites …`
struct SplitInvitesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invites", abstract: "Your invitations.",
        discussion: """
              flipcash split invites
              flipcash split invites revoke Ann
            """,
        subcommands: [SplitInvitesListCommand.self, SplitInvitesRevokeCommand.self],
        defaultSubcommand: SplitInvitesListCommand.self)
}

extension SplitOverview {
    /// The viewer's invitations, newest first.
    var invites: [SplitInvite] {
        view.world.invites.values.filter { $0.creator == account }
            .sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    }

    /// The state of an invitation, in a word.
    func state(of invite: SplitInvite, at now: SplitTime) -> String {
        invite.claimedBy != nil ? "claimed" : now < invite.expiresAt ? "open" : "expired"
    }
}

/// `flipcash split invites list`
struct SplitInvitesListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your invitations.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let (overview, now) = (try desk.overview(), desk.now)
            let objects = overview.invites.map { invite in
                var object = OutputObject(schema: "split_invite")
                object["id"] = .string(invite.id.text)
                object["person"] = .string(invite.target.text)
                object["name"] = .string(overview.name(of: invite.target))
                object["expires_at"] = .string(TimeText.rfc3339(invite.expiresAt.instant))
                object["queued"] = .boolean(overview.queued.contains(invite.id.text))
                object["state"] = .string(overview.state(of: invite, at: now))
                return object
            }
            var document = OutputObject(schema: "split_invites")
            document["invites"] = .array(objects.map { .object($0) })
            call.printer.answer(list: objects, document: document) { printer in
                var table = Table([.text("PERSON"), .exact("STATE"), .exact("UNTIL"), .id("ID")])
                for invite in overview.invites {
                    table.add([
                        .init(overview.name(of: invite.target)), .init(overview.state(of: invite, at: now)),
                        .init(TimeText.local(invite.expiresAt.instant), .secondary), .init(invite.id.text, .secondary),
                    ])
                }
                printer.table(table)
            }
            if objects.isEmpty { call.printer.hint("No invitations. Make one with: flipcash split invite PERSON") }
        }
    }
}

/// `flipcash split invites revoke`
struct SplitInvitesRevokeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take an invitation back before it is claimed.",
        discussion: "  flipcash split invites revoke Ann")

    @Argument(help: ArgumentHelp("The friend, or the beginning of the invitation's id.", valueName: "person"))
    var person: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let byID = overview.invites.filter { IDPrefix.matches(person, hexadecimal: $0.id.text) }
            let matches =
                byID.isEmpty
                ? try overview.invites(for: person).filter { overview.state(of: $0, at: desk.now) == "open" } : byID
            guard let invite = matches.first else {
                throw CommandFailure(
                    "invite_not_found", .notFound,
                    "There is no open invitation for this person. List them with: flipcash split invites")
            }
            let delivery = try await desk.submit([.revokeInvite(invite.id)])
            let name = "the invitation for \(overview.name(of: invite.target))"
            desk.answerDeletion("split_invite", invite.id.text, name, delivery)
        }
    }
}

extension SplitOverview {
    /// The invitations for a person.
    fileprivate func invites(for selector: String) throws(CommandFailure) -> [SplitInvite] {
        let person = try person(selector)
        return invites.filter { person.ids.contains($0.target) }
    }
}
