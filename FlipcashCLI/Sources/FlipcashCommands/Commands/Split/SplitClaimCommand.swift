import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split claim`
struct SplitClaimCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim", abstract: "Accept an invitation: the inviter's entry for you becomes yours.",
        discussion: """
              flipcash split claim 'flipcash://split/claim?token=…'
              flipcash split claim LINK --merge Bob        Bob in your list is the inviter
            """)

    @Argument(help: "The link, or its token.")
    var link: String?

    @Option(help: ArgumentHelp("Your entry for the inviter, if it has no account yet.", valueName: "person"))
    var merge: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            let link = try typedLink(call)
            let merging = try merge.map { name in try desk.overview().friend(name) }
            let preview = try await desk.withService { service in
                // The first call makes the account.
                if !call.options.isDryRun { _ = try await service.account() }
                return try await service.preview(token: link.token)
            }
            let inviter = DisplayText.sanitized(preview.creatorName.isEmpty ? "Somebody" : preview.creatorName)
            var document = OutputObject(schema: "split_claim")
            document["inviter"] = .string(preview.creatorName)
            document["name"] = .string(preview.targetName)
            document["groups"] = .array(preview.groupNames.map { .string($0) })
            document["expenses"] = .integer(Int64(preview.expenseCount))
            document["balances"] = .array(preview.balances.map { desk.money.value($0) })
            let summary = Self.summary(preview, inviter, desk.money)
            guard !call.options.isDryRun else {
                document["state"] = .string("planned")
                return call.printer.answer(document) { $0.line("Would accept: \(summary)") }
            }
            try call.confirmWherePossible("\(summary) Accept?")
            let claim = InviteClaim(token: link.token, merging: merging?.memberID)
            let delivery = try await desk.submit([.claimInvite(claim)], isChecked: true)
            document["state"] = .string(delivery.isQueued ? "queued" : "claimed")
            document["queued"] = .boolean(delivery.isQueued)
            call.printer.answer(document) { $0.line("Linked with \(inviter).") }
            desk.mention(delivery)
        }
    }

    private func typedLink(_ call: Invocation) throws(CommandFailure) -> InviteLink {
        if let link {
            guard let read = InviteLink(link) else {
                throw .badInput("This is not an invitation. Its link looks like flipcash://split/claim?token=…")
            }
            return read
        }
        while true {
            let answer = try call.prompt.line("The link of the invitation:", option: "LINK")
            if let read = InviteLink(answer) { return read }
            call.prompt.show("This is not an invitation. Its link looks like flipcash://split/claim?token=…")
        }
    }

    private static func summary(_ preview: InvitePreview, _ inviter: String, _ money: MoneyText) -> String {
        let count = CountText.of(preview.expenseCount, "expense")
        let groups = preview.groupNames.isEmpty ? "" : " in \(preview.groupNames.joined(separator: ", "))"
        let open = preview.balances.filter { $0.units != 0 }.map { amount in
            "you \(amount.units > 0 ? "are owed" : "owe") \(money.text(amount.magnitude))"
        }
        let balance = open.isEmpty ? "" : ": \(open.joined(separator: ", "))"
        return DisplayText.sanitized(
            "\(inviter) invites you as \(preview.targetName), with \(count)\(groups)\(balance).")
    }
}
