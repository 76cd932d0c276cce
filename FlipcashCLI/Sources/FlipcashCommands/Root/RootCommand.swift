import ArgumentParser

/// The root of the command tree. It declares no options, so that it starts quickly.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flipcash",
        abstract: "Cash between people: give it, scan it, send it as a link.",
        discussion: """
            Without any configuration, commands use your own node, which is started when needed.

              flipcash balance                    what you have
              flipcash node faucet 20             play money on your own node
              flipcash give 5 --png bill.png      show a bill and wait for a scan
              flipcash grab bill.png              collect cash from a picture or a link
              flipcash link create 5              cash as a link
              flipcash buy JEFFY 10               a currency, for dollars
              flipcash demo                       all of this, played by two people

            More: flipcash help options, exit-codes, environment, json, profiles or colors.
            """,
        version: Version.text,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Cash",
                subcommands: [
                    BalanceCommand.self, GiveCommand.self, GrabCommand.self, LinkCommand.self, SendCommand.self,
                    WithdrawCommand.self, DepositCommand.self, LimitsCommand.self, HistoryCommand.self,
                    RatesCommand.self,
                ]),
            CommandGroup(
                name: "Currencies",
                subcommands: [
                    BuyCommand.self, SellCommand.self, ConvertCommand.self, SwapCommand.self, TokenCommand.self,
                ]),
            CommandGroup(
                name: "Saving",
                subcommands: [GoalsCommand.self]),
            CommandGroup(
                name: "Sharing",
                subcommands: [SplitCommand.self]),
            CommandGroup(
                name: "Account",
                subcommands: [AccountCommand.self, ProfileCommand.self]),
            CommandGroup(
                name: "Bills and codes",
                subcommands: [BillCommand.self, CodeCommand.self]),
            CommandGroup(
                name: "Node and machine",
                subcommands: [
                    NodeCommand.self, ConfigCommand.self, LogsCommand.self, DoctorCommand.self, DemoCommand.self,
                    CompletionCommand.self,
                ]),
        ])
}
