import ArgumentParser
import FlipcashDrawing

/// The topics that `flipcash help` explains besides commands.
enum HelpTopic: String, CaseIterable, Sendable {
    case options
    case exitCodes = "exit-codes"
    case environment
    case json
    case profiles
    case colors

    /// The topic that a command line asks for; nil when it asks for something else.
    ///
    /// - Parameter root: the command tree.
    /// - Throws: `CommandFailure` for help on a word that is neither a topic nor a command.
    init?(arguments: [String], root: any ParsableCommand.Type) throws(CommandFailure) {
        guard arguments.first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-") else {
            return nil
        }
        if let topic = HelpTopic(rawValue: word) {
            guard arguments.count == 2 else {
                throw .usage("\"flipcash help \(word)\" takes no further words. Leave them out.")
            }
            self = topic
            return
        }
        let commands = root.configuration.subcommands
        guard commands.contains(where: { $0.answers(to: word) }) else {
            throw Self.unknown(word, commands: commands.map { $0.name })
        }
        return nil
    }

    private static func unknown(_ word: String, commands: [String]) -> CommandFailure {
        let subject = MistypedWord.mayBeSecret(word) ? "This" : "\"\(DisplayText.sanitized(word))\""
        let topics = allCases.map(\.rawValue)
        var message = "\(subject) is not a command or a help topic."
        if let nearest = Suggestion.nearest(to: word, among: commands + topics) {
            message += " Did you mean \"\(nearest)\"?"
        }
        return .usage(message + " Topics: \(topics.joined(separator: ", ")). Commands: flipcash --help")
    }

    /// The whole text, wrapped for a terminal of `columns` columns.
    ///
    /// - Parameter commonOptions: the options that every command takes, as help lists them.
    func text(commonOptions: @autoclosure () -> String, columns: Int) -> String {
        switch self {
        case .options:
            "Every command takes these options, before or after its name.\n\n"
                + commonOptions() + "\n"
        case .exitCodes: Self.exitCodesText(columns)
        case .environment: Self.environmentText(columns)
        case .json: Self.jsonText(columns)
        case .profiles: Self.profilesText
        case .colors: Self.colorsText(columns)
        }
    }

    private static func exitCodesText(_ columns: Int) -> String {
        var list = DefinitionList()
        for status in ExitStatus.allCases { list.add(String(status.rawValue), status.meaning) }
        return """
            The exit code of a command says how it ended.

            \(list.text(columns: columns))

            After 8 you can repeat the command. After 10 check first whether money moved:
            flipcash history and flipcash link list.

            """
    }

    private static func environmentText(_ columns: Int) -> String {
        var list = DefinitionList()
        for variable in CallVariable.allCases { list.add(variable.rawValue, variable.meaning) }
        return """
            An option takes precedence over its variable, and a variable takes precedence
            over the settings of a profile.

            \(list.text(columns: columns))

            XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME and
            XDG_RUNTIME_DIR move the folders; flipcash config path prints them.
            NO_COLOR turns colours off.

            """
    }

    private static func colorsText(_ columns: Int) -> String {
        var list = DefinitionList()
        list.add("ff8800", "A colour in six hexadecimal digits; #ff8800 is read as well.")
        list.add("hue:0.6", "A hue from 0 to 1.")
        list.add("mint", "A preset: \(BillColors.presets.map(\.name).joined(separator: ", ")).")
        return """
            --colors takes one to three colours, separated by commas, for the paper of a
            bill.

            \(list.text(columns: columns))

            """
    }

    private static func jsonText(_ columns: Int) -> String {
        var list = DefinitionList()
        list.add(
            "schema",
            "Every answer names its schema, such as flipcash.balance/1. The number changes when a field is removed or "
                + "changes its meaning. Fields may be added at any time: ignore those that you do not know.")
        list.add("amounts", #"{"currency":"usd","value":"5.00"}. Values are strings, so that no digit is lost."#)
        list.add("quarks", "The smallest units of a token: whole numbers, written as strings.")
        list.add("times", "2026-01-31T12:00:00Z.")
        list.add("bills", "give prints the bill as soon as it can be scanned, on a line before the answer.")
        list.add(
            "errors",
            #"One object on standard error, flipcash.error/1. Its member "error" has code, message, retryable and, "#
                + "if there is more, details and log. Rely on the code and on the exit code; messages are for people "
                + "and may change. With exit code 10, standard output says what may have been done.")
        return """
            --json prints the answer as one JSON object. --output jsonl prints one object
            per line for lists and events.

            \(list.text(columns: columns))

            """
    }

    private static let profilesText = """
        A profile is a service with the accounts and settings that you use there.
        Without --profile or FLIPCASH_PROFILE a command uses the profile that
        "flipcash config set profile NAME" chose, else "default".

          default    your own node on this machine, unless you set another endpoint
          flipcash   the public service
          test       a node inside the command, keys in a plain file: for tests only

        Any other name makes a new profile, for example for the node of a community:

          flipcash --profile friends config set endpoint https://example.org:8085
          flipcash --profile friends account create

        flipcash profile list shows all profiles; flipcash config list shows the
        settings of one.

        """
}
