/// The exit status of the process: one number for each kind of outcome (client specification §12.6).
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// Everything asked for was done.
    case done = 0
    /// An unexpected failure.
    case unexpected = 1
    /// The user declined or cancelled.
    case declined = 2
    /// What you named does not exist: a link, token, account, bill, goal, person or expense.
    case notFound = 3
    /// Not logged in, key locked, wrong passphrase.
    case locked = 4
    /// Not possible with this balance or within this limit.
    case notPossible = 5
    /// Refused by the server.
    case refused = 6
    /// No fresh rate, or the quote has expired.
    case rateUnavailable = 7
    /// A network error or a timeout; no payment was submitted.
    case network = 8
    /// Already claimed, already exists, or another command holds the lock.
    case conflict = 9
    /// Something was submitted and its outcome is unknown. Check before repeating.
    case outcomeUnknown = 10
    /// A newer build is needed, or the account can no longer be used here.
    case unusableHere = 11
    /// A reminder is due, and the command was asked to say so by its exit code.
    case reminderDue = 20
    /// The command line itself is wrong.
    case usage = 64
    /// The command line is right, but the data it names is not: address, words, picture.
    case badInput = 65
    /// An input cannot be read.
    case cannotRead = 66
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed midway.
    case inputOutput = 74
    /// The configuration is wrong, a needed library is missing, or the node is not the pinned one.
    case configuration = 78
    /// Interrupted from the keyboard.
    case interrupted = 130
    /// Asked to terminate.
    case terminated = 143
}

extension ExitStatus {
    /// What the exit code means, in a sentence for people.
    var meaning: String {
        switch self {
        case .done: "Done."
        case .unexpected: "Unexpected error."
        case .declined: "You declined or cancelled."
        case .notFound: "What you named does not exist: a link, token, account, bill, goal, person or expense."
        case .locked: "Not logged in, no access to the key, or a wrong passphrase."
        case .notPossible: "The balance or a limit does not allow it."
        case .refused: "The service refused it."
        case .rateUnavailable: "No fresh exchange rate, or the quote has expired."
        case .network: "The service did not answer in time. No payment was submitted."
        case .conflict:
            "Already collected, already exists, not allowed in this state, or another command holds the lock."
        case .outcomeUnknown: "Submitted, but the outcome is unknown. Check before you repeat it."
        case .unusableHere: "A newer version is needed, or the account can no longer be used here."
        case .reminderDue: "A reminder is due (only with --exit-code)."
        case .usage: "The command line is wrong."
        case .badInput: "An address, words, a picture or other input is not valid."
        case .cannotRead: "A file or other input cannot be read."
        case .cannotCreate: "A file cannot be created."
        case .inputOutput: "Reading or writing failed midway."
        case .configuration:
            "A setting is wrong, a needed library is missing, or the node is not the one that the profile trusts."
        case .interrupted: "Interrupted with Ctrl-C."
        case .terminated: "Stopped by a signal."
        }
    }
}
