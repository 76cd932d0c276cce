public import FlipcashCore

extension Session {
    /// Looks up the person whose address is `address`: the address of an account, or of its vault for `mint`.
    ///
    /// - Throws: `PaymentFailure.notAPerson` if the service knows no such account, `.noAccount` if that person has no
    ///   account of this currency, `.ownAddress`, `.lookUp`, `.session`.
    public func person(at address: PublicKey, mint: PublicKey) async throws(PaymentFailure) -> PaymentDestination {
        try await explaining { try await self.finder(mint).person(address) }
    }

    /// Sends money straight to a person, and refreshes.
    ///
    /// - Parameters:
    ///   - exchangeData: the amount, with the proof of its rate, from ``prepareSubmission(amount:mint:flow:)``.
    ///   - person: the receiver, from ``person(at:mint:)``.
    ///   - id: the payment's id, which at most one payment ever gets; by default a new one. A caller that records the
    ///     id first can look the payment up after a crash.
    ///   - splitPayment: the shared expense that the payment settles.
    ///   - goal: the savings goal that the payment serves.
    ///   - refreshes: whether to fetch balances, limits and history before the call returns.
    /// - Throws: `PaymentFailure`.
    public func send(
        exchangedFiat exchangeData: PinnedExchangeData, to person: PaymentDestination, id: IntentID? = nil,
        splitPayment: String? = nil, goal: String? = nil, refreshes: Bool = true
    ) async throws(PaymentFailure) -> SentCash {
        let id = id ?? IntentID.generate(using: environment.random)
        return try await explaining {
            try await self.passGates()
            guard person.kind == .user, person.mint == exchangeData.amount.mint else {
                throw PaymentFailure.notAPerson(person.address)
            }
            let cluster = try await self.cluster(for: exchangeData.amount.mint)
            guard person.account != cluster.vault else { throw PaymentFailure.ownAddress }
            try await PaymentOperation(
                context: self.operationContext(waitsForLock: self.options.waitsForLock), kind: .send,
                intent: .payment(id: id, from: cluster, to: person.account, exchangeData: exchangeData),
                destination: person.account, exchangeData: exchangeData, splitPayment: splitPayment, goal: goal
            ).run()
            if refreshes { await self.updatePostTransaction() }
            return SentCash(id: id, amount: exchangeData.amount)
        }
    }

    /// Looks up where a withdrawal of `mint` to `address` goes.
    ///
    /// - Throws: `PaymentFailure.unusable`, `.ownAddress`, `.lookUp`, `.session`.
    public func withdrawalDestination(
        _ address: PublicKey, mint: PublicKey
    ) async throws(PaymentFailure) -> PaymentDestination {
        try await explaining { try await self.finder(mint).withdrawal(to: address) }
    }

    /// Returns the fee of withdrawing `exchangeData` to `destination`, at the rate and supply of its proofs (money
    /// specification §5.6).
    ///
    /// - Throws: `PaymentFailure.belowMinimum` unless something is left after the fee, `.feeUnknown`.
    public func withdrawalQuote(
        _ exchangeData: PinnedExchangeData, to destination: PaymentDestination
    ) throws(PaymentFailure) -> WithdrawalQuote {
        let (quote, least): (WithdrawalQuote?, FiatAmount?)
        do throws(MoneyError) {
            quote = try WithdrawalQuote(exchangeData, creationFee: destination.creationFee ?? .zero(.usd))
            least = try quote?.minimum(refusing: exchangeData.amount)
        } catch {
            throw .session(.invalidAmount(error.description))
        }
        guard let quote else { throw .feeUnknown }
        if let least { throw .belowMinimum(least) }
        return quote
    }

    /// Withdraws to an address outside the service, or to another user, and refreshes. It cannot be undone.
    ///
    /// - Parameters:
    ///   - exchangeData: the gross amount, which leaves the balance, with the proof of its rate.
    ///   - fee: the part of it that creates the receiving account, from ``withdrawalQuote(_:to:)``; 0 if it exists.
    ///   - destination: from ``withdrawalDestination(_:mint:)``.
    ///   - refreshes: whether to fetch balances, limits and history before the call returns.
    /// - Throws: `PaymentFailure`.
    public func withdraw(
        exchangedFiat exchangeData: PinnedExchangeData, fee: TokenAmount, to destination: PaymentDestination,
        refreshes: Bool = true
    ) async throws(PaymentFailure) -> SentCash {
        try await explaining {
            try await self.passGates()
            let amount = exchangeData.amount
            guard destination.mint == amount.mint, fee.mint == amount.mint else { throw MoneyError.mismatchedMint }
            let cluster = try await self.cluster(for: amount.mint)
            guard destination.account != cluster.vault else { throw PaymentFailure.ownAddress }
            let intent = try Intent.withdrawal(
                id: .generate(using: self.environment.random), from: cluster, to: destination.account,
                destinationOwner: destination.intentOwner, fee: fee.quarks, exchangeData: exchangeData)
            try await PaymentOperation(
                context: self.operationContext(waitsForLock: self.options.waitsForLock), kind: .withdraw,
                intent: intent, destination: destination.account, exchangeData: exchangeData
            ).run()
            if refreshes { await self.updatePostTransaction() }
            return SentCash(id: intent.id, amount: amount)
        }
    }

    private func finder(_ mint: PublicKey) -> PaymentDestinationFinder {
        PaymentDestinationFinder(context: operationContext(waitsForLock: options.waitsForLock), mint: mint)
    }

    private func explaining<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws(PaymentFailure) -> Value {
        do { return try await body() } catch { throw PaymentFailure(error) }
    }
}
