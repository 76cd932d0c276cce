import ArgumentParser

/// `flipcash split …`
struct SplitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Share expenses with people, and see who owes whom.",
        discussion: """
            Friends need no account. An expense is for the people that it names, or for a group.

              flipcash split friends add Ann
              flipcash split add 30 Dinner --with Ann      you paid, both share it
              flipcash split                               who owes whom
              flipcash split settle Ann --cash             the debt was paid in cash
              flipcash split invite Ann                    Ann sees it and can pay you

            A person is named by a name, a nickname, the beginning of an id, or me.
            """,
        subcommands: [
            SplitBalancesCommand.self,
            SplitAddCommand.self,
            SplitListCommand.self,
            SplitShowCommand.self,
            SplitEditCommand.self,
            SplitRemoveCommand.self,
            SplitFriendsCommand.self,
            SplitGroupsCommand.self,
            SplitSettleCommand.self,
            SplitPaymentsCommand.self,
            SplitSimplifyCommand.self,
            SplitCloseCommand.self,
            SplitRemindCommand.self,
            SplitStatsCommand.self,
            SplitInviteCommand.self,
            SplitInvitesCommand.self,
            SplitClaimCommand.self,
            SplitRequestCommand.self,
            SplitRequestsCommand.self,
            SplitSyncCommand.self,
            SplitWatchCommand.self,
            SplitConflictsCommand.self,
            SplitOutboxCommand.self,
            SplitImportCommand.self,
            SplitExportCommand.self,
            SplitAccountCommand.self,
        ],
        defaultSubcommand: SplitBalancesCommand.self)
}
