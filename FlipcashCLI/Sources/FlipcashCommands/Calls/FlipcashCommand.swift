import ArgumentParser
import FlipcashCore

/// A command that does something, as opposed to a group of commands.
protocol FlipcashCommand: AsyncParsableCommand, Sendable {
    /// The options that every command takes.
    var global: GlobalOptions { get }

    /// Whether the command waits for people or runs until it is stopped, so that it has no bound of its own.
    var isWaiting: Bool { get }

    /// Whether the command needs the service, and so cannot run with `--offline`.
    var needsService: Bool { get }

    /// Whether what it logs to standard error is kept by whoever started it, so that it needs no log files.
    var hasOwnLog: Bool { get }

    /// What to do when the answer could not be written although the work was done; nil where it can be asked for again.
    var lostAnswerAdvice: String? { get }

    /// Whether nothing but looking was done, so that the answer can be had again: a reader who goes away early, as
    /// `head` does, has then lost nothing.
    var onlyLooks: Bool { get }

    /// What `--dry-run` does to the command.
    var dryRun: DryRunSupport { get }

    /// How long the command may take to stop once it was asked to; then it is left.
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

    /// A command that does something has to say that it honours the option; otherwise the option is refused.
    var dryRun: DryRunSupport { onlyLooks ? .harmless : .refused }

    /// A payment that is on its way is worth waiting for: how it ends is known once its last bound is over.
    var stopGrace: Duration { onlyLooks ? .seconds(4) : SubmissionBound.timeMax + .seconds(4) }
}

/// What `--dry-run` does to a command.
enum DryRunSupport: Sendable {
    /// The command says what it would do, and does not do it.
    case honoured
    /// The command changes nothing anyway.
    case harmless
    /// The command cannot say what it would do, so the option is refused.
    case refused
}
