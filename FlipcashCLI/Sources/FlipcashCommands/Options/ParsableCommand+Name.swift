import ArgumentParser

extension ParsableCommand {
    /// The name on the command line.
    static var name: String { configuration.commandName ?? String(describing: Self.self).lowercased() }

    /// Whether `word` is the name of this command or one of its other names.
    static func answers(to word: String) -> Bool { name == word || configuration.aliases.contains(word) }
}
