/// Why a statement failed, the same for every database.
enum SQLFailure: Error, Hashable, Sendable {
    /// A record with the same key exists.
    case duplicate(String)
    /// A record breaks another rule of its table.
    case constraint(String)
    /// Somebody else has locked the database.
    case busy(String)
    /// Another writer has changed what the transaction rests on. The same transaction may succeed when it is repeated.
    case conflict(String)
    /// The content is damaged.
    case damaged(String)
    /// The file is not a database.
    case notADatabase(String)
    /// The disk failed. What a commit has written is unknown.
    case disk(String)
    /// The connection was lost. A commit that it interrupted may be written or not.
    case lost(String)
    /// Another process has written to the database since this one opened it. Nothing can be written until a restart.
    case superseded(String)
    /// Anything else, such as a full disk.
    case other(String)

    /// The database's own words.
    var reason: String {
        switch self {
        case .duplicate(let reason), .constraint(let reason), .busy(let reason), .conflict(let reason),
            .damaged(let reason), .notADatabase(let reason), .disk(let reason), .lost(let reason),
            .superseded(let reason), .other(let reason):
            reason
        }
    }
}
