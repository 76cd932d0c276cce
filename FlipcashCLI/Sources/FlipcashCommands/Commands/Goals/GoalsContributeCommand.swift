import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// `flipcash goals contribute`
struct GoalsContributeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "contribute", abstract: "Set money aside for a goal.",
        discussion: """
            Reserves a part of the wallet's balance, which can still be spent, or enters a deposit of an account that \
            you keep by hand. --to sends money to another account of yours, and --buy buys a token and reserves it: \
            both move money at once, and ask first.
            """)

    @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
    var goal: String

    @Argument(help: "The amount in the currency of the asset; with --to and --buy such as 5, 5.50cad or max.")
    var amount: String

    @Option(help: "The asset; the wallet's dollars if left out.")
    var asset: String?

    @Option(help: "A token of the wallet, by its symbol or mint.")
    var token: String?

    @Option(help: ArgumentHelp("Send it to another account of yours.", valueName: "account"))
    var to: String?

    @Option(help: ArgumentHelp("Buy this token, and reserve what was bought.", valueName: "token"))
    var buy: TokenArgument?

    @OptionGroup(title: "Options of --buy")
    var trade: TradeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    var needsService: Bool { to != nil || buy != nil }

    var isWaiting: Bool { buy != nil }

    var lostAnswerAdvice: String? { needsService ? "Check what happened with: flipcash history" : nil }

    mutating func validate() throws {
        if [asset, to, buy?.text].compactMap({ $0 }).count > 1 || asset != nil && token != nil {
            throw ValidationError("--asset, --to and --buy cannot be combined, nor --asset with --token. Use only one.")
        }
    }

    func run(in call: Invocation) async throws {
        try await call.withGoals { desk in
            let goal = try desk.goal(goal)
            guard goal.lifecycle == .active else { throw CommandFailure.notActive(goal) }
            if let to {
                try await Payment(goal: goal, amount: amount, token: token, desk: desk, call: call).send(to: to)
            } else if let buy {
                try await Payment(goal: goal, amount: amount, token: token, desk: desk, call: call)
                    .buy(buy, options: trade)
            } else {
                try await reserve(for: goal, desk, call)
            }
        }
    }

    /// Reserves a part of a balance, or enters a deposit.
    private func reserve(for goal: Goal, _ desk: GoalDesk, _ call: Invocation) async throws {
        let chosen = try asset.map { try desk.asset($0) }
        if let chosen, chosen.source == .manual { return try deposit(in: chosen, for: goal, desk, call) }
        let share = try await desk.refreshedIfShort(chosen, call) { desk in
            let asset = try chosen ?? desk.walletAsset(token.map { try desk.currency($0) })
            return try desk.share(of: asset, for: goal, .more(amount))
        }
        let asset = share.asset
        if !call.options.isDryRun {
            if try desk.store.asset(asset.id) == nil { try desk.store.put(asset) }
            try desk.store.allocate(share.units, of: asset.id, to: goal.id, balance: share.balance, now: desk.now)
        }
        answer(share.added, of: asset, for: goal, kind: "reservation", share.desk, call)
    }

    private func deposit(in asset: Asset, for goal: Goal, _ desk: GoalDesk, _ call: Invocation) throws {
        let amount = try desk.amount(amount, asset.currency)
        let deposit = AssetTransaction(
            id: TransactionID(random: desk.random), asset: asset.id, units: amount.units, date: desk.now)
        if !call.options.isDryRun { try desk.store.log(deposit, for: goal.id, now: desk.now) }
        answer(amount, of: asset, for: goal, kind: "deposit", desk, call)
    }

    private func answer(
        _ amount: AssetAmount, of asset: Asset, for goal: Goal, kind: String, _ desk: GoalDesk, _ call: Invocation
    ) {
        let isDryRun = call.options.isDryRun
        let verb = isDryRun ? "Would set aside" : "Set aside"
        call.printer.answer(
            ContributionText.object(goal, asset, amount, kind: kind, state: isDryRun ? "planned" : nil)
        ) { $0.line("\(verb) \(amount) of \(desk.name(of: asset)) for \(goal.name)") }
    }
}

