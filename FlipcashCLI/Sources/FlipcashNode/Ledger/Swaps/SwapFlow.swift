import FlipcashCore

/// The ways to swap (payment specification §16.8).
enum SwapFlow: Hashable, Sendable {
    /// The core mint buys a currency.
    case buy
    /// A currency is sold for the core mint.
    case sell
    /// One currency is sold, and another is bought with the proceeds.
    case convert
    /// The core mint buys the first tokens of a new currency.
    case launch
    /// The node's treasury sells a currency, and buys the first tokens of a new one.
    case treasuryLaunch

    init(fromCore: Bool, toCore: Bool, isFirstPurchase: Bool) {
        switch (isFirstPurchase, fromCore) {
        case (true, true): self = .launch
        case (true, false): self = .treasuryLaunch
        case (false, true): self = .buy
        case (false, false): self = toCore ? .sell : .convert
        }
    }

    /// Whether tokens of the source are sold to its pool.
    var sellsSource: Bool {
        switch self {
        case .sell, .convert, .treasuryLaunch: true
        case .buy, .launch: false
        }
    }

    var isFirstPurchase: Bool {
        switch self {
        case .launch, .treasuryLaunch: true
        case .buy, .sell, .convert: false
        }
    }
}

/// What the first purchase of a new currency costs, in core-mint quarks (payment specification §12.2). Clients find
/// the same amounts in their flags.
enum NewCurrencyPrice {
    static let purchase: UInt64 = 10_000_000
    static let fee: UInt64 = 10_000_000
}

/// The fees of swaps (payment specification §12.2).
enum SwapFees {
    /// What buying with the core mint costs on top, in basis points.
    static let buyBasisPoints: UInt64 = 100
    /// What pools keep of a sale, in basis points.
    static let sellBasisPoints = 100

    /// The fee on top of a purchase, rounded down.
    static func onTop(of amount: UInt64) -> UInt64 {
        // Safe: the product of a 64-bit number and 100 has fewer than 72 bits, the quotient fewer than 64.
        UInt64(UInt128(amount) * UInt128(buyBasisPoints) / 10_000)
    }
}
