import ArgumentParser

/// `flipcash goals …`
struct GoalsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals",
        abstract: "Save for something until a date.",
        discussion: """
            A goal has a target and a deadline. Saving inside the wallet reserves a part of a balance; no money moves.

              flipcash goals add Trip "1000 usd" --by 2027-03-01
              flipcash goals contribute Trip 50       reserve 50 dollars of the wallet
              flipcash goals                          how far everything is

            A goal is named by the beginning of its id or by its name.
            """,
        subcommands: [
            GoalsListCommand.self, GoalsAddCommand.self, GoalsShowCommand.self, GoalsEditCommand.self,
            GoalsCancelCommand.self, GoalsFinishCommand.self, GoalsArchiveCommand.self, GoalsRestoreCommand.self,
            GoalsRemoveCommand.self, GoalsAssetCommand.self, GoalsLogCommand.self, GoalsAllocateCommand.self,
            GoalsAllocationsCommand.self, GoalsContributeCommand.self, GoalsRateCommand.self,
            GoalsCurrenciesCommand.self, GoalsForecastCommand.self, GoalsRemindCommand.self,
            GoalsCalendarCommand.self, GoalsExportCommand.self, GoalsImportCommand.self,
        ],
        defaultSubcommand: GoalsListCommand.self)
}
