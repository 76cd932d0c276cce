import FlipcashCore

/// Looks up and collects cash links (payment specification §13.3, §13.4).
struct ReceiveCashLinkOperation: Sendable {
    /// How many times to try if a link is not found or a call fails.
    static let attemptCount = 3
    /// How long to wait between attempts.
    static let attemptInterval: Duration = .milliseconds(500)

    let context: OperationContext
    let mnemonic: Mnemonic
    let rates: RatesController

    /// Returns the service's description of the link, without collecting it.
    func info() async throws -> CashLinkInfo {
        do {
            return try await fetchInfo(key: mnemonic.key().keyPair)
        } catch {
            throw CashLinkFailure(error)
        }
    }

    /// Collects the link's money.
    ///
    /// - Parameter allowsOwn: whether to collect a link that this account made.
    func run(allowsOwn: Bool) async throws -> ReceivedCash {
        do {
            return try await context.withWriterLock { try await receive(allowsOwn: allowsOwn) }
        } catch {
            throw CashLinkFailure(error)
        }
    }

    private func receive(allowsOwn: Bool) async throws -> ReceivedCash {
        let info = try await fetchInfo(key: mnemonic.key().keyPair)
        guard info.state == .unclaimed else { throw CashLinkFailure.claimed }
        guard allowsOwn || !info.isMine else { throw CashLinkFailure.own }
        await context.rememberMint(info.mint)
        await rates.ensureSubscribed(to: info.amount.mint)
        let cluster = try await context.cluster(for: info.amount.mint)
        let giftCard = GiftCardCluster(
            mnemonic: mnemonic, mint: cluster.mint, timeAuthority: cluster.timeAuthority)
        guard giftCard.vault == info.vault else { throw CashLinkFailure.malformed }
        try await context.openAccount(cluster)
        let id = try await claim(giftCard, into: cluster, info: info)
        return ReceivedCash(
            id: id, received: info.amount, mint: info.mint, verifiedState: await verifiedState(info),
            isFromEarlierRequest: false)
    }

    private func claim(
        _ giftCard: GiftCardCluster, into cluster: AccountCluster, info: CashLinkInfo
    ) async throws -> IntentID {
        let intent = Intent.claim(
            id: IntentID.generate(using: context.environment.random), giftCard: giftCard, into: cluster,
            quarks: info.amount.quarks)
        let record = PaymentRecord(
            intent: intent.id, kind: .claim, mint: cluster.mint, quarks: info.amount.quarks,
            native: JournalAmount(
                currency: info.amount.currencyCode, value: info.native?.value.plainText ?? "0"),
            created: context.environment.clock.now(), state: .submitting, node: context.node.coreVMAuthority)
        try await context.submit(intent, as: .payment(record))
        return intent.id
    }

    /// Returns the proofs that are needed to give the received cash on. Best effort: the money has arrived, so missing
    /// proofs and cancellations are not errors.
    private func verifiedState(_ info: CashLinkInfo) async -> VerifiedState? {
        let currency = CurrencyCode(rawValue: info.amount.currencyCode) ?? .usd
        guard rates.isStreaming else {
            return await rates.currentPinnedState(currency: currency, mint: info.amount.mint)
        }
        return (try? await rates.awaitVerifiedState(currency: currency, mint: info.amount.mint)) ?? nil
    }

    /// Fetches the link's description. Retries, because a link that was just funded may not be visible yet.
    private func fetchInfo(key: KeyPair) async throws -> CashLinkInfo {
        var last = AccountInfoError.notFound
        let found = try await context.environment.clock.poll(
            attempts: Self.attemptCount, every: Self.attemptInterval
        ) { () async throws -> CashLinkInfo? in
            switch await answer(key) {
            case .success(let info): return try await describe(info)
            case .failure(let error):
                last = error
                guard error.isRetryable else { throw CashLinkFailure.info(error) }
                return nil
            }
        }
        if let found { return found }
        throw CashLinkFailure.info(last)
    }

    private func answer(_ key: KeyPair) async -> Result<AccountInfo, AccountInfoError> {
        do throws(AccountInfoError) {
            return .success(try await context.client.fetchGiftCardInfo(giftCard: key, requestingOwner: context.owner))
        } catch {
            return .failure(error)
        }
    }

    private func describe(_ info: AccountInfo) async throws -> CashLinkInfo {
        guard let mint = info.mint, let amount = info.originalExchangeData, amount.mint == mint else {
            throw CashLinkFailure.info(.malformed)
        }
        let metadata: MintMetadata
        if let inline = info.mintMetadata {
            guard inline.address == mint else { throw CashLinkFailure.info(.malformed) }
            metadata = inline
        } else {
            metadata = try await context.mintMetadata(mint)
        }
        let state: CashLinkInfo.State
        switch info.claimState {
        case .notClaimed: state = .unclaimed
        case .claimed: state = .claimed
        case .expired: state = .expired
        case .unknown: throw CashLinkFailure.info(.malformed)
        }
        return CashLinkInfo(
            vault: info.address, state: state, amount: amount, mint: metadata, isMine: info.isGiftCardIssuer,
            created: info.createdAt)
    }
}
