public import FlipcashCore
import Observation
import Synchronization

/// Why a bill is put away.
public enum BillDismissal: Hashable, Sendable {
    /// The person puts it away: waiting ends, a payment that has begun does not.
    case cancelled
    /// Its money went into a link.
    case convertedToLink
}

extension Session {
    func operationContext(waitsForLock: Bool) -> OperationContext {
        OperationContext(
            client: client, environment: environment, owner: owner, node: node, journal: journal,
            writerLock: writerLock, waitsForLock: waitsForLock,
            mintMetadata: { try await self.mintMetadata($0) }, rememberMint: { self.rememberMint($0) },
            passGates: { try await self.passGates() }, watchGates: { try await self.watchGates() })
    }

    /// A fresh code for an amount: the same amount makes another code every time. It carries the mark of its owner.
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

    /// Makes the bill on show; run it to offer its cash.
    ///
    /// It stays on show until it has ended, is put away or is replaced by another, and keeps this session until then.
    ///
    /// - Parameters:
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - payload: the code to show; a fresh one unless given.
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

    /// How often a bill's offer is made again: half a minute before the server forgets it, but never in a hurry.
    ///
    /// - Parameter offerTimeout: the seconds for which the server says that it remembers an offer, whatever they are.
    static func readvertisementInterval(offerTimeout: Int64) -> Duration {
        .seconds(min(max(offerTimeout, 60), 3_600) - 30)
    }

    /// Gives cash: shows a bill for `amount`, waits until somebody takes it, and refreshes.
    ///
    /// - Parameters:
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - wait: how long to wait for somebody; nil for as long as the rate holds.
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

    /// Puts the bill on show away. A payment that has begun runs to its end all the same.
    public func dismissCashBill(style: BillDismissal) {
        guard let bill else { return }
        switch style {
        case .cancelled: bill.cancel()
        case .convertedToLink: bill.complete()
        }
        hide(bill)
    }

    /// Takes the cash behind a scanned code, and refreshes.
    ///
    /// A code that is being taken or has been taken is not taken again; after a failure it may be. Cash that an
    /// earlier, interrupted call asked for and got since is received by the next one. Of several programs that ask for
    /// the same cash one receives it.
    ///
    /// - Throws: `ScanCashFailure`, `SessionError`.
    public func receiveCash(_ payload: CashCode.Payload) async throws -> ReceivedCash {
        try await passGates()
        let rendezvous = payload.rendezvous.publicKey
        let id = IntentID(rendezvous: rendezvous)
        // A store that cannot be read only costs the early answer.
        let known = (try? database.getActivity(id: id)) ?? nil
        guard known?.sign != .plus || GrabNote(id, journal: journal).isOwed else {
            throw ScanCashFailure.alreadyReceived
        }
        try beginScan(of: rendezvous)
        do {
            let received = try await ScanCashOperation(
                payload: payload, context: operationContext(waitsForLock: options.waitsForLock)
            ).run()
            await updatePostTransaction()
            // The last thing before the caller is told: another program of this account may tell of the same cash.
            guard GrabNote(id, journal: journal).claim() else { throw ScanCashFailure.alreadyReceived }
            values.withLock { $0.scans[rendezvous] = .received }
            return received
        } catch {
            values.withLock { values in _ = values.scans.removeValue(forKey: rendezvous) }
            throw error
        }
    }

    /// Notes that a bill is being taken.
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

    /// Takes `bill` off show; one that has taken its place stays.
    private func hide(_ bill: SendCashOperation) {
        guard values.withLock({ $0.bill === bill }) else { return }
        registrar.withMutation(of: self, keyPath: \.bill) {
            values.withLock { values in
                if values.bill === bill { values.bill = nil }
            }
        }
    }
}
