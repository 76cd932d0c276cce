public import FlipcashCore
import Observation
import Synchronization

/// Why a bill is dismissed.
public enum BillDismissal: Hashable, Sendable {
    /// The user dismissed the bill: waiting ends, but a payment that has begun continues.
    case cancelled
    /// The bill's money went into a link.
    case convertedToLink
}

extension Session {
    func operationContext(waitsForLock: Bool) -> OperationContext {
        OperationContext(
            client: client, environment: environment, owner: owner, node: node, journal: journal,
            writerLock: writerLock, waitsForLock: waitsForLock,
            mintMetadata: { try await self.mintMetadata($0) }, rememberMint: { await self.rememberMint($0) },
            passGates: { try await self.passGates() }, watchGates: { try await self.watchGates() })
    }

    /// Creates a random code for an amount. The code carries the mark of its owner.
    ///
    /// - Throws: `SessionError.invalidAmount` when a code cannot carry it.
    public func makePayload(for amount: FiatAmount) throws(SessionError) -> CashCode.Payload {
        do {
            let payload = try CashCode.Payload(fiat: amount, nonce: CashCode.Nonce(drawing: environment.random))
            return BillMark(owner: owner)?.marked(payload) ?? payload
        } catch {
            throw .invalidAmount(String(describing: error))
        }
    }

    /// Creates a bill and puts it on display; run the bill to offer its cash.
    ///
    /// The bill stays on display until it ends, is dismissed or is replaced by another bill. It retains this session
    /// until then.
    ///
    /// - Parameters:
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - payload: the code to show; by default a new one.
    /// - Throws: `SessionError`.
    public func showCashBill(
        _ exchangeData: PinnedExchangeData, payload: CashCode.Payload? = nil
    ) throws(SessionError) -> SendCashOperation {
        guard !exchangeData.state.isStale(at: environment.clock.now()) else { throw .verifiedStateStale }
        let code: CashCode.Payload
        if let payload { code = payload } else { code = try makePayload(for: exchangeData.amount.nativeAmount) }
        let bill = SendCashOperation(
            payload: code, exchangeData: exchangeData,
            context: operationContext(waitsForLock: options.waitsForLock),
            readvertisementInterval: Self.readvertisementInterval(
                offerTimeout: userFlags?.billExchangeDataTimeoutSeconds ?? 300),
            whenEnded: { self.hide($0) })
        show(bill)
        return bill
    }

    /// Returns how often to renew a bill's offer: 30 seconds before the server drops it, with a lower bound.
    ///
    /// - Parameter offerTimeout: the seconds for which the server says it keeps an offer. The value is not trusted.
    static func readvertisementInterval(offerTimeout: Int64) -> Duration {
        .seconds(min(max(offerTimeout, 60), 3_600) - 30)
    }

    /// Gives cash: shows a bill for `amount`, waits until it is taken, and refreshes.
    ///
    /// - Parameters:
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - wait: how long to wait for a taker; nil to wait for as long as the rate is valid.
    ///   - onBill: called once with the bill, to show its code.
    /// - Throws: `SendCashFailure`, `SessionError`.
    public func giveCash(
        _ exchangeData: PinnedExchangeData, wait: Duration? = nil,
        onBill: (SendCashOperation) async throws -> Void = { _ in }
    ) async throws -> SentCash {
        let bill = try showCashBill(exchangeData)
        defer { hide(bill) }
        try await onBill(bill)
        let sent = try await bill.run(wait: wait)
        await updatePostTransaction()
        return sent
    }

    /// Dismisses the current bill. A payment that has begun continues.
    public func dismissCashBill(style: BillDismissal) {
        guard let bill else { return }
        switch style {
        case .cancelled: bill.cancel()
        case .convertedToLink: bill.complete()
        }
        hide(bill)
    }

    /// Takes the cash of a scanned code, and refreshes.
    ///
    /// Fails if this cash is being received or was received before; after any other failure the same code can be tried
    /// again. Cash that arrived for an earlier, interrupted call is returned by the next call. If several programs ask
    /// for the same cash, only one of them receives it.
    ///
    /// - Throws: `ScanCashFailure`, `SessionError`.
    public func receiveCash(_ payload: CashCode.Payload) async throws -> ReceivedCash {
        try await passGates()
        let rendezvous = payload.rendezvous.publicKey
        let id = IntentID(rendezvous: rendezvous)
        let isKnown = await environment.tasks.performBlocking {
            // Best effort: the lookup only allows an early answer.
            let known = (try? database.getActivity(id: id)) ?? nil
            return known?.sign == .plus && !GrabNote(id, journal: journal).isOwed
        }
        guard !isKnown else { throw ScanCashFailure.alreadyReceived }
        try beginScan(of: rendezvous)
        do {
            let received = try await ScanCashOperation(
                payload: payload, context: operationContext(waitsForLock: options.waitsForLock)
            ).run()
            await updatePostTransaction()
            // Claim last, right before returning: another program of this account may report the same cash.
            let isFirst = await environment.tasks.performBlocking { GrabNote(id, journal: journal).claim() }
            guard isFirst else { throw ScanCashFailure.alreadyReceived }
            values.withLock { $0.scans[rendezvous] = .received }
            return received
        } catch {
            values.withLock { values in _ = values.scans.removeValue(forKey: rendezvous) }
            throw error
        }
    }

    /// Records that a bill is being received.
    ///
    /// The history may not show yet what this process has received.
    private func beginScan(of rendezvous: PublicKey) throws(ScanCashFailure) {
        let present = values.withLock { values in
            defer { if values.scans[rendezvous] == nil { values.scans[rendezvous] = .running } }
            return values.scans[rendezvous]
        }
        switch present {
        case nil: return
        case .running: throw .beingReceived
        case .received: throw .alreadyReceived
        }
    }

    private func show(_ bill: SendCashOperation) {
        let previous = registrar.withMutation(of: self, keyPath: \.bill) {
            values.withLock { values in
                defer { values.bill = bill }
                return values.bill
            }
        }
        previous?.noteReplaced()
    }

    /// Removes `bill` from display. A newer bill stays.
    private func hide(_ bill: SendCashOperation) {
        guard values.withLock({ $0.bill === bill }) else { return }
        registrar.withMutation(of: self, keyPath: \.bill) {
            values.withLock { values in
                if values.bill === bill { values.bill = nil }
            }
        }
    }
}
