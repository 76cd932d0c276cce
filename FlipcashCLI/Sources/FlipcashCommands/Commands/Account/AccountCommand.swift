import ArgumentParser

/// `flipcash account …`
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Create accounts, log in, choose one, keep its words safe.",
        subcommands: [
            AccountCreateCommand.self, AccountLoginCommand.self, AccountListCommand.self, AccountUseCommand.self,
            AccountCurrentCommand.self, AccountRenameCommand.self, AccountKeyCommand.self, AccountAddressCommand.self,
            AccountLogoutCommand.self, AccountStoreCommand.self, AccountPassphraseCommand.self,
            AccountHideCommand.self, AccountEraseCommand.self,
        ])
}
