import GRDB

/// Errors from opening, reading or writing the file of goals.
public enum GoalStoreFailure: Error, Hashable, Sendable {
    /// The file was written by a newer version of this program. It was not touched.
    case newer(String)
    /// The file is damaged, or is not a database. It was not touched.
    case damaged(String)
    /// Another process kept the file busy for too long.
    case busy(String)
    /// Any other failure.
    case unusable(Reason)
    /// A row holds a value that this program does not understand, named by table and column.
    case unreadable(String)

    /// A path and the system's message.
    public struct Reason: Hashable, Sendable {
        /// The path of the file.
        public let path: String
        /// What went wrong.
        public let message: String
    }

    init(_ error: any Error, path: String) {
        if let failure = error as? GoalStoreFailure {
            self = failure
            return
        }
        guard let error = error as? DatabaseError else {
            self = .unusable(Reason(path: path, message: String(describing: error)))
            return
        }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path)
        default: self = .unusable(Reason(path: path, message: error.message ?? "\(error.resultCode)"))
        }
    }
}

extension GoalStoreFailure: CustomStringConvertible {
    /// What is wrong and what to do, in whole sentences.
    public var description: String {
        switch self {
        case .newer(let path): "The file \(path) was written by a newer version of flipcash. Update flipcash to use it."
        case .damaged(let path):
            "The file \(path) is damaged. Restore a copy: older ones are beside it and end in .bak."
        case .busy(let path): "The file \(path) is in use by another process. Try again."
        case .unusable(let reason):
            "The file \(reason.path) cannot be used: \(reason.message). Correct that and try again."
        case .unreadable(let place):
            "The file of goals has a value in \(place) that cannot be read. Restore a copy: older ones are beside the "
                + "file and end in .bak."
        }
    }
}
