import ArgumentParser

/// Reorders a call's arguments for the parser: command names first.
struct CommandLineArranger {
    /// The arguments, command names first, then the global options found among them, then the rest.
    let arguments: [String]
    /// The names at the front of `arguments` that lead to `command`.
    let names: [String]
    /// The command that the names lead to.
    let command: any ParsableCommand.Type

    /// Follows the command names from `root` downwards.
    ///
    /// - Throws: `CommandFailure` with a suggestion for an unknown command name.
    init(_ arguments: [String], root: any ParsableCommand.Type) throws(CommandFailure) {
        var command = root
        var names: [String] = []
        var help: [String] = []
        var moved: [String] = []
        var arguments = arguments
        var index = arguments.startIndex
        scan: while index < arguments.endIndex, !command.configuration.subcommands.isEmpty {
            let argument = arguments[index]
            if GlobalOptionNames.flags.contains(argument) || Self.isValuedWithEquals(argument) {
                moved.append(argument)
                index += 1
            } else if GlobalOptionNames.valued.contains(argument) {
                moved.append(argument)
                if index + 1 < arguments.endIndex { moved.append(arguments[index + 1]) }
                index = min(index + 2, arguments.endIndex)
            } else if argument.hasPrefix("-") {
                break scan
            } else if let next = command.configuration.subcommands.first(where: { $0.answers(to: argument) }) {
                names.append(argument)
                command = next
                index += 1
            } else if argument == "help" {
                help.append(argument)
                index += 1
                break scan
            } else {
                switch CommandSynonym.meaning(of: argument.lowercased(), after: names) {
                case .words(let words)?: arguments.replaceSubrange(index...index, with: words)
                case .advice(let advice)?: throw Self.noCommand(argument, advice)
                case nil:
                    if command is any DefaultTakesWords.Type { break scan }
                    throw Self.unknown(argument, after: names, among: command)
                }
            }
        }
        // A group prints its help and takes no options; a default command takes them.
        let isGroup = !command.configuration.subcommands.isEmpty && command.configuration.defaultSubcommand == nil
        self.arguments = names + help + (isGroup ? [] : moved) + arguments[index...]
        self.names = names
        self.command = command
    }

    private static func isValuedWithEquals(_ argument: String) -> Bool {
        guard let equals = argument.firstIndex(of: "=") else { return false }
        return GlobalOptionNames.valued.contains(String(argument[..<equals]))
    }

    private static func noCommand(_ word: String, _ advice: String) -> CommandFailure {
        .usage("There is no command \"\(DisplayText.sanitized(word))\". \(advice)")
    }

    private static func unknown(
        _ word: String, after names: [String], among command: any ParsableCommand.Type
    ) -> CommandFailure {
        let path = (["flipcash"] + names).joined(separator: " ")
        let candidates = command.configuration.subcommands.map { $0.name }
        let subject = MistypedWord.mayBeSecret(word) ? "This" : "\"\(DisplayText.sanitized(word))\""
        var message = "\(subject) is not a command of \(path)."
        if let nearest = Suggestion.nearest(to: word, among: candidates) {
            message += " Did you mean \"\(nearest)\"?"
        }
        return .usage(message + " See: \(path) --help")
    }
}
