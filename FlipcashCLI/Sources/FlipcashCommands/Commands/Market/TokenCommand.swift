import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash token …`
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Find currencies, see their prices, create your own.",
        subcommands: [
            TokenListCommand.self, TokenInfoCommand.self, TokenDiscoverCommand.self, TokenSearchCommand.self,
            TokenPriceCommand.self, TokenChartCommand.self, TokenLaunchCommand.self, TokenEditCommand.self,
        ])
}

/// `flipcash token list`
struct TokenListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the currencies that you hold or have looked at.")

    @Flag(help: "Show only currencies that you hold.")
    var held = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let known = try await call.withWallet { try await $0.market.knownTokens() }
        let tokens = known.filter { !held || $0.quarks > 0 }
        let objects = tokens.map { token in
            var object = MintView(mint: token.mint, price: nil, held: token.quarks).document(money)
            object["value"] = token.value.map(money.value)
            return object
        }
        var document = OutputObject(schema: "tokens")
        document["tokens"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            var table = Table([.text("NAME"), .text("SYMBOL"), .amount("YOU HAVE"), .amount("VALUE"), .id("MINT")])
            for token in tokens {
                let view = TokenView(token.mint, quarks: token.quarks)
                let amount =
                    token.quarks == 0 ? "" : TokenView.decimal(quarks: token.quarks, decimals: token.mint.decimals)
                table.add([
                    .init(view.displayName), .init(view.symbol), .init(amount),
                    .init(token.quarks == 0 ? "" : token.value.map(money.text) ?? ""),
                    .init(token.mint.address.base58, .secondary),
                ])
            }
            printer.table(table)
        }
        if tokens.count <= 1 { call.printer.hint("Find more with: flipcash token discover") }
    }
}

/// `flipcash token info TOKEN`
struct TokenInfoCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show a currency: price, supply, holders, links, and what you have of it.")

    @Argument(help: ArgumentHelp("A symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var needsService: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let view = try await call.withWallet { wallet in
            let mint = try await wallet.market.token(token)
            let held = try await wallet.market.knownTokens().first { $0.mint.address == mint.address }?.quarks
            let price = try await wallet.market.price(of: mint)
            return MintView(mint: mint, price: price, held: held ?? 0)
        }
        call.printer.answer(view.document(money)) { $0.facts(view.facts(money)) }
    }
}

/// `flipcash token discover`
struct TokenDiscoverCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "List the service's currencies, best first.")

    @Option(help: ArgumentHelp("The order: popular or new.", valueName: "category"))
    var category: CategoryArgument = .init(category: .popular)

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
    var limit: Int = 25

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var needsService: Bool { true }

    mutating func validate() throws {
        guard (1...1_024).contains(limit) else { throw ValidationError("--limit must be between 1 and 1024.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let mints = try await call.withWallet { try await $0.market.discover(category.category) }
        MintListView(mints: Array(mints.prefix(limit)), isRanked: true).answer(call, money)
        if mints.isEmpty {
            call.printer.hint("The service has no currencies yet. Create one with: flipcash token launch")
        }
    }
}

/// `flipcash token search TEXT`
struct TokenSearchCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find currencies by a part of their name or symbol.")

    @Argument(help: ArgumentHelp("A part of a name or symbol, or a mint.", valueName: "text"))
    var text: String

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let mints = try await call.withWallet { try await $0.market.search(text) }
        MintListView(mints: mints, isRanked: false).answer(call, money)
        if mints.isEmpty { call.printer.hint("Nothing matches. List currencies with: flipcash token discover") }
    }
}

extension MintListView {
    func answer(_ call: Invocation, _ money: MoneyText) {
        let objects = objects(money)
        var document = OutputObject(schema: "tokens")
        document["tokens"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { print(to: $0, money) }
    }
}

/// A category of the discovery list on the command line.
struct CategoryArgument: ExpressibleByArgument, Sendable, Hashable {
    let category: DiscoverCategory

    init(category: DiscoverCategory) { self.category = category }

    init?(argument: String) {
        switch argument {
        case "popular": category = .popular
        case "new": category = .new
        default: return nil
        }
    }

    static var allValueStrings: [String] { ["popular", "new"] }

    var defaultValueDescription: String {
        switch category {
        case .popular: "popular"
        case .new: "new"
        }
    }
}

/// `flipcash token price TOKEN`
struct TokenPriceCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "price", abstract: "Show a currency's price, or what a trade would yield; trades nothing.")

    @Argument(help: ArgumentHelp("A symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @Option(help: ArgumentHelp("Quote buying for this much.", valueName: "amount"))
    var buy: AmountText?

    @Option(help: ArgumentHelp("Quote selling this much.", valueName: "amount"))
    var sell: AmountText?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var needsService: Bool { true }

    mutating func validate() throws {
        guard buy == nil || sell == nil else { throw ValidationError("Use either --buy or --sell.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let side = buy.map(QuoteSide.buy) ?? sell.map(QuoteSide.sell)
        try await call.withWallet { wallet in
            let mint = try await wallet.market.token(token)
            guard let side else {
                let price = try await wallet.market.price(of: mint)
                let view = MintView(mint: mint, price: price)
                return call.printer.answer(view.document(money)) {
                    $0.line("1 \(TokenView(mint, quarks: 0).unit) = \(money.price(price.price))")
                }
            }
            let quote = try await wallet.market.quote(side, of: mint)
            let core = try await wallet.market.token(.dollars)
            let plan = TradePlan(
                quote, mint: mint, core: TokenView(core, quarks: 0))
            call.printer.answer(plan.document(money, state: nil)) { $0.table(plan.table(money)) }
        }
    }
}
