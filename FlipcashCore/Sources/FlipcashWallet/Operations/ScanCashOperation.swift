public import FlipcashCore

/// Receives the cash of a scanned bill: finds the offer, asks for the cash, and waits until it arrives (payment
/// specification §14.4).
public struct ScanCashOperation: Sendable {
    /// How long to wait between two polls of the mailbox.
    public static let pollInterval: Duration = .milliseconds(300)
    /// How many times to poll the mailbox: about 2.7 seconds in total.
    public static let pollCount = 10

    /// The content of the scanned code.
    public let payload: CashCode.Payload
    private let context: OperationContext

    init(payload: CashCode.Payload, context: OperationContext) {
        self.payload = payload
        self.context = context
    }

    /// Receives the cash.
    ///
    /// - Throws: `ScanCashFailure`.
    public func run() async throws -> ReceivedCash {
        do {
            return try await context.environment.tasks.performBlocking { try await receive() }
        } catch {
            throw ScanCashFailure(error)
        }
    }

    private func receive() async throws -> ReceivedCash {
        let rendezvous = payload.rendezvous
        let id = IntentID(rendezvous: rendezvous.publicKey)
        var note = GrabNote(id, journal: context.journal)
        if note.isOwed {
            switch await ending(of: id) {
            case .ours(let committed): return try await receive(committed, id, isFromEarlierRequest: true)
            case .unknown(let failure): throw failure
            case .anothers, .open: break
            }
        }
        guard let offer = try await findOffer(rendezvous) else {
            return try await gone(id, else: .noOffer, &note)
        }
        // A wallet never pays itself, so asking would only make the user wait.
        guard BillMark(owner: context.owner)?.isOn(payload) != true else { throw ScanCashFailure.ownBill }
        let mint = try await mintMetadata(of: offer)
        let cluster = try await context.cluster(for: offer.mint)
        try await context.openAccount(cluster)
        note.ask(mint: offer.mint, of: context.node, at: context.environment.clock.now())
        do throws(SendMessageError) {
            try await context.client.sendMessage(.grab(requestorAccount: cluster.vault), rendezvous: rendezvous)
        } catch {
            switch error {
            case .noActiveStream: return try await gone(id, else: .billGone, &note)
            case .unrecognized, .rpc: throw ScanCashFailure.message(error)
            }
        }
        let committed: CommittedIntent
        do {
            committed = try await waitForPayment(id)
        } catch {
            if case ScanCashFailure.takenByAnother = error { note.close() }
            throw error
        }
        guard committed.pays(cluster.vault), committed.mint == offer.mint else {
            // The committed currency may differ from the offer's if another program of this account was paid.
            note.withdraw()
            throw ScanCashFailure.takenByAnother
        }
        // Keep the sender's proofs for giving the cash on, if the node signed them.
        let exchangeData = offer.exchangeData.flatMap {
            PinnedExchangeData($0, nodeKey: context.node.key)
        }
        // Use the committed amount: anyone who saw the code can forge an offer.
        return ReceivedCash(
            id: id, received: committed.exchangeData, mint: mint, verifiedState: exchangeData?.state,
            isFromEarlierRequest: false)
    }

    /// Returns the currency of an offer: as the offer describes it, or else from the service.
    private func mintMetadata(of offer: GiveRequest) async throws -> MintMetadata {
        guard let attached = offer.mintMetadata, attached.address == offer.mint else {
            return try await context.mintMetadata(offer.mint)
        }
        await context.rememberMint(attached)
        return attached
    }

    /// The outcome of a bill's payment.
    private enum Ending {
        /// The payment went to this owner.
        case ours(CommittedIntent)
        case anothers
        /// The bill has not been paid yet.
        case open
        /// The outcome cannot be determined now.
        case unknown(ScanCashFailure)
    }

    private func ending(of id: IntentID) async -> Ending {
        let committed: CommittedIntent
        do throws(IntentMetadataError) {
            committed = try await context.client.fetchIntentMetadata(id, asker: .owner(context.owner))
        } catch {
            switch error {
            case .denied: return .anothers
            case .notFound: return .open
            case .malformed, .rpc: return .unknown(ScanCashFailure(lookUp: error))
            }
        }
        do {
            let cluster = try await context.cluster(for: committed.mint)
            return committed.pays(cluster.vault) ? .ours(committed) : .anothers
        } catch {
            return .unknown(ScanCashFailure(error))
        }
    }

