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
            let isUnpaid = swap.state == .created
            if call.options.isDryRun {
                call.printer.answer(swap.document(money)) { printer in
                    printer.line(isUnpaid ? "Would pay this swap:" : "Would wait for this swap:")
                    printer.facts(swap.facts(money))
                }
                return call.printer.hint("Nothing was submitted.")
            }
            let wait = SwapWait(call: call, money: money)
            guard !swap.isOver else { return try show(swap, wait, money, call) }
            let outcome: SwapOutcome
            if isUnpaid {
                let payment = try await wallet.market.payment(of: swap)
                try confirm(swap, payment, money, call)
                outcome = try await wait.during("Paying the swap", swap: swap.id) {
                    try await wallet.market.pay(swap, with: payment, onProgress: $0)
                }
            } else {
                outcome = try await wait.during("Waiting for the swap", swap: swap.id) { report in
                    // It is paid already, so stopping leaves it under way.
                    report(.waiting(swap.state))
                    return try await wallet.market.follow(swap, onProgress: report)
                }
            }
            try show(swap.with(outcome.state ?? swap.state), wait, money, call)
        }
    }

    private func confirm(
        _ swap: SwapView, _ payment: PinnedExchangeData, _ money: MoneyText, _ call: Invocation
    ) throws {
        let amount = money.text(payment.amount.nativeAmount, of: swap.from)
        try call.confirm("Pay \(amount) for \(swap.to.displayName) at today's price? Trades cannot be undone.")
    }

    private func show(_ swap: SwapView, _ wait: SwapWait, _ money: MoneyText, _ call: Invocation) throws {
        try wait.requireDone(swap)
        call.printer.answer(swap.document(money)) { $0.facts(swap.facts(money)) }
    }
}

extension SwapView {
    /// The same swap in another state.
    func with(_ state: SwapState) -> SwapView {
        SwapView(
            id: id, kind: kind, state: state, from: from, to: to, amount: amount, started: started)
    }
}
