import FlipcashCore

/// What an intent does, as the column `intents.type` holds it.
enum IntentType: Int, Sendable, CaseIterable {
    case openAccounts = 1
    case sendPublicPayment = 2
    case receivePaymentsPublicly = 3
    case publicDistribution = 4
    case externalDeposit = 5
}

/// The state of an intent. Revoked intents are ignored everywhere.
enum IntentState: Int, Sendable, CaseIterable {
    case pending = 1
    case confirmed = 2
    case failed = 3
    case revoked = 4
}

/// More facts about an intent, as bits of the column `intents.flags`.
struct IntentFlags: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let withdrawal = IntentFlags(rawValue: 1 << 0)
    /// A cash link, or the claim of one.
    static let indirectSend = IntentFlags(rawValue: 1 << 1)
    /// The issuer took a cash link back.
    static let issuerVoidedGiftCard = IntentFlags(rawValue: 1 << 2)
    /// The node returned the money: an expired cash link, a refund.
    static let returned = IntentFlags(rawValue: 1 << 3)
    /// Proceeds of a swap.
    static let swapBuy = IntentFlags(rawValue: 1 << 4)
    /// Pays a swap.
    static let swapFunding = IntentFlags(rawValue: 1 << 5)
}

/// The agreed amount of an intent: the quarks that moved, and the value that the user saw.
struct IntentAmount: Hashable, Sendable {
    let quarks: UInt64
    /// Lower-case currency code.
    let currency: String
    /// Native units per US dollar for the core mint; native units per whole token otherwise (payment specification §8).
    let rate: Double
    let native: Double
    /// Value in millionths of a US dollar.
    let usdMicros: Int64
}

/// A committed intent.
struct IntentRecord: Hashable, Sendable {
    /// Position in the order of commits; nil before the commit.
    var sequence: Int64?
    let id: IntentID
    let type: IntentType
    let mint: PublicKey
    let initiator: PublicKey
    let destinationOwner: PublicKey?
    let destination: PublicKey?
    let source: PublicKey?
    let amount: IntentAmount?
    let flags: IntentFlags
    let appMetadata: [UInt8]?
    var state: IntentState
    let createdAt: Instant

    /// A deposit worth less than this many millionths of a US dollar is in no history.
    private static let shownDepositMin: Int64 = 10_000

    /// Whether the intent is in the histories of its two sides (payment specification §19.1). What they never show is
    /// not in them: a page of a history would read all of it, and anyone can make any number of openings and returns.
    var isInHistories: Bool {
        switch type {
        case .openAccounts, .publicDistribution:
            false
        case .sendPublicPayment:
            true
        case .receivePaymentsPublicly:
            flags.isDisjoint(with: [.issuerVoidedGiftCard, .returned])
        case .externalDeposit:
            // The item of the payment that funded a swap shows its proceeds and its refund.
            flags.isDisjoint(with: [.returned, .swapBuy]) && (amount?.usdMicros ?? 0) >= Self.shownDepositMin
        }
    }

    /// Whether `owner` is one of the two sides.
    func involves(_ owner: PublicKey) -> Bool { owner == initiator || owner == destinationOwner }
}
