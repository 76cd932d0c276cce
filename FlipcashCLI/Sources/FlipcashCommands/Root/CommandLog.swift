import ArgumentParser
import FlipcashCore
import Logging

/// Logs how a command ended: its name and its failure.
struct CommandLog: Sendable {
    let logger: Logger

    /// Logs the end of `command`, without its arguments: they may be links.
    func note(_ command: any ParsableCommand, _ failure: CommandFailure?) {
        let name = Self.path(of: type(of: command), below: RootCommand.self) ?? type(of: command).name
        guard let failure else {
            return logger.info("a command ended", metadata: ["command": "\(name)", "status": "0"])
        }
        logger.notice(
            "a command failed",
            metadata: [
                "command": "\(name)", "status": "\(failure.status.rawValue)", "code": "\(failure.code)",
                "reason": "\(Self.redacted(failure.message))",
            ])
    }

    /// `message` without words that may be secrets. Messages repeat what was typed.
    static func redacted(_ message: String) -> String {
        let words = message.split { $0.isWhitespace || "\"'(),;".contains($0) }.map { word in
            String(word.reversed().drop { ".:".contains($0) }.reversed())
        }
        return MistypedWord.redacted(message, arguments: words)
    }

    /// The names that lead to a command, such as `link create`.
    private static func path(
        of command: any ParsableCommand.Type, below group: any ParsableCommand.Type
    ) -> String? {
        for candidate in group.configuration.subcommands {
            if candidate == command { return candidate.name }
            if let rest = path(of: command, below: candidate) { return "\(candidate.name) \(rest)" }
        }
        return nil
    }
}
