import FlipcashCore

/// A swap that passed all checks, before its owner has signed the transaction.
struct SwapPlan: Hashable, Sendable {
    /// How long a swap waits for its funds (payment specification §1).
    static let fundingTime = Duration.seconds(60)

    let request: SwapRequest
    let fundingID: IntentID
    let flow: SwapFlow
    let source: MintRecord
    let target: MintRecord
    /// The authority and the seed of a new currency; nil for other swaps.
    let identity: LaunchpadIdentity?
    /// What the treasury buys a new currency's first tokens for, in core-mint quarks.
    let treasuryPurchase: UInt64
    let addresses: SwapAddresses
    let time: LedgerTime

    init(
        request: SwapRequest, fundingID: IntentID, flow: SwapFlow, source: MintRecord, target: MintRecord,
        identity: LaunchpadIdentity?, treasuryPurchase: UInt64, settings: LedgerSettings, time: LedgerTime
    ) {
        self.request = request
        self.fundingID = fundingID
        self.flow = flow
        self.source = source
        self.target = target
        self.identity = identity
        self.treasuryPurchase = treasuryPurchase
        addresses = SwapAddresses(settings)
        self.time = time
    }

    /// The swap as it is stored once its owner has signed.
    func record(_ transaction: SolanaTransaction, nonce: PublicKey) -> SwapRecord {
        SwapRecord(
            id: request.id, fundingID: fundingID, owner: request.owner, from: request.from, to: request.to,
            amount: request.amount, fee: request.fee, isFirstPurchase: flow.isFirstPurchase,
            authority: request.swapAuthority, nonce: nonce, metadata: request.metadata,
            proofSignature: request.proofSignature, transactionID: transaction.id, transaction: transaction.encoded,
            state: .created, fundBefore: time.latest.advanced(by: Self.fundingTime), createdAt: time.latest)
    }
}

/// The addresses of the node that a swap's transaction names.
struct SwapAddresses: Hashable, Sendable {
    /// Pays the chain's fees, and sells and buys as the treasury.
    let nodeKey: PublicKey
    /// Where fees of the core mint go.
    let feeDestination: PublicKey
    let coreMint: PublicKey

    init(_ settings: LedgerSettings) {
        nodeKey = settings.nodeKey
        coreMint = settings.coreMint
        feeDestination = settings.feeDestination(mint: settings.coreMint)
    }
}
