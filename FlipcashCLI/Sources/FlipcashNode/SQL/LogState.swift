/// What a database's write-ahead log holds: commits that are durable, but not yet in the database's own file.
struct LogState: Hashable, Sendable {
    /// The size of the log.
    let bytes: Int
    /// How much of it is in the database's file too.
    let copiedBytes: Int

    /// Whether the next commit may begin the log anew.
    var isCopied: Bool { copiedBytes >= bytes }
}
