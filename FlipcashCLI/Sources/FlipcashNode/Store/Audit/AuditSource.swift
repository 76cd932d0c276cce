/// Where an audit reads.
enum AuditSource {
    /// One short snapshot after the other, while others write.
    case steps(NodeStore)
    /// One snapshot for everything.
    case snapshot(StoreReader)

    /// Runs one step of the audit.
    ///
    /// - Throws: what `body` throws; `CancellationError` when the task is cancelled.
    func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        try Task.checkCancellation()
        return switch self {
        case .steps(let store): try store.readAside(body)
        case .snapshot(let reader): try body(reader)
        }
    }
}

/// A range of places in the order of commits: those after `start`, `end` included.
struct AuditRange: Hashable, Sendable {
    let start: Int64
    let end: Int64

    /// The condition on a column, with the arguments ``bounds``.
    static func condition(_ column: String) -> String { "\(column) > ?1 AND \(column) <= ?2" }

    var bounds: SQLArguments { [start, end] }
}
