import FlipcashCore
import FlipcashWallet

/// The operations on currencies and swaps that commands use.
protocol MarketAccess: Sendable {
    /// The currency that an argument names, held or not.
    func token(_ argument: TokenArgument) async throws -> MintMetadata
    /// The currencies that this wallet holds or has seen, and what it holds of each.
    func knownTokens() async throws -> [KnownToken]
    /// The currencies of a category, best first.
    func discover(_ category: DiscoverCategory) async throws -> [MintMetadata]
    /// The currencies whose name, symbol or mint contains a text.
    func search(_ text: String) async throws -> [MintMetadata]
    /// The price of a currency, in the display currency.
    func price(of mint: MintMetadata) async throws -> TokenPrice
    /// What a trade of an amount would yield, whatever the balance.
    func quote(_ side: QuoteSide, of mint: MintMetadata) async throws -> MarketQuote
    /// The history of a currency's market capitalisation, for a chart of it or of the price.
    func history(of mint: MintMetadata, range: ChartRange, measure: ChartMeasure) async throws -> MarketHistory

    /// Checks that the balance covers a trade, and computes its figures.
    func prepare(_ amount: AmountText, from source: TokenArgument, to target: TokenArgument) async throws
        -> PreparedTrade
    /// Carries out a trade.
    func carryOut(
        _ trade: PreparedTrade, toleranceBps: Int, waits: Bool,
        onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome
    /// The account's swaps, newest first.
    func swaps() async throws -> [SwapView]
    /// One swap with its current state, by its id or its beginning.
    func swap(_ selector: String) async throws -> SwapView
    /// What a swap that has not ended pays, charges and yields.
    func figures(of swap: SwapView) async throws -> SwapFigures
    /// The payment of a swap that waits for it.
    func payment(of swap: SwapView) async throws -> SwapFigures
    /// Pays a swap and follows it to its end.
    func pay(
        _ swap: SwapView, with payment: SwapFigures, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome
    /// Follows a paid swap to its end.
    func follow(
        _ swap: SwapView, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome

    /// Whether the service offers a name for a new currency.
    func isAvailable(name: String) async throws -> Bool
    /// What creating a currency costs.
    func launchPayment(from source: TokenArgument) async throws -> LaunchPayment
    /// Has the service check the contents of a new currency.
    func moderate(_ draft: LaunchDraft, onCheck: @escaping @Sendable (String) -> Void) async throws -> CurrencyLaunch
    /// Creates a currency and buys its first tokens.
    func launch(
        _ launch: CurrencyLaunch, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome)
    /// Buys the first tokens of a currency that this wallet created earlier.
    func resumeLaunch(
        _ name: String, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome)
    /// Changes a currency that this account created.
    func edit(_ mint: MintMetadata, _ edit: CurrencyEdit) async throws
}

/// A currency that the wallet has seen.
struct KnownToken: Sendable {
    let mint: MintMetadata
    /// What is held of it, in quarks.
    let quarks: UInt64
    /// The value of that, in the display currency; nil without a rate or supply.
    let value: FiatAmount?
}

/// A trade to quote.
enum QuoteSide: Sendable {
    case buy(AmountText)
    case sell(AmountText)
}

/// Changes to a currency.
struct CurrencyEdit: Sendable {
    var description: String?
    var billColors: [String]?
    var socialLinks: [SocialLink]?
    var icon: [UInt8]?
}
