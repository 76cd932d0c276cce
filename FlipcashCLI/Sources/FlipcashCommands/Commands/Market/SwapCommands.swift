import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash swap …`
struct SwapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: "See trades, and finish those that were interrupted.",
        subcommands: [SwapListCommand.self, SwapShowCommand.self, SwapResumeCommand.self])
}

/// `flipcash swap list`
struct SwapListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the trades started here, and those that wait for their payment.")

    @Flag(help: "Show only trades that have not ended.")
    var open = false

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
    var limit: Int = 50

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 10000.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let all = try await call.withWallet { try await $0.market.swaps() }
        let swaps = Array(all.filter { !open || !$0.isOver }.prefix(limit))
        let objects = swaps.map { $0.document(money) }
        var document = OutputObject(schema: "swaps")
        document["swaps"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            var table = Table([
                .amount("AMOUNT"), .text("FROM"), .text("TO"), .text("STATE"), .exact("STARTED"), .id("ID"),
            ])
            for swap in swaps {
                table.add([
                    .init(swap.amount.map(money.text) ?? ""), .init(swap.from.displayName),
                    .init(swap.to.displayName), .init(swap.state.meaning),
                    .init(swap.started.map(TimeText.local) ?? "", .secondary), .init(swap.id.base58),
                ])
            }
            printer.table(table)
        }
        if swaps.isEmpty { call.printer.hint(open ? "No trade is under way." : "You have made no trades.") }
    }
}

/// `flipcash swap show ID`
struct SwapShowCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the state of one trade.")

    @Argument(help: ArgumentHelp("The swap's id, or its first characters.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let swap = try await call.withWallet { try await $0.market.swap(id) }
        call.printer.answer(swap.document(money)) { $0.facts(swap.facts(money)) }
        if let advice = swap.advice { call.printer.hint(advice) }
    }
}

/// `flipcash swap resume ID`
struct SwapResumeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Pay a trade that was agreed on and never paid, or wait for one under way.",
        discussion: "A trade that is never paid expires, and no money moves.")

    @Argument(help: ArgumentHelp("The swap's id, or its first characters.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var isWaiting: Bool { true }

    var lostAnswerAdvice: String? { "See: flipcash swap list" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        try await call.withWallet { wallet in
            let swap = try await wallet.market.swap(id)
            if call.options.isDryRun { return try await plan(swap, in: wallet, money, call) }
            let wait = SwapWait(call: call, money: money)
            if swap.isOver {
                try show(swap, nil, wait, call)
            } else if swap.state == .created {
                let (paid, plan) = try await pay(swap, in: wallet, wait, call)
                try show(paid, plan, wait, call)
            } else {
                try show(try await follow(swap, in: wallet, wait), nil, wait, call)
            }
        }
    }

    /// Shows what would be paid or waited for.
    private func plan(
        _ swap: SwapView, in wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation
    ) async throws {
        let isUnpaid = swap.state == .created
        var plan: TradePlan?
        if isUnpaid {
            plan = TradePlan(try await wallet.market.payment(of: swap), of: swap, now: call.runtime.clock.now())
        } else if !swap.isOver, let figures = try? await wallet.market.figures(of: swap) {
            // Best effort: nothing is asked. The swap may also have ended in the meantime.
            plan = TradePlan(figures, of: swap, now: call.runtime.clock.now())
        }
        call.printer.answer(swap.document(money, plan)) { printer in
            guard !swap.isOver else { return printer.facts(swap.facts(money)) }
            printer.line(isUnpaid ? "Would pay this swap:" : "Would wait for this swap:")
            if let plan { printer.table(plan.table(money)) } else { printer.facts(swap.facts(money)) }
        }
        call.printer.hint(swap.isOver ? "This swap has ended." : "Nothing was submitted.")
    }

    /// Shows the figures, asks, pays, and waits for the end.
    private func pay(
        _ swap: SwapView, in wallet: any WalletAccess, _ wait: SwapWait, _ call: Invocation
    ) async throws -> (SwapView, TradePlan) {
        try call.requireConsentIsPossible()
        let (market, clock) = (wallet.market, call.runtime.clock)
        var payment = try await market.payment(of: swap)
        while call.prompt.isPossible, !call.options.assumesYes {
            let shown = clock.uptime()
            try ask(TradePlan(payment, of: swap, now: clock.now()), wait.money, call)
            guard clock.uptime() - shown > SpendingOrder.patience else { break }
            let renewed = try await market.payment(of: swap)
            let isUnchanged =
                renewed.quote == payment.quote
                && renewed.funding.amount.nativeAmount == payment.funding.amount.nativeAmount
            payment = renewed
            guard !isUnchanged else { break }
            call.prompt.show("The figures have changed in the meantime:")
        }
        let agreed = payment
        let plan = TradePlan(agreed, of: swap, now: clock.now())
        let outcome = try await wait.during("Paying the swap", swap: swap.id) { report in
            try await market.pay(swap, with: agreed, onProgress: report)
        }
        return (swap.with(outcome.state ?? swap.state, receiving: plan.getToken.quarks), plan)
    }

    private func ask(_ plan: TradePlan, _ money: MoneyText, _ call: Invocation) throws {
        let width = call.console.errors.size?.columns
        for line in plan.table(money).lines(header: false, limit: width, style: call.printer.errorStyle) {
            call.prompt.show(line)
        }
        guard try call.prompt.confirm("Trades cannot be undone. Pay it now?") else { throw CommandFailure.declined }
    }

    private func follow(_ swap: SwapView, in wallet: any WalletAccess, _ wait: SwapWait) async throws -> SwapView {
        let outcome = try await wait.during("Waiting for the swap", swap: swap.id) { report in
            // It is paid already, so stopping leaves it under way.
            report(.waiting(swap.state))
            return try await wallet.market.follow(swap, onProgress: report)
        }
        return swap.with(outcome.state ?? swap.state)
    }

    private func show(_ swap: SwapView, _ plan: TradePlan?, _ wait: SwapWait, _ call: Invocation) throws {
        try wait.requireDone(swap)
        call.printer.answer(swap.document(wait.money, plan)) { $0.facts(swap.facts(wait.money)) }
    }
}

extension SwapView {
    /// The same swap in another state.
    func with(_ state: SwapState, receiving quarks: UInt64? = nil) -> SwapView {
        SwapView(
            id: id, kind: kind, state: state, from: from, to: to.with(quarks: quarks ?? to.quarks), amount: amount,
            started: started)
    }

    /// The swap with the figures that were shown for it.
    func document(_ money: MoneyText, _ plan: TradePlan?) -> OutputObject {
        var document = document(money)
        document["quote"] = plan.map { .object($0.document(money, state: nil)) }
        return document
    }
}
