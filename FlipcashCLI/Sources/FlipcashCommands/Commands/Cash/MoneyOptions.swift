import ArgumentParser

/// What a command spends.
struct MoneyOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Token to spend: dollars, a symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument?
}
