import GRDB

/// Errors from opening, reading or writing the store.
public enum DatabaseFailure: WalletFailure, Equatable {
    /// The file is damaged, or is not a database.
    case damaged(path: String)
    /// Another process kept the store busy for too long.
    case busy(path: String)
    /// A file around the store failed.
    case file(FileFailure)
    /// Any other failure, with SQLite's message.
    case unusable(path: String, reason: String)

    init(_ error: any Error, path: String) {
        if let failure = error as? DatabaseFailure {
            self = failure
            return
        }
        guard let error = error as? DatabaseError else {
            self = .unusable(path: path, reason: String(describing: error))
            return
        }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        default: self = .unusable(path: path, reason: error.message ?? "result code \(error.resultCode.rawValue)")
        }
    }

    var isDamage: Bool {
        if case .damaged = self { true } else { false }
    }

    /// Names the file. A damaged store can be removed, because everything in it can be fetched again; a busy one is
    /// retryable.
    public var report: FailureReport {
        switch self {
        case .damaged(let path):
            FailureReport(
                .storeError, .inputOutput,
                "The store \(path) is damaged. Everything in it can be fetched again: remove it and retry.")
        case .busy(let path):
            FailureReport(
                .storeError, .inputOutput, "The store \(path) is in use by another process. Try again.",
                isRetryable: true)
        case .file(let failure): failure.report
        case .unusable(let path, let reason):
            FailureReport(
                .storeError, .inputOutput, "The store \(path) cannot be used: \(reason). Correct that and try again.")
        }
    }
}
