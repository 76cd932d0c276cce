import ArgumentParser
import FlipcashCore
import FlipcashWallet
import Synchronization

/// The options of commands that trade.
struct TradeOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Pay only if at most this much less than quoted arrives.", valueName: "percent"))
    var maxSlippage: PercentArgument = PercentArgument(bps: Session.standardToleranceBps)

    @Flag(help: "Return when the trade is paid, without waiting for its end.")
    var noWait = false
}

/// A share in per cent with at most two decimals, 0 to 50.
struct PercentArgument: ExpressibleByArgument, Sendable, Hashable {
    let bps: Int

    init(bps: Int) { self.bps = bps }

    init?(argument: String) {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), (0...50).contains(whole), parts.count <= 2 else {
            return nil
        }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard decimals.count <= 2, decimals.allSatisfy(\.isASCIIDigit) else { return nil }
        let hundredths = Int(decimals.padding(toLength: 2)) ?? 0
        guard whole * 100 + hundredths <= 5_000 else { return nil }
        bps = whole * 100 + hundredths
    }

    var defaultValueDescription: String {
        let (whole, rest) = bps.quotientAndRemainder(dividingBy: 100)
        return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: "0", count: Swift.max(0, length - count))
    }
}

/// Quotes a trade, asks, carries it out and follows it: the common part of `buy`, `sell` and `convert`.
struct TradeRun: Sendable {
    let amount: AmountText
    let source: TokenArgument
    let target: TokenArgument
    let options: TradeOptions
    let call: Invocation
    /// Called once when the trade is paid, before the wait for its end.
    var onPaid: (@Sendable (Ended) throws -> Void)?

    /// A trade that was paid.
    struct Ended: Sendable {
        let trade: PreparedTrade
        let outcome: SwapOutcome
    }

    /// Reports mistyped amounts, and a question that cannot be asked, before anything is started or created.
    func check() throws {
        _ = try amount.amount(in: call.entryCurrency(), locale: call.moneyText().locale)
        try call.requireConsentIsPossible()
    }

    func run(in wallet: any WalletAccess) async throws {
        guard let ended = try await carriedOut(in: wallet) else { return }
        try finish(ended.trade, ended.outcome, call.moneyText())
    }

    /// Quotes a trade, asks, carries it out and follows it. Call ``check()`` first: without a terminal nothing is asked
    /// here.
    ///
    /// - Returns: nil after a dry run, whose answer is printed here.
    func carriedOut(in wallet: any WalletAccess) async throws -> Ended? {
        let money = try call.moneyText()
        let market = wallet.market
        var trade = try await market.prepare(amount, from: source, to: target)
        if call.options.isDryRun {
            try answer(plan(trade), money)
            return nil
        }
        let clock = call.runtime.clock
        while call.prompt.isPossible, !call.options.assumesYes {
            let shown = clock.uptime()
            try ask(plan(trade), money)
            guard clock.uptime() - shown > SpendingOrder.patience else { break }
            let renewed = try await market.prepare(amount, from: source, to: target)
            guard renewed.quote != trade.quote || renewed.funding.amount.quarks != trade.funding.amount.quarks else {
                trade = renewed
                break
            }
            call.prompt.show("The figures have changed in the meantime:")
            trade = renewed
        }
        let agreed = trade
        let waits = onPaid == nil && !options.noWait
        let outcome: SwapOutcome = try await SwapWait(call: call, money: money).during(
            toleranceText(agreed), swap: nil
        ) { report in
            let paid = try await market.carryOut(
                agreed, toleranceBps: options.maxSlippage.bps, waits: waits, onProgress: report)
            guard let onPaid else { return paid }
            try onPaid(Ended(trade: agreed, outcome: paid))
            return try await followed(agreed, paid, market, report)
        }
        return Ended(trade: agreed, outcome: outcome)
    }

    /// Waits for the end of a paid trade, unless it has ended or the wait is not wanted.
    private func followed(
        _ trade: PreparedTrade, _ paid: SwapOutcome, _ market: any MarketAccess,
        _ report: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        let view = SwapView(trade, paid)
        guard !options.noWait, !view.isOver else { return paid }
        report(.waiting(view.state))
        do {
            return try await market.follow(view, onProgress: report)
        } catch let error as CancellationError {
            throw error
        } catch {
            // It is paid. A failed look-up says nothing about its end.
            return paid
        }
    }

    private func toleranceText(_ trade: PreparedTrade) -> String {
        switch trade.kind {
        case .buy, .launch: "Buying \(TokenView(trade.target, quarks: 0).displayName)"
        case .sell: "Selling \(TokenView(trade.source, quarks: 0).displayName)"
        case .convert: "Converting \(TokenView(trade.source, quarks: 0).displayName)"
        }
    }

    private func plan(_ trade: PreparedTrade) -> TradePlan {
        TradePlan(trade, toleranceBps: options.maxSlippage.bps, now: call.runtime.clock.now())
    }

