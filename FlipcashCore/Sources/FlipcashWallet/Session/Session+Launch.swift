public import FlipcashCore

/// The contents of a currency to create, before the service has checked them.
public struct LaunchDraft: Hashable, Sendable {
    /// The name; it cannot be changed later.
    public var name: String
    /// The symbol; nil to let the service derive one.
    public var symbol: String?
    /// The description; nil for none.
    public var description: String?
    /// The icon's file; nil for none.
    public var icon: [UInt8]?
    /// Bill colours, `#RRGGBB`.
    public var billColors: [String]

    /// Creates a draft.
    public init(
        name: String, symbol: String? = nil, description: String? = nil, icon: [UInt8]? = nil, billColors: [String] = []
    ) {
        self.name = name
        self.symbol = symbol
        self.description = description
        self.icon = icon
        self.billColors = billColors
    }
}

/// The price of creating a currency, from one balance (client specification §10.10).
public struct LaunchPayment: Sendable {
    /// What leaves the balance, with its proofs: the first purchase and the fee.
    public let funding: PinnedExchangeData
    /// The part that is the fee.
    public let fee: ExchangedFiat
    /// The currency that pays.
    public let source: MintMetadata
    /// The price of the first tokens, in core quarks.
    public let purchaseAmount: UInt64
    /// The tokens that the first purchase yields.
    public let quote: TradeQuote
}

extension Session {
    /// How often, and how long apart, to look for the first tokens of a currency that was just created.
    static let launchBalanceAttempts = 60
    static let launchBalanceInterval: Duration = .seconds(2)

    /// Returns whether the service offers the name.
    ///
    /// - Throws: `SwapFailure.service`, `PinFailure`, `NodeGateFailure`.
    public func isNameAvailable(_ name: String) async throws -> Bool {
        try await nodeGate.verify()
        do throws(RPCFailure) {
            return try await client.checkAvailability(name: name)
        } catch {
            throw SwapFailure.service(error)
        }
    }

