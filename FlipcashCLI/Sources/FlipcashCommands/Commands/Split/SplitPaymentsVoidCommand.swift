import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// `flipcash split payments void ID`
struct SplitPaymentsVoidCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "void", abstract: "Void a payment of yours whose device is gone.",
        discussion: """
              flipcash split payments void 5f3a

            First the service is asked for the money: a payment that has arrived is recorded as completed instead. An \
            open link has to be taken back before. If the service knows of no money, only the device that began the \
            payment knows whether it can still pay: --force voids it, and you risk paying twice.
            """)

    @Argument(help: ArgumentHelp("The beginning of its id.", valueName: "id"))
    var id: String

    @Flag(help: "Void it although its device may still pay.")
    var force = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "Check what happened with: flipcash split payments list --all" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            // Before the wallet is opened, which may ask for a passphrase.
            _ = try voidable(desk.overview())
            try await desk.withWallet { settling in try await void(settling) }
        }
    }

    private func void(_ settling: SettlingDesk) async throws {
        let call = settling.call
        let plan = try await plan(settling)
        let view = VoidedPaymentView(plan: plan, overview: try settling.desk.overview())
        guard !call.options.isDryRun else { return view.printDryRun(call) }
        try view.ask(call)
        let delivery = try await settling.exclusively {
            // Best effort: without the service, the steps wait and are judged later.
            try? await settling.synchronise()
            guard try await self.plan(settling) == plan else {
                throw CommandFailure(
                    "payment_changed", .conflict,
                    "The payment has changed meanwhile. Nothing was recorded. Run the command again.",
                    isRetryable: true)
            }
            return try await record(plan, view, settling)
        }
        let stored = try settling.desk.overview().view.world.payments[plan.payment]
        view.print(stored, isQueued: delivery.isQueued, to: call)
        settling.desk.mention(delivery)
    }

    /// Records the end of the payment.
    private func record(
        _ plan: VoidingPlan, _ view: VoidedPaymentView, _ settling: SettlingDesk
    ) async throws -> SplitDelivery {
        do {
            return try await settling.record(plan.steps)
        } catch let failure as CommandFailure {
            // The service completes a payment by a link for the payee's account alone, or on the payee's word.
            guard plan.money.sighting.outcome == .claimed,
                failure.code == SplitFailure.Code.paymentState.rawValue
            else { throw failure }
            throw view.collectedByAnother
        }
    }

    /// The payment, if it is the viewer's and has not ended.
    private func voidable(_ overview: SplitOverview) throws(CommandFailure) -> SplitPayment {
        let payment = try overview.payment(id)
        guard payment.state == .proposed || payment.state == .submitted else { throw .ended(payment) }
        let caller = SplitCaller(account: overview.account, ids: overview.view.me.ids)
        guard payment.isRecorder(caller) else {
            throw CommandFailure(
                "not_payer", .refused,
                "Only \(DisplayText.sanitized(overview.name(of: payment.from))), who pays, can void this payment. If "
                    + "you have its money, confirm it with: flipcash split payments confirm \(payment.id.text)")
        }
        return payment
    }

    /// Finds out what can be recorded now.
    ///
    /// - Throws: `CommandFailure`, exit 9, if the money can still move or is in a link, or if only `--force` may
    ///   decide.
    private func plan(_ settling: SettlingDesk) async throws -> VoidingPlan {
        let overview = try settling.desk.overview()
        let payment = try voidable(overview)
        let money = try await settling.money(of: payment, overview)
        guard payment.isUnderWay else {
            // Cash that was never handed over.
            let step = PaymentAdvance(payment: payment.id, state: .voided)
            return VoidingPlan(payment: payment.id, steps: [step], money: money, isForced: false)
        }
        let time = SettlingDesk.submissionTimeMax.components.seconds
        let review = PaymentReview(
            of: payment, money.sighting, intent: money.intent?.hexadecimal, submissionTime: time,
            at: settling.desk.now)
        if case .linkOpen = review { throw Self.linkOpen(money) }
        guard try !settling.isSettling(payment) else { throw Self.settledHere }
        switch review {
        case .ended(let steps):
            return VoidingPlan(payment: payment.id, steps: steps, money: money, isForced: false)
        case .linkOpen: throw Self.linkOpen(money)
        case .inFlight(let seconds): throw Self.inFlight(seconds)
        case .undecided(let steps):
            guard force else { throw Self.undecided }
            return VoidingPlan(payment: payment.id, steps: steps, money: money, isForced: true)
        }
    }

    private static func linkOpen(_ money: FoundMoney) -> CommandFailure {
        let vault = money.sighting.vault.flatMap(PublicKey.init(hexadecimal:))?.base58 ?? "LINK"
        let link = money.guessedDate == nil ? "The link of this payment" : "A link that may be this payment's"
        return CommandFailure(
            "link_open", .conflict,
            "\(link) waits to be collected. Take it back, and run this again: flipcash link cancel \(vault)")
    }

    private static var settledHere: CommandFailure {
        CommandFailure(
            "payment_unfinished", .conflict,
            "This device made the payment, and does not know yet how it ended. Find out with: flipcash split sync",
            isRetryable: true)
    }

    private static func inFlight(_ seconds: Int64) -> CommandFailure {
        CommandFailure(
            "payment_in_flight", .conflict,
            "The payment was begun a moment ago, and its device may be paying now. Try again in \(seconds) s.",
            isRetryable: true)
    }

    private static var undecided: CommandFailure {
        CommandFailure(
            "payment_undecided", .conflict,
            "The service has seen no money for this payment. Only the device that began it knows whether it can still "
                + "pay. If that device is gone, add --force: if it pays after all, you pay twice.")
    }
}

