import FlipcashCore
import FlipcashWallet

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands' view of a session's currencies and swaps.
struct SessionMarket: MarketAccess {
    let session: Session
    let isOffline: Bool
    let runtime: RuntimeEnvironment
    let locale: NumberLocale

    var finder: TokenFinder { TokenFinder(session: session, isOffline: isOffline) }

    func token(_ argument: TokenArgument) async throws -> MintMetadata { try await finder.token(argument) }

    func knownTokens() async throws -> [KnownToken] {
        if !isOffline { try await session.fetchBalance() }
        let rate = session.rates.rateForBalanceCurrency()
        return try session.database.getMints().map { stored in
            let balance = session.balance(for: stored.metadata.address)
            let value = try? balance?.computeExchangedValue(with: rate).nativeAmount
            return KnownToken(mint: stored.metadata, quarks: balance?.quarks ?? 0, value: value)
        }
    }

    func discover(_ category: DiscoverCategory) async throws -> [MintMetadata] {
        try await session.discover(category)
    }

    func search(_ text: String) async throws -> [MintMetadata] {
        let wanted = text.lowercased()
        let stored = try session.database.getMints().map(\.metadata)
        let listed = isOffline ? [] : try await finder.listed()
        var seen: Set<PublicKey> = []
        return (stored + listed).filter { mint in
            seen.insert(mint.address).inserted
                && (mint.name.lowercased().contains(wanted) || mint.symbol.lowercased().contains(wanted)
                    || mint.address.base58 == text)
        }
    }

    func prepare(
        _ amount: AmountText, from source: TokenArgument, to target: TokenArgument
    ) async throws -> PreparedTrade {
        let currency = session.rates.entryCurrency
        let entered = try amount.amount(in: currency, locale: locale)
        try await session.fetchBalance()
        let sourceMint =
            source.isDollars ? session.node.coreMint : try TokenChoice.balance(source, among: session.balances).mint
        let targetMint = try await token(target).address
        let entry: TradeEntry =
            switch entered {
            case .amount(let amount): .amount(amount)
            case .max: .max(currency)
            }
        return try await session.prepareTrade(entry, source: sourceMint, target: targetMint)
    }

    func carryOut(
        _ trade: PreparedTrade, toleranceBps: Int, waits: Bool,
        onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        try await session.trade(trade, toleranceBps: toleranceBps, waits: waits, onProgress: onProgress)
    }
}

extension SessionMarket {
    func swaps() async throws -> [SwapView] {
        try await session.swaps(asksService: !isOffline).asyncMap { await view($0) }
    }

    func swap(_ selector: String) async throws -> SwapView {
        if let id = try? SwapID(base58: selector) {
            do {
                return await view(try await session.swap(id))
            } catch SwapFailure.lookUp(let error) where isOffline || error.isRetryable {
                if let known = try await stored(selector).first { return known }
                throw SwapFailure.lookUp(error)
            }
        }
        let matches = try await stored(selector)
        guard matches.count <= 1 else {
            throw CommandFailure.ambiguous(selector, "swaps", ids: matches.map(\.id.base58))
        }
        guard let match = matches.first else {
            throw CommandFailure("not_found", .notFound, "No swap of yours matches. See: flipcash swap list")
        }
        guard !isOffline, !match.isOver else { return match }
        return await view(try await session.swap(match.id))
    }

    private func stored(_ selector: String) async throws -> [SwapView] {
        let listed = try await session.swaps(asksService: false).asyncMap { await view($0) }
        guard let prefix = IDPrefix(selector) else { return [] }
        return listed.filter { prefix.matches($0.id.base58) }
    }

    func figures(of swap: SwapView) async throws -> SwapFigures {
        try await session.figures(of: swap.id, currency: session.rates.entryCurrency)
    }

    func payment(of swap: SwapView) async throws -> SwapFigures {
        try await session.preparePayment(of: swap.id, currency: session.rates.entryCurrency)
    }

