/// How the process ends, one number for each kind of reason (client specification §12.6).
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// Everything asked for was done.
    case done = 0
    /// An unexpected failure.
    case unexpected = 1
    /// The person declined or cancelled.
    case declined = 2
    /// The link, token, account or bill does not exist.
    case notFound = 3
    /// Not logged in, key locked, wrong passphrase.
    case locked = 4
    /// Not possible with this balance or within this limit.
    case notPossible = 5
    /// Refused by the server.
    case refused = 6
    /// No fresh rate, or the quote has expired.
    case rateUnavailable = 7
    /// Network trouble or time-out; nothing was submitted.
    case network = 8
    /// Already claimed, already exists, or somebody else holds the lock.
    case conflict = 9
    /// Something was submitted and its outcome is not known: never repeat blindly.
    case outcomeUnknown = 10
    /// A newer build is needed, or the account can no longer be used here.
    case unusableHere = 11
    /// The command line itself is wrong.
    case usage = 64
    /// The command line is right, but the data it names is not: address, words, picture.
    case badInput = 65
    /// An input cannot be read.
    case cannotRead = 66
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed on the way.
    case inputOutput = 74
    /// The configuration is wrong, or the node is not the pinned one.
    case configuration = 78
    /// Interrupted from the keyboard.
    case interrupted = 130
    /// Asked to terminate.
    case terminated = 143
}