    /// Finds out why there is no offer behind the code: the bill was paid, or has ended or is not live yet.
    ///
    /// Asks the service, because a bill can look live for some seconds after its end.
    private func gone(
        _ id: IntentID, else failure: ScanCashFailure, _ note: inout GrabNote
    ) async throws -> ReceivedCash {
        switch await ending(of: id) {
        case .ours(let committed):
            // Without a request from here, another command asked for the cash and reported it.
            guard note.mayBeUnreported else { throw ScanCashFailure.alreadyReceived }
            return try await receive(committed, id, isFromEarlierRequest: note.isOwed || !note.hasAsked)
        case .anothers:
            note.close()
            throw ScanCashFailure.takenByAnother
        case .open:
            // This request was not delivered. An earlier one may have been.
            note.withdraw()
            throw failure
        case .unknown(let cause):
            // Report the lookup error only if we asked for the cash.
            throw note.isOwed || note.hasAsked ? cause : failure
        }
    }

    /// Returns cash whose payment was not observed.
    private func receive(
        _ committed: CommittedIntent, _ id: IntentID, isFromEarlierRequest: Bool
    ) async throws -> ReceivedCash {
        ReceivedCash(
            id: id, received: committed.exchangeData, mint: try await context.mintMetadata(committed.mint),
            verifiedState: nil, isFromEarlierRequest: isFromEarlierRequest)
    }

    /// Returns the offer behind the code; nil if there is none.
    private func findOffer(_ rendezvous: KeyPair) async throws -> GiveRequest? {
        var last: RPCFailure?
        let offer = try await context.environment.clock.poll(
            attempts: Self.pollCount, every: Self.pollInterval
        ) { () async throws -> GiveRequest? in
            do throws(RPCFailure) {
                last = nil
                let offers = try await context.client.pollMessages(rendezvous: rendezvous).compactMap { message in
                    if case .give(let offer) = message.content { offer } else { nil as GiveRequest? }
                }
                // Anyone who saw the code can leave an offer. Prefer an offer with the node's proofs.
                return offers.first(where: isProven) ?? offers.first
            } catch {
                guard error.isRetryable else { throw error }
                last = error
                return nil
            }
        }
        if let last { throw last }
        return offer
    }

    private func isProven(_ offer: GiveRequest) -> Bool {
        guard let data = offer.exchangeData, let pinned = PinnedExchangeData(data, nodeKey: context.node.key) else {
            return false
        }
        return pinned.amount.mint == offer.mint
    }

    private func waitForPayment(_ id: IntentID) async throws -> CommittedIntent {
        do {
            return try await context.client.pollIntentMetadata(id, asker: .owner(context.owner))
        } catch let error as IntentMetadataError {
            throw ScanCashFailure(lookUp: error)
        } catch is CancellationError {
            throw ScanCashFailure.stopped
        }
    }
}

/// Received cash.
public struct ReceivedCash: Hashable, Sendable {
    /// The payment's id.
    public let id: IntentID
    /// The committed amounts.
    public let received: PaymentExchangeData
    /// The currency of the cash.
    public let mint: MintMetadata
    /// The proofs of the sender or of the live stream, for giving the cash on.
    public let verifiedState: VerifiedState?
    /// Whether the cash arrived for an earlier, interrupted request. It may have been in the wallet, and in the
    /// balance, for a long time.
    public let isFromEarlierRequest: Bool

    /// The tokens that arrived on chain.
    public var tokens: TokenAmount { TokenAmount(quarks: received.quarks, mint: received.mint) }

    /// The amount in the payment's currency; nil for a currency that this program does not know.
    public var native: FiatAmount? {
        guard let currency = CurrencyCode(rawValue: received.currencyCode) else { return nil }
        return try? FiatAmount(wireValue: received.nativeAmount, currency: currency)
    }
}