    func pay(
        _ swap: SwapView, with payment: SwapFigures, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        try await session.paySwap(swap.id, payment: payment, onProgress: onProgress)
    }

    func follow(
        _ swap: SwapView, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> SwapOutcome {
        try await session.followSwap(swap.id, onProgress: onProgress)
    }

    private func view(_ swap: ListedSwap) async -> SwapView {
        SwapView(
            swap, from: await named(swap.fromMint, quarks: swap.quarks ?? 0), to: await named(swap.toMint, quarks: 0))
    }

    /// A token with its name, if that is known.
    private func named(_ mint: PublicKey?, quarks: UInt64) async -> TokenView {
        guard let mint else { return TokenView(mint: session.node.coreMint, symbol: "", name: "", quarks: quarks) }
        let metadata =
            isOffline
            ? (try? session.database.getMintMetadata(mint: mint))??.metadata : try? await session.mintMetadata(mint)
        guard let metadata else { return TokenView(mint: mint, symbol: "", name: "", quarks: quarks) }
        return TokenView(metadata, quarks: quarks)
    }
}

extension SessionMarket {
    func price(of mint: MintMetadata) async throws -> TokenPrice {
        let currency = session.rates.balanceCurrency
        let pin = try await session.newestPin(currency: currency, mint: mint.address)
        guard let supply = pin.supplyFromBonding else {
            // One unit of the core mint is one dollar.
            let one = try FiatAmount(value: 1, currency: .usd).converting(to: pin.rate)
            return TokenPrice(price: one, marketCap: .zero(currency), supply: 0, observed: pin.serverTimestamp)
        }
        let curve = DiscreteBondingCurve()
        guard let price = curve.spotPrice(supply: supply / DiscreteBondingCurve.quarksPerToken) else {
            throw SessionError.missingSupply(mint.address)
        }
        return TokenPrice(
            price: try FiatAmount(exact: price, at: pin.rate),
            marketCap: try FiatAmount(exact: curve.serverMarketCap(supplyQuarks: supply), at: pin.rate), supply: supply,
            observed: pin.reserveProof?.timestamp ?? pin.serverTimestamp)
    }

    func quote(_ side: QuoteSide, of mint: MintMetadata) async throws -> MarketQuote {
        switch side {
        case .buy(let text): try await buyQuote(entered(text), mint)
        case .sell(let text): try await sellQuote(entered(text), mint)
        }
    }

    private func entered(_ text: AmountText) throws(CommandFailure) -> FiatAmount {
        switch try text.amount(in: session.rates.entryCurrency, locale: locale) {
        case .amount(let amount): return amount
        case .max: throw .usage("\"max\" needs a balance. Use an amount such as 10.")
        }
    }

    private func buyQuote(_ amount: FiatAmount, _ mint: MintMetadata) async throws -> MarketQuote {
        let pin = try await session.newestPin(currency: amount.currency, mint: mint.address)
        guard let supply = pin.supplyFromBonding else { throw SwapFailure.quote(.sameMint) }
        let paid = try ExchangedFiat.computeFromEntered(
            amount: amount, rate: pin.rate, mint: session.node.coreMint, supplyFromBonding: nil)
        guard let paid else { throw SessionError.invalidAmount("it is not above zero") }
        do {
            let quote = try TradeQuote.buy(
                mint.address, supply: supply, amount: paid.quarks, coreMint: session.node.coreMint)
            let fee = try paid.launchpadSellFee(bps: ConversionFee.standardBps).nativeAmount
            return MarketQuote(
                quote: quote, pays: try amount.adding(fee), fee: fee, net: amount, isSale: false, rate: pin.rate,
                rateAge: pin.age(at: runtime.clock.now()))
        } catch let error as TradeQuoteError {
            throw SwapFailure.quote(error)
        }
    }

