import ArgumentParser

/// Adds this call's account and service options to the commands in messages, so that a command from a hint acts on the
/// same account. A command that already names an account keeps that account.
///
/// A message says `flipcash link list`; a person who called with `--profile play` reads `flipcash --profile play link
/// list`. Only `flipcash` followed by a command name is changed, so other text stays as it is.
struct CommandHints: Sendable {
    /// An option of this call and the value that it got.
    private struct Choice: Sendable, Equatable {
        let option: String
        let value: String
    }

    private let commands: [any ParsableCommand.Type]
    private let profile: [Choice]
    private let service: [Choice]
    private let account: [Choice]

    /// Leaves every message as it is.
    static let plain = CommandHints()

    private init() { (commands, profile, service, account) = ([], [], [], []) }

    /// - Parameter root: the command tree; messages name its commands.
    init(_ options: CallOptions, root: any ParsableCommand.Type) {
        commands = root.configuration.subcommands
        func choice(_ option: String, _ value: String?) -> [Choice] {
            value.map { [Choice(option: option, value: $0)] } ?? []
        }
        profile = choice("--profile", options.profile)
        service =
            choice("--endpoint", options.endpoint) + choice("--core-endpoint", options.coreEndpoint)
            + choice("--ca-file", options.caFile) + choice("--tls-fingerprint", options.tlsFingerprint)
        account = choice("--account", options.account) + choice("--key-file", options.keyFile)
    }

    /// `text` with the options added to its commands.
    func completed(_ text: String) -> String {
        guard !profile.isEmpty || !service.isEmpty || !account.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstRange(of: Self.program) {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let words = rest.split(maxSplits: 2, whereSeparator: { !$0.isLetter && $0 != "-" })
            guard rest.first?.isLetter ?? false, let command = words.first.map(String.init) else { continue }
            // This command ends where the next one begins, or with the line.
            let line = rest.prefix { !$0.isNewline }
            let call = line[..<(line.firstRange(of: Self.program)?.lowerBound ?? line.endIndex)]
            let isAccountNamed = call.contains(" --account ")
            for choice in choices(for: command, words.dropFirst().first.map(String.init))
            where !isAccountNamed || !account.contains(choice) {
                result += "\(choice.option) \(Self.quoted(choice.value)) "
            }
        }
        return result + rest
    }

    private static let program = "flipcash "

    private func choices(for command: String, _ subcommand: String?) -> [Choice] {
        guard commands.contains(where: { $0.answers(to: command) }) else { return [] }
        switch command {
        case "completion", "demo", "code", "logs": return []
        case "config": return profile
        case "node", "doctor": return profile + service
        // The other commands of this group name an account themselves, or create one.
        case "account": return profile + service + (["key", "address"].contains(subcommand) ? account : [])
        default: return profile + service + account
        }
    }

    /// `value` quoted for a shell.
    private static func quoted(_ value: String) -> String {
        let shown = DisplayText.sanitized(value)
        let isPlain =
            !shown.isEmpty
            && shown.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_@%+=:,./-".contains($0)) }
        return isPlain ? shown : "'" + shown.replacing("'", with: #"'\''"#) + "'"
    }
}
