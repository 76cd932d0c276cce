import ArgumentParser

/// `flipcash link …`
struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Send cash as a link, collect it, take it back.",
        subcommands: [
            LinkCreateCommand.self, LinkReceiveCommand.self, LinkInfoCommand.self, LinkListCommand.self,
            LinkCancelCommand.self,
        ])
}
