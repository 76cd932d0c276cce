/// Errors from opening, reading or writing the node's database.
///
/// Each description names the file or value at fault; ``advice`` says what to do. No case contains a secret.
public enum StoreError: Error, Equatable, Sendable {
    /// The file is not a database.
    case notADatabase(path: String)
    /// The file is a database of another program.
    case foreignDatabase(path: String)
    /// The file is a damaged database.
    case corrupted(path: String, detail: String)
    /// The file was written by a later release.
    case newerSchema(path: String, found: Int, supported: Int)
    /// The file was written by a release before the first public one.
    case obsoleteSchema(path: String, found: Int, oldest: Int)
    /// The database has a setting with which commits may not survive a power failure.
    case notDurable(path: String, setting: String, found: String)
    /// The file cannot be opened, read or written.
    case unavailable(path: String, reason: String)
    /// A stored value is not valid for its column.
    case invalidValue(column: String, reason: String)
    /// The database rejected a record that breaks its rules. This is a bug in the program, not an error of the caller.
    case refusedRecord(reason: String)
    /// An amount does not fit the ledger's 63 bits.
    case amountTooLarge(quarks: UInt64)
    /// An earlier commit failed, and the state on disk is unknown. The node must be restarted.
    case writesSuspended
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notADatabase(let path):
            "\(path) is not a database; restore it from a backup, or move it away to start an empty node"
        case .foreignDatabase(let path):
            "\(path) is the database of another program"
        case .corrupted(let path, let detail):
            "the database \(path) is damaged (\(detail)); restore it from a backup"
        case .newerSchema(let path, let found, let supported):
            "the database \(path) has version \(found), but this program supports only up to \(supported); "
                + "install a newer release"
        case .obsoleteSchema(let path, let found, let oldest):
            "the database \(path) has version \(found), but this program supports only \(oldest) and later; "
                + "pay out its money with the release that wrote it, then start a node in an empty folder"
        case .notDurable(let path, let setting, let found):
            "the database \(path) has \(setting) = \(found), which could lose committed payments; "
                + "move the node's folder to a local disk"
        case .unavailable(let path, let reason):
            "the database \(path) cannot be used: \(reason); correct that and try again"
        case .invalidValue(let column, let reason):
            "the database holds an invalid value in \(column): \(reason)"
        case .refusedRecord(let reason):
            "the database refused a record (\(reason)); this is a fault of the program, please report it"
        case .amountTooLarge(let quarks):
            "an amount of \(quarks) quarks is more than the ledger can hold; use a smaller amount"
        case .writesSuspended:
            "an earlier write to the database failed half-way; restart the node"
        }
    }
}

extension StoreError {
    /// What an operator can do; nil if the description already says it.
    public var advice: NodeAdvice? {
        switch self {
        case .foreignDatabase: .chooseFolder
        case .invalidValue: .checkDatabase
        case .notADatabase, .corrupted, .newerSchema, .obsoleteSchema, .notDurable, .unavailable, .refusedRecord,
            .amountTooLarge,
            .writesSuspended:
            nil
        }
    }
}
