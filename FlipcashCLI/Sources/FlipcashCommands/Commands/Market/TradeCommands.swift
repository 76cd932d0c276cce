import ArgumentParser
import FlipcashCore

/// A command that trades one currency for another.
protocol TradeCommand: FlipcashCommand {
    /// The amount to trade.
    var amount: AmountText { get }
    /// What is paid with.
    var source: TokenArgument { get }
    /// What is bought.
    var target: TokenArgument { get }
    /// The options of trades.
    var trade: TradeOptions { get }
}

extension TradeCommand {
    var needsService: Bool { true }

    var isWaiting: Bool { true }

    var lostAnswerAdvice: String? { "The trade may have been made; see: flipcash swap list" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let run = TradeRun(amount: amount, source: source, target: target, options: trade, call: call)
        try run.check()
        try await call.withWallet { try await run.run(in: $0) }
    }
}

/// `flipcash buy TOKEN AMOUNT`
struct BuyCommand: TradeCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy", abstract: "Buy a currency with dollars or with another currency.",
        discussion: """
            The amount is what you buy for; 1 % is added when you pay with dollars. The figures are shown before you \
            are asked. Without a terminal, --yes is needed. max spends everything.
            """)

    @Argument(help: ArgumentHelp("What to buy: a symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @Option(help: ArgumentHelp("What to pay with; dollars if left out.", valueName: "token"))
    var with: TokenArgument = .dollars

    @OptionGroup(title: "Trade options")
    var trade: TradeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var source: TokenArgument { with }
    var target: TokenArgument { token }
}

/// `flipcash sell TOKEN AMOUNT`
struct SellCommand: TradeCommand {
    static let configuration = CommandConfiguration(
        commandName: "sell", abstract: "Sell a currency for dollars.",
        discussion: """
            The amount is the value to sell; the currency's pool keeps 1 % of it. The figures are shown before you are \
            asked. Without a terminal, --yes is needed. max sells everything.
            """)

    @Argument(help: ArgumentHelp("What to sell: a symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @OptionGroup(title: "Trade options")
    var trade: TradeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var source: TokenArgument { token }
    var target: TokenArgument { .dollars }
}

/// `flipcash convert AMOUNT FROM TO`
struct ConvertCommand: TradeCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Convert one currency into another.",
        discussion: "From dollars it is a purchase, into dollars a sale; see: flipcash help buy, flipcash help sell.")

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @Argument(help: ArgumentHelp("What to pay with.", valueName: "from"))
    var from: TokenArgument

    @Argument(help: ArgumentHelp("What to get.", valueName: "to"))
    var to: TokenArgument

    @OptionGroup(title: "Trade options")
    var trade: TradeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var source: TokenArgument { from }
    var target: TokenArgument { to }
}