    private func answer(_ plan: TradePlan, _ money: MoneyText) throws {
        call.printer.answer(plan.document(money)) { printer in
            printer.line(plan.intention)
            printer.table(plan.table(money))
        }
        call.printer.hint("Nothing was submitted.")
    }

    private func ask(_ plan: TradePlan, _ money: MoneyText) throws {
        let width = call.console.errors.size?.columns
        for line in plan.table(money).lines(header: false, limit: width, style: call.printer.errorStyle) {
            call.prompt.show(line)
        }
        guard try call.prompt.confirm("Trades cannot be undone. Continue?") else { throw CommandFailure.declined }
    }

    private func finish(_ trade: PreparedTrade, _ outcome: SwapOutcome, _ money: MoneyText) throws {
        let view = SwapView(trade, outcome)
        if options.noWait, !view.isOver {
            call.printer.answer(view.document(money)) { $0.line("Paid. The swap is under way.") }
            call.printer.hint("To wait for its end: flipcash swap resume \(view.id.base58)")
            return
        }
        try SwapWait(call: call, money: money).requireDone(view)
        call.printer.answer(view.document(money)) { printer in
            let got =
                "\(TokenView.decimal(quarks: view.to.quarks, decimals: view.to.mint.mintDecimals)) \(view.to.unit)"
            let paid = money.text(trade.funding.amount.nativeAmount, of: view.from)
            switch trade.kind {
            case .buy, .launch: printer.line("Bought about \(got) for \(paid)", .positive)
            case .sell: printer.line("Sold \(paid) for about \(money.text(trade.net))", .positive)
            case .convert: printer.line("Converted \(paid) into about \(got)", .positive)
            }
        }
    }
}

extension SwapView {
    init(_ trade: PreparedTrade, _ outcome: SwapOutcome) {
        self.init(
            id: outcome.record.swap, kind: trade.kind.rawValue,
            state: outcome.state ?? SwapState(journal: outcome.record.state),
            from: TokenView(trade.source, quarks: trade.funding.amount.quarks),
            to: TokenView(trade.target, quarks: trade.quote.received.quarks),
            amount: trade.funding.amount.nativeAmount, started: outcome.record.created)
    }
}

/// Shows the steps of a swap, and says what is under way when the person stops waiting.
struct SwapWait: Sendable {
    let call: Invocation
    let money: MoneyText

    /// The swap, once it is paid.
    private final class Steps: Sendable {
        private struct State {
            var swap: SwapID?
            var isPaid = false
        }

        private let state: Mutex<State>

        init(_ swap: SwapID?) { state = Mutex(State(swap: swap)) }

        func note(_ step: SwapProgress) {
            state.withLock { state in
                switch step {
                case .creating, .created, .agreeing: break
                case .paying(let id): state = State(swap: id, isPaid: true)
                case .waiting: state.isPaid = true
                }
            }
        }

        var swap: SwapID? { state.withLock { $0.swap } }

        var isPaid: Bool { state.withLock { $0.isPaid } }
    }

    /// Runs a trade with a line of progress.
    ///
    /// - Parameter swap: the swap's id, if it is known before.
    /// - Throws: an exit 10 failure if the person stops the command after the payment.
    func during<Result: Sendable>(
        _ text: String, swap: SwapID?,
        _ body: @Sendable (@escaping @Sendable (SwapProgress) -> Void) async throws -> Result
    ) async throws -> Result {
        let line = ProgressLine(call)
        let steps = Steps(swap)
        do {
            return try await line.during(text) {
                try await body { step in
                    steps.note(step)
                    line.show("\(text): \(step.text)")
                }
            }
        } catch is CancellationError where steps.isPaid {
            throw stopped(steps.swap)
        }
    }

    private func stopped(_ swap: SwapID?) -> CommandFailure {
        let advice = swap.map { "Follow it with: flipcash swap resume \($0.base58)" } ?? "See: flipcash swap list"
        var pending = OutputObject(schema: "swap")
        pending["id"] = swap.map { .string($0.base58) }
        pending["state"] = .string("submitting")
        return CommandFailure(
            "pending", .outcomeUnknown, "Stopped waiting. The swap is paid and goes on without this command. \(advice)",
            pending: pending, hasEffect: true)
    }

    /// Checks that a swap has ended well.
    ///
    /// - Throws: `SwapFailure`: exit 10 while it is under way, 6 if it was cancelled or failed.
    func requireDone(_ view: SwapView) throws {
        switch view.state {
        case .finalized: return
        case .cancelled:
            throw CommandFailure(describing: SwapFailure.cancelled(view.id)).afterEffect(view.document(money))
        case .failed: throw CommandFailure(describing: SwapFailure.stuck(view.id)).afterEffect(view.document(money))
        case .created, .funding, .funded, .submitting, .cancelling:
            throw CommandFailure(describing: SwapFailure.pending(view.id)).withPending(view.document(money))
        }
    }
}

extension SwapProgress {
    /// The step for people.
    var text: String {
        switch self {
        case .creating: "reserving its name"
        case .created: "name reserved"
        case .agreeing: "agreeing on it"
        case .paying: "paying"
        case .waiting(let state): state.meaning
        }
    }
}
