import FlipcashCore
import FlipcashWallet
import Synchronization

@testable import FlipcashCommands

/// A market that notes when a trade is paid and when its end is waited for.
final class WatchedMarket: MarketAccess {
    /// What happened, in order.
    enum Event: Hashable, Sendable {
        case paid(waits: Bool)
        case noted
        case followed
    }

    private let market: any MarketAccess
    private let happened = Mutex<[Event]>([])

    init(_ market: any MarketAccess) { self.market = market }

    var events: [Event] { happened.withLock { $0 } }

    func note(_ event: Event) { happened.withLock { $0.append(event) } }

    func carryOut(
        _ trade: PreparedTrade, toleranceBps: Int, waits: Bool,
        onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        note(.paid(waits: waits))
        return try await market.carryOut(trade, toleranceBps: toleranceBps, waits: waits, onProgress: onProgress)
    }

    func follow(
        _ swap: SwapView, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        note(.followed)
        return try await market.follow(swap, onProgress: onProgress)
    }

    func token(_ argument: TokenArgument) async throws -> MintMetadata { try await market.token(argument) }
    func knownTokens() async throws -> [KnownToken] { try await market.knownTokens() }
    func discover(_ category: DiscoverCategory) async throws -> [MintMetadata] {
        try await market.discover(category)
    }
    func search(_ text: String) async throws -> [MintMetadata] { try await market.search(text) }
    func price(of mint: MintMetadata) async throws -> TokenPrice { try await market.price(of: mint) }
    func quote(_ side: QuoteSide, of mint: MintMetadata) async throws -> MarketQuote {
        try await market.quote(side, of: mint)
    }
    func history(of mint: MintMetadata, range: ChartRange, measure: ChartMeasure) async throws -> MarketHistory {
        try await market.history(of: mint, range: range, measure: measure)
    }
    func prepare(
        _ amount: AmountText, from source: TokenArgument, to target: TokenArgument
    ) async throws -> PreparedTrade { try await market.prepare(amount, from: source, to: target) }
    func swaps() async throws -> [SwapView] { try await market.swaps() }
    func swap(_ selector: String) async throws -> SwapView { try await market.swap(selector) }
    func figures(of swap: SwapView) async throws -> SwapFigures { try await market.figures(of: swap) }
    func payment(of swap: SwapView) async throws -> SwapFigures { try await market.payment(of: swap) }
    func pay(
        _ swap: SwapView, with payment: SwapFigures, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome { try await market.pay(swap, with: payment, onProgress: onProgress) }
    func isAvailable(name: String) async throws -> Bool { try await market.isAvailable(name: name) }
    func launchPayment(from source: TokenArgument) async throws -> LaunchPayment {
        try await market.launchPayment(from: source)
    }
    func moderate(_ draft: LaunchDraft, onCheck: @escaping @Sendable (String) -> Void) async throws -> CurrencyLaunch {
        try await market.moderate(draft, onCheck: onCheck)
    }
    func launch(
        _ launch: CurrencyLaunch, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await market.launch(launch, payment: payment, onProgress: onProgress)
    }
    func resumeLaunch(
        _ name: String, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await market.resumeLaunch(name, payment: payment, onProgress: onProgress)
    }
    func edit(_ mint: MintMetadata, _ edit: CurrencyEdit) async throws { try await market.edit(mint, edit) }
}