    private func sellQuote(_ amount: FiatAmount, _ mint: MintMetadata) async throws -> MarketQuote {
        let pin = try await session.newestPin(currency: amount.currency, mint: mint.address)
        guard let supply = pin.supplyFromBonding else { throw SwapFailure.quote(.sameMint) }
        let sold = try ExchangedFiat.computeFromEntered(
            amount: amount, rate: pin.rate, mint: mint.address, supplyFromBonding: supply)
        guard let sold else { throw SessionError.invalidAmount("it is not above zero") }
        do {
            let feeBps = mint.launchpad?.sellFeeBps ?? ConversionFee.standardBps
            let quote = try TradeQuote.sell(
                mint.address, supply: supply, amount: sold.quarks, feeBps: UInt16(clamping: feeBps),
                coreMint: session.node.coreMint)
            let fee = try sold.launchpadSellFee(bps: max(0, feeBps)).nativeAmount
            return MarketQuote(
                quote: quote, pays: sold.nativeAmount, fee: fee, net: try sold.nativeAmount.subtracting(fee),
                isSale: true, rate: pin.rate, rateAge: pin.age(at: runtime.clock.now()))
        } catch let error as TradeQuoteError {
            throw SwapFailure.quote(error)
        }
    }

    func history(of mint: MintMetadata, range: ChartRange, measure: ChartMeasure) async throws -> MarketHistory {
        // Best effort: without a fresh supply the chart ends with its last point.
        let price = try? await price(of: mint)
        let shown = session.rates.balanceCurrency
        guard let rate = session.rates.rate(for: shown) else { throw SessionError.rateUnavailable(shown) }
        let (currency, cap): (CurrencyCode, Double?) =
            switch measure {
            case .cap: (shown, price?.marketCap.wireValue)
            case .price: (.usd, price.map { MarketCapHistory.value(supplyQuarks: $0.supply, fx: 1) })
            }
        let points = try await session.marketCapHistory(of: mint.address, range: range, currency: currency)
        return MarketHistory(
            measure: measure, points: points, now: cap.map { ChartPoint(date: runtime.clock.now(), value: $0) },
            rate: rate)
    }
}

extension SessionMarket {
    func isAvailable(name: String) async throws -> Bool { try await session.isNameAvailable(name) }

    func launchPayment(from source: TokenArgument) async throws -> LaunchPayment {
        try await session.fetchBalance()
        let mint =
            source.isDollars ? session.node.coreMint : try TokenChoice.balance(source, among: session.balances).mint
        return try await session.prepareLaunch(source: mint)
    }

    func moderate(
        _ draft: LaunchDraft, onCheck: @escaping @Sendable (String) -> Void
    ) async throws -> CurrencyLaunch {
        try await session.moderate(draft, onCheck: onCheck)
    }

    func launch(
        _ launch: CurrencyLaunch, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await session.launch(launch, payment: payment, onProgress: onProgress)
    }

    func resumeLaunch(
        _ name: String, payment: LaunchPayment, onProgress: @escaping @Sendable (SwapProgress) -> Void
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        try await session.resumeLaunch(name, payment: payment, onProgress: onProgress)
    }

    func edit(_ mint: MintMetadata, _ edit: CurrencyEdit) async throws {
        try await session.editCurrency(
            mint.address, description: edit.description, billColors: edit.billColors, socialLinks: edit.socialLinks,
            icon: edit.icon)
    }
}

extension FiatAmount {
    /// A dollar value at a rate.
    ///
    /// - Throws: `MoneyError.overflow`.
    fileprivate init(exact dollars: ExactRational, at rate: Rate) throws {
        guard let value = Decimal(plainText: dollars.text(places: 18)) else { throw MoneyError.overflow }
        self = try FiatAmount(value: value, currency: .usd).converting(to: rate)
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// Maps each element in order.
    fileprivate func asyncMap<Mapped>(_ transform: (Element) async -> Mapped) async -> [Mapped] {
        var mapped: [Mapped] = []
        for element in self { mapped.append(await transform(element)) }
        return mapped
    }
}
