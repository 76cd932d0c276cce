import ArgumentParser

/// The help of a command: its own options, and one line for the options that every command takes.
///
/// The parser repeats the common options in the help of every command, where they hide the command's own options.
/// `flipcash help options` lists them instead; completion scripts still include them.
enum HelpText {
    /// The line that replaces the options that every command takes.
    static let pointer = "Options of every command, such as --json and --profile: flipcash help options"

    /// Shortens the parser's help text, and puts the command's own options before its groups of options.
    ///
    /// Does not change a text without the options that every command takes, such as a group's help.
    static func condensed(_ help: String) -> String {
        let sections = sections(of: help)
        guard sections.contains(where: { $0.hasPrefix("GLOBAL OPTIONS:\n") }) else { return help }
        let kept = sections.filter { !$0.hasPrefix("GLOBAL OPTIONS:\n") }.compactMap(withoutCommonFlags)
        return (ownOptionsFirst(kept) + [pointer]).joined(separator: "\n\n")
    }

    private static func ownOptionsFirst(_ sections: [String]) -> [String] {
        func isGroup(_ section: String) -> Bool {
            let title = section.prefix { $0 != "\n" }
            return title.contains(" OPTIONS") && title.hasSuffix(":")
        }
        guard let own = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") }),
            let group = sections.firstIndex(where: isGroup), group < own
        else { return sections }
        var sections = sections
        sections.insert(sections.remove(at: own), at: group)
        return sections
    }

    /// The options that every command takes, as the parser lists them.
    static func commonOptions(of root: any ParsableCommand.Type, columns: Int) -> String {
        let help = root.helpMessage(for: DoctorCommand.self, columns: columns)
        let options = sections(of: help).filter { $0.hasPrefix("GLOBAL OPTIONS:\n") || $0.hasPrefix("OPTIONS:\n") }
        return options.flatMap { $0.split(separator: "\n").dropFirst() }.joined(separator: "\n")
    }

    private static func sections(of help: String) -> [String] {
        help.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A section without the lines of `--version` and `--help`; nil when no other line is left.
    private static func withoutCommonFlags(_ section: String) -> String? {
        guard section.hasPrefix("OPTIONS:\n") else { return section }
        let lines = section.split(separator: "\n").filter {
            !$0.hasPrefix("  --version ") && !$0.hasPrefix("  -h, --help ")
        }
        return lines.count > 1 ? lines.joined(separator: "\n") : nil
    }
}
