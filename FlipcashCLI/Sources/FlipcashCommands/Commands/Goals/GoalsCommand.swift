import ArgumentParser

/// `flipcash goals …`
struct GoalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals",
        abstract: "Save for something until a date.",
        discussion: """
            A goal has a target and a deadline. Saving inside the wallet reserves a part of a balance; no money moves.

            To save for a trip:

              flipcash goals add Trip "1000 usd" --by 2027-03-01
              flipcash goals contribute Trip 50        reserve 50 dollars
              flipcash goals plan                      what to pay this month
              flipcash goals auto add Trip 10% --every arrival
                                                       a tenth of what comes in
              flipcash goals remind setup              a timer for orders, reminders
              flipcash goals                           how far everything is

            The first goal makes an account if there is none. A contribution needs money in the wallet; play money of \
            your own node comes from: flipcash node faucet 100

            What you set aside comes from the stored balance. If that is too small, the balance is fetched first.

            Money that is not in this wallet counts too: an account that you keep by hand (goals asset add, goals log), \
            an address of a chain (goals asset watch), or another account of yours (goals contribute --to).

            A goal is named by the beginning of its id or by its name.
            """,
        subcommands: [
            GoalsListCommand.self, GoalsAddCommand.self, GoalsShowCommand.self, GoalsEditCommand.self,
            GoalsCancelCommand.self, GoalsFinishCommand.self, GoalsArchiveCommand.self, GoalsRestoreCommand.self,
            GoalsRemoveCommand.self, GoalsAssetCommand.self, GoalsLogCommand.self, GoalsAllocateCommand.self,
            GoalsAllocationsCommand.self, GoalsContributeCommand.self, GoalsRateCommand.self,
            GoalsCurrenciesCommand.self, GoalsPlanCommand.self, GoalsFlexCommand.self, GoalsBudgetCommand.self,
            GoalsExecuteCommand.self, GoalsAutoCommand.self, GoalsForecastCommand.self, GoalsHistoryCommand.self,
            GoalsRemindCommand.self, GoalsConfigCommand.self, GoalsCalendarCommand.self, GoalsExportCommand.self,
            GoalsImportCommand.self,
        ],
        defaultSubcommand: GoalsListCommand.self)
}