/// What `flipcash split payments void` records.
struct VoidingPlan: Sendable, Equatable {
    let payment: EntityID
    /// The steps to the end of the payment.
    let steps: [PaymentAdvance]
    /// What the service knows of the money.
    let money: FoundMoney
    /// Whether the payment is voided although its device may still pay.
    let isForced: Bool

    /// The state in which the payment ends.
    var end: SplitPayment.State { steps.last?.state ?? .voided }
}

/// A voided payment as it is asked about and shown.
struct VoidedPaymentView: Sendable {
    let plan: VoidingPlan
    let overview: SplitOverview

    private var payment: SplitPayment? { overview.view.world.payments[plan.payment] }
    private var name: String { payment.map { DisplayText.sanitized(overview.name(of: $0.to)) } ?? "somebody" }
    private var text: String {
        let amount = payment.map { overview.money.text($0.amount) } ?? "an unknown amount"
        return "the payment of \(amount) to \(name)"
    }

    private var question: String {
        if plan.isForced {
            return "Nothing shows that \(text) was made. If its device pays after all, you pay twice. Void it?"
        }
        guard plan.end == .completed else { return "Void \(text)? \(reason)" }
        guard let date = plan.money.guessedDate else {
            return "The money of \(text) has arrived. Record it as completed?"
        }
        return
            "You sent the same amount at \(TimeText.local(date)), which no other payment names. Record \(text) as completed "
            + "by it?"
    }

    /// Why the money cannot move any more.
    private var reason: String {
        switch plan.money.sighting.outcome {
        case .voided: "Its link was taken back."
        case .expired: "Its link was not collected in time, and its cash is back."
        case .paid, .open, .claimed, .notPaid, .stale, .unknown: "No money was handed over."
        }
    }

    /// Asks on a terminal. A guess needs an answer or `--yes`.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error without a terminal.
    func ask(_ call: Invocation) throws {
        guard !call.options.assumesYes else { return }
        guard call.prompt.isPossible else {
            guard plan.money.guessedDate == nil else { throw CommandFailure.cannotAsk(question, option: "--yes") }
            return
        }
        try call.confirm(question)
    }

    /// Prints the answer of a dry run.
    func printDryRun(_ call: Invocation) {
        guard let payment else { return }
        let planned = SettledPayment(
            payment: payment, link: nil, intent: plan.money.intent?.hexadecimal, isQueued: false)
        call.printer.answer(planned.document(overview.money, state: "planned")) { printer in
            printer.line(plan.end == .completed ? "Would record \(text) as completed." : "Would void \(text).")
        }
        call.printer.hint("Nothing was recorded.")
    }

    /// Prints what was recorded.
    func print(_ stored: SplitPayment?, isQueued: Bool, to call: Invocation) {
        guard let payment = stored ?? payment else { return }
        let done = SettledPayment(payment: payment, link: nil, intent: nil, isQueued: isQueued)
        call.printer.answer(done.document(overview.money)) { printer in
            switch plan.end {
            case .completed: printer.line("Recorded \(text) as completed.", .positive)
            case .expired: printer.line("Recorded \(text) as expired.", .positive)
            case .voided, .failed, .proposed, .submitted: printer.line("Voided \(text).", .positive)
            }
        }
        call.printer.hint(
            plan.end == .completed ? "The debt is cleared: the money has arrived." : "The debt is open again.")
    }

    /// The failure for a link that was collected by an account that is not known as the payee's.
    var collectedByAnother: CommandFailure {
        CommandFailure(
            "collected_by_another", .conflict,
            "The link was collected, but not with \(name)'s account. If \(name) collected it, ask \(name) to run: "
                + "flipcash split payments confirm \(plan.payment.text)")
    }
}