/// Contributions as they are shown.
enum ContributionText {
    static func object(
        _ goal: Goal, _ asset: Asset, _ amount: AssetAmount, kind: String, payment: String? = nil, state: String? = nil
    ) -> OutputObject {
        var document = OutputObject(schema: "goal_contribution")
        document["goal"] = .string(goal.id.text)
        document["asset"] = .string(asset.id.text)
        document["amount"] = .string(amount.text)
        document["currency"] = .string(asset.currency.lowercasedCode)
        document["kind"] = .string(kind)
        document["id"] = payment.map { .string($0) }
        document["state"] = state.map { .string($0) }
        return document
    }
}

extension GoalsContributeCommand {
    /// A contribution that moves money (goals specification §14.1).
    ///
    /// It is stored as pending before anything is submitted. It counts when the payment has succeeded, and only once.
    struct Payment: Sendable {
        let goal: Goal
        let amount: String
        /// The token that pays.
        let token: String?
        let desk: GoalDesk
        let call: Invocation

        private func payingToken() throws(CommandFailure) -> TokenArgument? {
            guard let token else { return nil }
            guard let argument = TokenArgument(argument: token) else { throw .usage("--token needs a token.") }
            return argument
        }
    }
}

/// Sending to another account.
extension GoalsContributeCommand.Payment {
    func send(to selector: String) async throws {
        let account = try otherAccount(selector)
        let (money, entered) = (try call.moneyText(), AmountText(argument: amount))
        // Report mistyped arguments before anything is started or created.
        _ = try entered.amount(in: call.entryCurrency(), locale: money.locale)
        let token = try payingToken() ?? .dollars
        try call.requireConsentIsPossible()
        try await call.withWallet { wallet in
            try await desk.settlePending(in: wallet)
            let plan = try await call.agreed(money) { renewed in
                let cash = try await wallet.prepare(entered, token: renewed ?? token, flow: .giveOrSend)
                let person = try await wallet.person(at: account.owner, mint: cash.token.mint)
                return SpendingPlan(form: .person(person), cash: cash)
            }
            guard let plan, case .person(let person) = plan.form else { return }
            let asset = try savingsAsset(person.account, plan.cash.token.mint, label: account.label)
            let id = IntentID.generate(using: call.runtime.random)
            let units = ExactInteger(plan.cash.token.quarks)
            try desk.store.put(
                PendingContribution(
                    payment: id.base58, kind: .payment, goal: goal.id, asset: asset.id, units: units,
                    date: call.runtime.clock.now()))
            do {
                _ = try await call.pay(plan, "Saving", money) {
                    try await wallet.send(plan.cash, to: person, id: id, goal: goal.id.text)
                }
            } catch {
                // Without an outcome it stays pending. The next contribution or sync looks it up.
                if !CommandFailure(describing: error).hasEffect { try desk.store.drop(pending: id.base58) }
                throw error
            }
            try count(id.base58)
            let paid = AssetAmount(units: units, asset.currency)
            call.printer.answer(
                ContributionText.object(goal, asset, paid, kind: "payment", payment: id.base58, state: "done")
            ) {
                $0.line("Sent \(paid) to \(account.label) for \(goal.name)", .negative)
                $0.line("Id \(id.base58)", .secondary)
            }
            await wallet.refresh()
        }
    }

    /// Another account of the person.
    private func otherAccount(_ selector: String) throws -> AccountSummary {
        let manager = try call.accountManager()
        let account = try manager.account(matching: selector)
        guard try call.selectedAccount(manager)?.owner != account.owner else {
            throw CommandFailure.badInput(
                "This is the account that pays. Name another one of: flipcash account list", code: "own_account")
        }
        return account
    }

