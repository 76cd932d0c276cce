import ArgumentParser

/// `flipcash node …`
struct NodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node",
        abstract: "Run a backend of your own and look after it.",
        subcommands: [
            NodeRunCommand.self, NodeStatusCommand.self, NodeStopCommand.self, NodeKeyCommand.self,
            NodeFaucetCommand.self, NodeDepositCommand.self, NodeCheckCommand.self, NodeBackupCommand.self,
            NodeRestoreCommand.self,
        ])
}

/// The option by which operator commands find a node.
struct NodeOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("The node's folder, if it is not your own local node's.", valueName: "folder"),
        completion: .directory)
    var data: String?
}