    /// Computes what creating a currency costs, paid with `source`.
    ///
    /// - Throws: `SwapFailure`, `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func prepareLaunch(source: PublicKey) async throws -> LaunchPayment {
        try await passGates()
        do {
            let flags = try await launchFlags()
            let mint = try await tradable(source)
            let pin = try await pin(currency: .usd, mint: source)
            guard let balance = balance(for: source), balance.quarks > 0 else {
                throw SessionError.insufficientBalance(shortfall: nil)
            }
            let purchase = TokenAmount(quarks: flags.newCurrencyPurchaseAmount, mint: node.coreMint)
            let fee = TokenAmount(quarks: flags.newCurrencyFeeAmount, mint: node.coreMint)
            let (gross, feeLeg) = try split(purchase: purchase, fee: fee, balance: balance, pin: pin)
            // The price is exact: unlike a payment, it cannot be rounded down to the balance.
            guard gross.quarks <= balance.quarks else {
                let funds = try SufficientFunds.check(
                    requested: gross, balanceQuarks: balance.quarks, supplyFromBonding: pin.supplyFromBonding)
                guard case .insufficient(let shortfall) = funds else {
                    throw SessionError.insufficientBalance(shortfall: nil)
                }
                throw SessionError.insufficientBalance(shortfall: shortfall)
            }
            // The mint does not exist yet, so any mint stands for it in the quote of its first tokens.
            let quote = try TradeQuote.buy(
                source == .usdc ? .usdf : .usdc, supply: 0, amount: purchase.quarks, coreMint: node.coreMint)
            return LaunchPayment(
                funding: PinnedExchangeData(amount: gross, state: pin), fee: feeLeg, source: mint,
                purchaseAmount: purchase.quarks, quote: quote)
        } catch let error as CancellationError {
            throw error
        } catch let error as MoneyError {
            throw SwapFailure.session(.invalidAmount(String(describing: error)))
        } catch {
            throw SwapFailure(error)
        }
    }

    private func split(
        purchase: TokenAmount, fee: TokenAmount, balance: StoredBalance, pin: VerifiedState
    ) throws -> (gross: ExchangedFiat, fee: ExchangedFiat) {
        guard balance.mint != node.coreMint else {
            func exact(_ quarks: UInt64) throws(MoneyError) -> ExchangedFiat {
                try ExchangedFiat.computeFromQuarks(
                    quarks: quarks, mint: node.coreMint, rate: pin.rate, supplyFromBonding: nil)
            }
            return (try exact(try purchase.adding(fee).quarks), try exact(fee.quarks))
        }
        let parts = try LaunchPaymentSplit(
            purchaseUSD: purchase.decimalValue, feeUSD: fee.decimalValue, rate: pin.rate, paymentMint: balance.mint,
            supplyFromBonding: pin.supplyFromBonding, balanceUSD: balance.usdcValue.value)
        guard let parts else { throw SessionError.insufficientBalance(shortfall: nil) }
        return (try parts.swap.adding(parts.fee), parts.fee)
    }

    /// Returns the flags with the price of a launch. Asks again while they are missing: a fee of zero is never assumed.
    func launchFlags() async throws -> UserFlags {
        if let flags = userFlags, flags.newCurrencyPurchaseAmount > 0, flags.newCurrencyFeeAmount > 0 { return flags }
        let flags = try await fetchUserFlags()
        guard flags.newCurrencyPurchaseAmount > 0, flags.newCurrencyFeeAmount > 0 else {
            throw SwapFailure.launchPriceUnknown
        }
        return flags
    }

    /// Creates a currency and buys its first tokens.
    ///
    /// The name and the mint are in the journal before the purchase. If the purchase fails, a later call with the same
    /// name repeats only that: the service refuses to create a second currency of this name (payment specification
    /// §17).
    ///
    /// - Returns: the mint, and how far the purchase was followed.
    /// - Throws: `SwapFailure.launchUnknown` if the name may be taken, `.notBought` if the currency was created and the
    ///   purchase failed or was stopped, once `.stuck` if an earlier currency of this name was given up and the money
    ///   of its first purchase could not be returned; other `SwapFailure`s, `PinFailure`, `NodeGateFailure`.
    public func launch(
        _ currency: CurrencyLaunch, payment: LaunchPayment,
        onProgress: @escaping @Sendable (SwapProgress) -> Void = { _ in }
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await passGates()
        return try await environment.tasks.performBlocking {
            let record = try await created(currency, onProgress)
            return try await buyFirstTokens(of: record, payment: payment, onProgress: onProgress)
        }
    }

    /// Buys the first tokens of a currency that this wallet created earlier.
    ///
    /// - Throws: `SwapFailure.noLaunch` if no such currency waits, `.launchLapsed` if it waited too long, `.stuck` if
    ///   it was given up and the money of its first purchase could not be returned; otherwise as
    ///   ``launch(_:payment:onProgress:)``.
    public func resumeLaunch(
        _ name: String, payment: LaunchPayment,
        onProgress: @escaping @Sendable (SwapProgress) -> Void = { _ in }
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await passGates()
        return try await environment.tasks.performBlocking {
            guard let record = try unboughtLaunch(name) else { throw SwapFailure.noLaunch(name) }
            guard try await !hasLapsed(record) else { throw SwapFailure.launchLapsed(name: record.name) }
            return try await buyFirstTokens(of: record, payment: payment, onProgress: onProgress)
        }
    }

    /// The currencies that this wallet has created and not bought yet, newest first.
    ///
    /// - Throws: `JournalFailure`.
    public func unboughtLaunches() throws(JournalFailure) -> [LaunchRecord] {
        try journal.launches().filter {
            $0.state == .created && JournalRecord.launch($0).isKnown(to: node)
        }
    }

    private func unboughtLaunch(_ name: String) throws(JournalFailure) -> LaunchRecord? {
        let wanted = LaunchRecord.comparable(name)
        return try unboughtLaunches().first { LaunchRecord.comparable($0.name) == wanted }
    }

    /// Whether the service has given up a currency that was created here, and records that.
    ///
    /// A service does so if the first purchase was begun and not paid in time, or was cancelled. The name is then free
    /// (payment specification §16.6), and its mint can never be bought.
    ///
    /// - Throws: `SwapFailure.pending`, `.fundingUnknown` while the first purchase may be paid: a service that then
    ///   calls the name free is wrong. Once, `.stuck` if the money of the first purchase could not be returned: it is
    ///   neither in the wallet nor in the currency, and must not be spent again unnoticed.
    private func hasLapsed(_ launch: LaunchRecord) async throws -> Bool {
        try requireUnpaid(launch)
        guard try await isNameAvailable(launch.name) else { return false }
        var ended = launch
        ended.state = .failed
        try journal.append(.launch(ended))
        let purchase = try journal.swaps().first { $0.swap == launch.swap }
        if let purchase, purchase.state == .stuck { throw SwapFailure.stuck(purchase.swap) }
        return true
    }

    /// Creates the currency, or returns the one that an earlier attempt created under exactly this name.
    private func created(
        _ currency: CurrencyLaunch, _ onProgress: @Sendable (SwapProgress) -> Void
    ) async throws -> LaunchRecord {
        if let earlier = try unboughtLaunch(currency.name), earlier.name == currency.name,
            try await !hasLapsed(earlier)
        {
            return earlier
        }
        var record = LaunchRecord(
            name: currency.name, symbol: currency.symbol?.text, created: environment.clock.now(), state: .creating,
            node: node.coreVMAuthority)
        // Without the record, a crash after the answer would leave the name taken and its mint forgotten.
        try Task.checkCancellation()
        try journal.append(.launch(record))
        onProgress(.creating)
        do throws(CurrencyLaunchError) {
            record.mint = try await client.launch(currency, owner: owner)
        } catch {
            // A lost answer may have created it; the record then keeps the name for the message of the next attempt.
            record.state = error.leavesCreationOpen ? .creating : .failed
            try? journal.append(.launch(record))
            throw error.leavesCreationOpen ? SwapFailure.launchUnknown(name: currency.name) : .launch(error)
        }
        record.state = .created
        try journal.append(.launch(record))
        return record
    }

    private func buyFirstTokens(
        of launch: LaunchRecord, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        guard let mint = launch.mint else { throw SwapFailure.noLaunch(launch.name) }
        try requireUnpaid(launch)
        var launch = launch
        var isPaid = false
        onProgress(.created(mint))
        do {
            try Task.checkCancellation()
            let order = try launchOrder(launch, mint: mint, payment: payment)
            launch.swap = order.parameters.id
            try journal.append(.launch(launch))
            let operation = SwapOperation(
                context: operationContext(waitsForLock: options.waitsForLock), order: order,
                record: record(of: order, kind: .launch, native: payment.funding.amount.nativeAmount),
                funding: payment.funding, beforePaying: {}, report: onProgress)
            let paid = try await operation.run()
            isPaid = true
            let outcome = try await follow(
                paid, attempts: SwapFollower.launchAttempts, waits: true, onProgress: onProgress)
            if outcome.isDone { try await awaitTokens(of: mint) }
            return (mint, outcome)
        } catch let error as CancellationError where isPaid {
            throw error
        } catch {
            throw SwapFailure.notBought(name: launch.name, SwapFailure(error))
        }
    }

    /// Refuses a second first purchase while an earlier one may be paid.
    ///
    /// - Throws: `SwapFailure.pending`, `.fundingUnknown`.
    private func requireUnpaid(_ launch: LaunchRecord) throws {
        guard let earlier = try journal.swaps().first(where: { $0.swap == launch.swap }) else { return }
        switch earlier.state {
        case .running: throw SwapFailure.pending(earlier.swap)
        case .funding: throw SwapFailure.fundingUnknown(earlier.swap)
        case .starting, .done, .returned, .failed, .stuck: break
        }
    }

    /// Records that a currency's first tokens are bought, if `swap` has bought them.
    ///
    /// Best effort: without the record, a later attempt to buy them is refused by the service.
    func noteFirstPurchase(by swap: SwapRecord) async {
        guard swap.kind == .launch, swap.state == .done else { return }
        try? await environment.tasks.performBlocking {
            let launches = try journal.launches()
            guard var launch = launches.first(where: { $0.swap == swap.swap && $0.state == .created }) else { return }
            launch.state = .done
            try journal.append(.launch(launch))
        }
    }

    private func launchOrder(
        _ launch: LaunchRecord, mint: PublicKey, payment: LaunchPayment
    ) throws(SwapFailure) -> SwapOrder {
        let isCore = payment.source.address == node.coreMint
        let source = isCore ? nil : try reserve(of: payment.source)
        let purchase = SwapOrder.FirstPurchase(
            name: launch.name, symbol: launch.symbol, purchaseAmount: payment.purchaseAmount, source: source)
        do throws(SwapParametersError) {
            return try .launch(
                mint, purchase: purchase, amount: payment.funding.amount.quarks - payment.fee.quarks,
                fee: payment.fee.quarks, parties: swapParties(), fullAmount: isCore ? nil : payment.funding)
        } catch {
            throw .session(.invalidAmount(error.description))
        }
    }

    /// Waits until the first tokens and the currency's supply are known. Best effort: the purchase is done.
    private func awaitTokens(of mint: PublicKey) async throws {
        _ = try await environment.clock.poll(
            attempts: Self.launchBalanceAttempts, every: Self.launchBalanceInterval
        ) { () async throws -> UInt64? in
            try? await fetchBalance()
            guard let balance = balance(for: mint), balance.quarks > 0 else { return nil }
            return balance.supplyFromBonding
        }
    }
}