    /// The asset that watches the vault of an account, which is stored before anything is paid.
    private func savingsAsset(_ vault: PublicKey, _ mint: PublicKey, label: String) throws -> Asset {
        let currency = desk.holdings[mint]?.currency ?? AssetCurrency(mint: mint)
        let source = Asset.Source.address(.init(chain: Chain.sol.rawValue, address: vault.base58))
        if let known = try desk.store.assets().first(where: { $0.source == source && $0.currency == currency }) {
            return known
        }
        let asset = Asset(id: AssetID(random: desk.random), currency: currency, source: source, label: label)
        try desk.store.put(asset)
        return asset
    }

    /// Counts what was paid.
    ///
    /// - Throws: `CommandFailure` that says that the money has moved.
    private func count(_ payment: String) throws {
        do {
            try desk.store.settle(pending: payment, now: call.runtime.clock.now(), random: desk.random)
        } catch {
            throw CommandFailure(describing: error).afterEffect(nil)
        }
    }
}

/// Buying a token.
extension GoalsContributeCommand.Payment {
    func buy(_ target: TokenArgument, options: TradeOptions) async throws {
        let source = try payingToken() ?? .dollars
        let run = TradeRun(
            amount: AmountText(argument: amount), source: source, target: target, options: options, call: call,
            onPaid: { ended in try note(ended) })
        try run.check()
        try await call.withWallet { wallet in
            try await desk.settlePending(in: wallet)
            guard let ended = try await run.carriedOut(in: wallet) else { return }
            let mint = ended.trade.target.address
            let asset = try boughtAsset(mint)
            let (swap, quoted) = (
                ended.outcome.record.swap.base58, ExactInteger(ended.trade.quote.received.quarks)
            )
            let view = SwapView(ended.trade, ended.outcome)
            if options.noWait, !view.isOver {
                answer(asset, quoted, swap, state: "pending")
                return
            }
            do {
                try SwapWait(call: call, money: call.moneyText()).requireDone(view)
            } catch {
                if view.isOver { try desk.store.drop(pending: swap) }
                throw error
            }
            let counted = try desk.settlePurchase(swap, of: mint)
            // Another command may have counted the purchase already.
            answer(asset, counted ?? quoted, swap, state: "done")
        }
    }

    /// Stores what was paid, before its end is waited for: a command that is killed meanwhile must not lose it.
    ///
    /// - Throws: `CommandFailure` that says that the money has moved.
    private func note(_ ended: TradeRun.Ended) throws {
        do {
            try desk.store.put(
                PendingContribution(
                    payment: ended.outcome.record.swap.base58, kind: .purchase, goal: goal.id,
                    asset: boughtAsset(ended.trade.target.address).id,
                    units: ExactInteger(ended.trade.quote.received.quarks), date: call.runtime.clock.now()))
        } catch {
            throw CommandFailure(describing: error).afterEffect(nil)
        }
    }

    private func boughtAsset(_ mint: PublicKey) throws -> Asset {
        if let known = try desk.store.assets().first(where: { $0.source == .wallet(mint) }) { return known }
        let currency = desk.holdings[mint]?.currency ?? AssetCurrency(mint: mint)
        let asset = Asset(id: AssetID(random: desk.random), currency: currency, source: .wallet(mint))
        try desk.store.put(asset)
        return asset
    }

    private func answer(_ asset: Asset, _ units: ExactInteger, _ swap: String, state: String) {
        let amount = AssetAmount(units: units, asset.currency)
        call.printer.answer(
            ContributionText.object(goal, asset, amount, kind: "purchase", payment: swap, state: state)
        ) {
            $0.line(
                state == "done"
                    ? "Bought and set aside \(amount) for \(goal.name)"
                    : "Paid. What is bought will be set aside for \(goal.name).")
            $0.line("Id \(swap)", .secondary)
        }
        if state == "pending" {
            call.printer.hint("To wait for its end: flipcash swap resume \(swap), then: flipcash goals asset sync")
        }
    }
}