/// Why cash was not received. The app shows no message for `noOffer`, `billGone`, `takenByAnother`, `alreadyReceived`,
/// `beingReceived` and `senderDidNotPay`.
public enum ScanCashFailure: WalletFailure, Equatable {
    /// There is no offer behind this code: the bill is not live, or no longer live.
    case noOffer
    /// The sender has dismissed the bill.
    case billGone
    /// Another account received the cash.
    case takenByAnother
    /// This account has already received this cash.
    case alreadyReceived
    /// This process is receiving this cash now.
    case beingReceived
    /// This account made the bill, and the bill is live.
    case ownBill
    /// The sender did not pay in time.
    case senderDidNotPay
    /// The user stopped waiting after the cash had been requested.
    case stopped
    /// The request could not be sent.
    case message(SendMessageError)
    /// The payment could not be looked up.
    case metadata(IntentMetadataError)
    /// The service could not be reached.
    case service(RPCFailure)
    /// The session could not prepare to receive the cash.
    case session(SessionError)
    /// Anything else.
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as ScanCashFailure: failure
            case let failure as SessionError: .session(failure)
            case let failure as RPCFailure: .service(failure)
            case is CancellationError: .service(.cancelled)
            default: .other(String(describing: error))
            }
    }

    /// Creates the failure for a requested payment that could not be looked up.
    init(lookUp error: IntentMetadataError) {
        self =
            switch error {
            case .denied: .takenByAnother
            case .notFound: .senderDidNotPay
            case .rpc(.cancelled): .stopped
            case .malformed, .rpc: .metadata(error)
            }
    }

    /// Says what to do with the code; retryable where scanning it again may help.
    public var report: FailureReport {
        switch self {
        case .noOffer, .billGone:
            FailureReport(
                .billGone, .notFound,
                "This bill is not live: its sender has put it away or it has expired. Ask for a new one.",
                isRetryable: true)
        case .takenByAnother:
            FailureReport(
                .billGone, .conflict, "Somebody else has taken this cash already. Ask the sender for a new bill.")
        case .alreadyReceived:
            FailureReport(.billGone, .conflict, "This cash is in your wallet already.")
        case .beingReceived:
            FailureReport(.billGone, .conflict, "This cash is being received already. Wait for it to arrive.")
        case .ownBill:
            FailureReport(
                .billOwn, .conflict,
                "This bill is your own, so you cannot collect it. If it is still on show, it stays on show.")
        case .senderDidNotPay:
            FailureReport(
                .billGone, .network,
                "The sender did not pay in time. If the cash still comes, it will show in the balance.",
                isRetryable: true)
        case .stopped:
            FailureReport(
                .generic, .declined,
                "Stopped after the cash had been asked for. If the sender still pays, it will show in the balance.")
        case .service(let failure): failure.walletReport(doing: "take the cash")
        case .message(.rpc(let failure)) where failure.wasNotServed: failure.walletReport(doing: "take the cash")
        case .message(.rpc(let failure)), .metadata(.rpc(let failure)): Self.unanswered(failure)
        case .message:
            FailureReport(.generic, .refused, "The service did not pass the request for the cash on. Try again.")
        case .metadata:
            FailureReport(
                .generic, .refused,
                "The service sent an invalid answer about the cash. If the sender pays, it will show in the balance. "
                    + "Check the balance, or ask the sender for a new bill.")
        case .session(let failure): failure.report
        case .other(let reason):
            FailureReport(
                .generic, .unexpected,
                "The cash could not be taken: \(reason). Check whether it is in the balance, then try again.")
        }
    }

    /// The report for a call that failed when the cash had been asked for, or may have been: the sender may still pay.
    private static func unanswered(_ failure: RPCFailure) -> FailureReport {
        switch failure {
        case .cancelled: stopped.report
        case .rejected(let code, let reason):
            FailureReport(
                .refused, .refused,
                "The cash was asked for, and the service refused (\(code)\(reason.isEmpty ? "" : ": " + reason)). "
                    + "If the sender pays, it appears in your balance. Check the balance, and ask the operator why.")
        case .transportFailure, .unreachable, .unknown:
            FailureReport(
                .network, .network,
                "The cash was asked for, and the service did not answer. If the sender pays, it appears in your "
                    + "balance. Check the balance, then try again.", isRetryable: true)
        }
    }
}
