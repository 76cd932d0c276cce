import ArgumentParser

/// `flipcash node …`
struct NodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node",
        abstract: "Run and maintain your own node.",
        subcommands: [
            NodeRunCommand.self, NodeStatusCommand.self, NodeStopCommand.self, NodeKeyCommand.self,
            NodeFaucetCommand.self, NodeDepositCommand.self, NodeCheckCommand.self, NodeBackupCommand.self,
            NodeRestoreCommand.self, NodeSettingsCommand.self, NodeClockCommand.self,
            NodeSplitDeleteCommand.self,
        ])
}

/// The option that names the node of an operator's command.
struct NodeOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("The node's folder (default: your own local node's).", valueName: "folder"),
        completion: .directory)
    var data: String?
}
