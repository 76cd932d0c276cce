import ArgumentParser

/// The options of commands that spend money.
struct MoneyOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Token to spend: dollars, a symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument?
}
