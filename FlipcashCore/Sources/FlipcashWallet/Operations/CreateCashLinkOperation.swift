import FlipcashCore

/// Creates a cash link from a bill's money (payment specification §13.2).
struct CreateCashLinkOperation: Sendable {
    let context: OperationContext
    /// The bill that the link replaces. Its rendezvous is the payment's id, so that the bill is paid only once.
    let payload: CashCode.Payload
    /// The bill's amounts and proofs.
    let exchangeData: PinnedExchangeData
    /// The payment between people that the link settles.
    var splitPayment: String?

    /// Creates and funds the link. The secret is durable before anything is submitted.
    func run() async throws -> CashLink {
        do {
            // Do not wait longer than the rate is valid.
            let pinLeft = exchangeData.state.usableTime(at: context.environment.clock.now())
            return try await context.withWriterLock(within: pinLeft) { try await create() }
        } catch {
            throw CashLinkFailure(error)
        }
    }

    private func create() async throws -> CashLink {
        guard !exchangeData.state.isStale(at: context.environment.clock.now()) else {
            throw SessionError.verifiedStateStale
        }
        do throws(ExchangeDataFailure) { try exchangeData.check() } catch { throw CashLinkFailure.exchangeData(error) }
        let amount = exchangeData.amount
        let cluster = try await context.cluster(for: amount.mint)
        let giftCard = GiftCardCluster.generate(
            mint: cluster.mint, timeAuthority: cluster.timeAuthority, using: context.environment.random)
        let intent = Intent.cashLink(
            id: IntentID(rendezvous: payload.rendezvous.publicKey), from: cluster, giftCard: giftCard,
            exchangeData: exchangeData)
        let now = context.environment.clock.now()
        let record = LinkRecord(
            entropy: giftCard.mnemonic.entropyBase58, vault: giftCard.vault, intent: intent.id, mint: amount.mint,
            quarks: amount.quarks, native: JournalAmount(amount.nativeAmount), created: now, state: .submitting,
            splitPayment: splitPayment, node: context.node.coreVMAuthority)
        // No record, no link: without the journal a crash would lose the only key to the money.
        do {
            try await context.submit(intent, as: .link(record), isRecordRequired: true)
        } catch let error as SubmissionFailure {
            if case .outcomeUnknown = error { throw CashLinkFailure.unclear(id: intent.id, vault: giftCard.vault) }
            throw error
        }
        return CashLink(
            id: intent.id, mnemonic: giftCard.mnemonic, vault: giftCard.vault, amount: amount, created: now)
    }
}

/// Takes back a link's money (payment specification §13.5).
struct VoidCashLinkOperation: Sendable {
    let context: OperationContext
    let vault: PublicKey

    func run() async throws {
        do {
            try await context.withWriterLock {
                do throws(VoidGiftCardError) {
                    try await context.client.voidGiftCard(vault: vault, owner: context.owner)
                } catch {
                    throw failure(error)
                }
                try? await note(.cancelled)
            }
        } catch {
            if case .void(.claimedByOtherUser) = CashLinkFailure(error) { try? await note(.claimed) }
            throw CashLinkFailure(error)
        }
    }

    /// Returns whether the service refused, or may have carried out the request.
    private func failure(_ error: VoidGiftCardError) -> CashLinkFailure {
        switch error {
        case .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled), .rpc(.unknown): .voidUnclear(vault: vault)
        case .rpc(.rejected), .denied, .claimedByOtherUser, .notFound, .unrecognized: .void(error)
        }
    }

    /// Records the link's end if the link was made here.
    private func note(_ state: LinkRecord.State) async throws {
        try await context.environment.tasks.performBlocking {
            guard var record = try context.journal.links().first(where: { $0.vault == vault }) else { return }
            record.state = state
            try context.journal.append(.link(record))
        }
    }
}
