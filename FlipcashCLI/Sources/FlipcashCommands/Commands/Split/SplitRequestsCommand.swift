import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split request`
struct SplitRequestCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Ask the owner of an account to be one of your friends.",
        discussion: """
              flipcash split request 2f9d6a31-6a07-4b0c-9d9a-6f3e2f0f7a11 Ann

            The user id is what the other person sees with: flipcash split account show. It can be answered for 7 days.
            """)

    @Argument(help: ArgumentHelp("The user id of the other account.", valueName: "user"))
    var user: String

    @Argument(help: ArgumentHelp("Your friend who owns this account.", valueName: "person"))
    var person: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            guard let bytes = UserID(text: user)?.bytes, let recipient = AccountID(userID: bytes) else {
                throw CommandFailure.badInput(
                    "\"\(DisplayText.sanitized(user))\" is not a user id. Ask your friend for the one that this prints: "
                        + "flipcash split account show", code: "bad_user")
            }
            let friend = try desk.overview().friend(person)
            guard recipient != desk.account else { throw SplitFailure(.selfRequest) }
            let draft = RequestDraft(id: desk.newID(), recipient: recipient, target: friend.memberID)
            let delivery = try await desk.submit([.createRequest(draft)], isChecked: true)
            let isDryRun = call.options.isDryRun
            var document = OutputObject(schema: "split_request")
            document["id"] = .string(draft.id.text)
            document["user"] = .string(recipient.text)
            document["name"] = .string(friend.displayName())
            document["queued"] = .boolean(delivery.isQueued)
            document["state"] = .string(isDryRun ? "planned" : "pending")
            call.printer.answer(document) {
                $0.line("\(isDryRun ? "Would ask" : "Asked") for \(DisplayText.sanitized(friend.displayName()))")
            }
            desk.mention(delivery)
        }
    }
}

/// `flipcash split requests …`
struct SplitRequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "Requests to link accounts: yours, and those to you.",
        discussion: """
              flipcash split requests
              flipcash split requests accept 5f3a
            """,
        subcommands: [
            SplitRequestsListCommand.self, SplitRequestsAcceptCommand.self, SplitRequestsDeclineCommand.self,
            SplitRequestsCancelCommand.self,
        ],
        defaultSubcommand: SplitRequestsListCommand.self)
}

/// `flipcash split requests list`
struct SplitRequestsListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List requests.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let rows = overview.requests.map { request -> (LinkRequest, Bool, String) in
                let isOwn = request.requester == desk.account
                let requester = request.requesterName.isEmpty ? request.requester.text : request.requesterName
                return (request, isOwn, isOwn ? overview.name(of: request.target) : requester)
            }
            let objects = rows.map { request, isOwn, name in
                var object = OutputObject(schema: "split_request")
                object["id"] = .string(request.id.text)
                object["direction"] = .string(isOwn ? "sent" : "received")
                object["user"] = .string((isOwn ? request.recipient : request.requester).text)
                object["name"] = .string(name)
                object["queued"] = .boolean(overview.queued.contains(request.id.text))
                object["state"] = .string(request.state.rawValue)
                return object
            }
            var document = OutputObject(schema: "split_requests")
            document["requests"] = .array(objects.map { .object($0) })
            call.printer.answer(list: objects, document: document) { printer in
                var table = Table([.exact("DIRECTION"), .text("WHO"), .exact("STATE"), .id("ID")])
                for (request, isOwn, name) in rows {
                    table.add([
                        .init(isOwn ? "to" : "from"), .init(name), .init(request.state.rawValue),
                        .init(request.id.text, .secondary),
                    ])
                }
                printer.table(table)
            }
            if objects.isEmpty { call.printer.hint("No requests.") }
        }
    }
}

extension SplitOverview {
    /// The requests of and to the viewer, newest first.
    var requests: [LinkRequest] {
        view.world.requests.values.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }
    }

    /// The request whose id starts with `selector`.
    fileprivate func request(_ selector: String) throws(CommandFailure) -> LinkRequest {
        let matches = requests.filter { IDPrefix.matches(selector, hexadecimal: $0.id.text) }
        guard let match = matches.first else {
            throw CommandFailure(
                "request_not_found", .notFound,
                "There is no request \"\(DisplayText.sanitized(selector))\". List them with: flipcash split requests")
        }
        guard matches.count == 1 else { throw .ambiguous(selector, "requests", ids: matches.map(\.id.text)) }
        return match
    }
}

extension SplitDesk {
    /// Sends a change of a request and prints its outcome.
    fileprivate func answer(_ request: LinkRequest, _ change: SplitChange, _ state: String) async throws {
        let delivery = try await submit([change])
        let isDryRun = call.options.isDryRun
        var document = OutputObject(schema: "split_request")
        document["id"] = .string(request.id.text)
        document["queued"] = .boolean(delivery.isQueued)
        document["state"] = .string(isDryRun ? "planned" : state)
        call.printer.answer(document) { $0.line(isDryRun ? "Would be \(state)" : "The request is \(state).") }
        mention(delivery)
    }
}

/// `flipcash split requests accept`
struct SplitRequestsAcceptCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a request to you.",
        discussion: "  flipcash split requests accept 5f3a --merge Bob")

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("Your entry for the requester, if it has no account yet.", valueName: "person"))
    var merge: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let request = try overview.request(id)
            let merging = try merge.map { name in try overview.friend(name).memberID }
            if !call.options.isDryRun { try call.confirmWherePossible("Link your account with \(request.requester)?") }
            let response = RequestResponse(id: request.id, isAccepted: true, merging: merging)
            try await desk.answer(request, .respondRequest(response), "accepted")
        }
    }
}

/// `flipcash split requests decline`
struct SplitRequestsDeclineCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline a request to you.",
        discussion: "  flipcash split requests decline 5f3a")

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let request = try desk.overview().request(id)
            let response = RequestResponse(id: request.id, isAccepted: false)
            try await desk.answer(request, .respondRequest(response), "declined")
        }
    }
}

/// `flipcash split requests cancel`
struct SplitRequestsCancelCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Take back a request of yours.",
        discussion: "  flipcash split requests cancel 5f3a")

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let request = try desk.overview().request(id)
            try await desk.answer(request, .cancelRequest(request.id), "cancelled")
        }
    }
}
