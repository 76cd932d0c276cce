import ArgumentParser
import FlipcashCore

/// A command that does something, as opposed to a group of commands.
protocol FlipcashCommand: AsyncParsableCommand, Sendable {
    /// The options that every command takes.
    var global: GlobalOptions { get }

    /// Whether the command waits for people, runs until stopped, or takes longer the more there is to do. Such a command
    /// has no default time limit.
    var isWaiting: Bool { get }

    /// Whether the command needs the service, and so cannot run with `--offline`.
    var needsService: Bool { get }

    /// Whether the caller keeps what the command logs to standard error, so that it needs no log files.
    var hasOwnLog: Bool { get }

    /// Advice for when the work is done but the answer could not be written; nil for general advice.
    var lostAnswerAdvice: String? { get }

    /// Whether the command only reads, so that it can be repeated. A reader that stops early, as `head` does, is then
    /// not an error.
    var onlyLooks: Bool { get }

    /// What `--dry-run` does to the command.
    var dryRun: DryRunSupport { get }

    /// How long the command may take to stop when asked. After that it is abandoned.
    var stopGrace: Duration { get }

    /// Does the work and prints the answer.
    func run(in call: Invocation) async throws
}

extension FlipcashCommand {
    var isWaiting: Bool { false }
    var needsService: Bool { false }
    var hasOwnLog: Bool { false }
    var lostAnswerAdvice: String? { nil }
    var onlyLooks: Bool { false }

    /// A command that changes something must declare that it honours the option; otherwise the option is refused.
    var dryRun: DryRunSupport { onlyLooks ? .harmless : .refused }

    /// Waits for a payment in flight: its outcome is known when its last time limit has passed.
    var stopGrace: Duration { onlyLooks ? .seconds(4) : SubmissionBound.timeMax + .seconds(4) }
}

/// A group whose default command takes words, so that an unknown word is not a mistyped command.
protocol DefaultTakesWords: ParsableCommand {}

/// What `--dry-run` does to a command.
enum DryRunSupport: Sendable {
    /// The command says what it would do, and does not do it.
    case honoured
    /// The command changes nothing anyway.
    case harmless
    /// The command cannot say what it would do, so the option is refused.
    case refused
}
