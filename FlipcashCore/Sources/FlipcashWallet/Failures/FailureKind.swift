/// The classes of failures that a caller treats differently.
///
/// A command line maps each class to one exit code (client specification §12.6).
public enum FailureKind: Sendable, Hashable, CaseIterable {
    /// A bug or an unexpected state.
    case unexpected
    /// The user declined or cancelled.
    case declined
    /// The link, token, account or bill does not exist.
    case notFound
    /// Not logged in, key store locked, wrong passphrase.
    case locked
    /// Not possible with this balance or within this limit.
    case notPossible
    /// Refused by the server. A retry does not help.
    case refused
    /// No fresh signed rate, or the quote has expired.
    case rateUnavailable
    /// A network error or a timeout; no payment was submitted.
    case network
    /// Already claimed, already exists, or another command holds the lock.
    case conflict
    /// Something was submitted, and its outcome is unknown.
    case outcomeUnknown
    /// A newer build is needed, or the account can no longer be used here.
    case unusableHere
    /// The input is well formed for the command but not valid data: wrong words, an unusable address.
    case badInput
    /// A file or device cannot be read.
    case cannotRead
    /// A file cannot be created.
    case cannotCreate
    /// Reading or writing failed midway.
    case inputOutput
    /// The configuration is wrong, or the node is not the pinned one.
    case configuration
}
