import FlipcashCore
import Logging
import Synchronization

/// Keeps a copy of the waiting messages in the database, so that a restarted node finds the bills on show.
///
/// No call waits for the copy. A node that is killed loses the changes of its last moments: people must scan
/// again, but lose no money. A copy that fails is tried again later.
final class MessageCopier: Sendable {
    /// How long changes are collected. With the time of writing, the copy is at most 250 ms old while the writer is not busy.
    static let delay = Duration.milliseconds(200)
    /// How long to wait after a failed copy.
    static let retryDelay = Duration.seconds(10)
    /// The most messages that one unit writes or removes.
    static let batchCountMax = 256
    /// The most bytes of messages that one unit writes, unless a single message is larger.
    static let batchBytesMax = 256 << 10
    /// How many messages are read at once when the node starts.
    private static let pageSize = 64

    private let mailboxes: Mailboxes
    private let store: NodeStore
    private let committer: GroupCommitter
    private let clock: any WallClock
    private let log: Logger
    /// Whether the latest copy failed, and this was logged.
    private let hasFailed = Mutex(false)

    init(
        mailboxes: Mailboxes, store: NodeStore, committer: GroupCommitter, clock: any WallClock, log: Logger
    ) {
        self.mailboxes = mailboxes
        self.store = store
        self.committer = committer
        self.clock = clock
        self.log = log
    }

    /// Reads the copy into memory. Call it once, before anything uses the mailboxes.
    ///
    /// - Throws: `StoreError`.
    func restore() throws {
        var last: MessageNumber = 0
        while true {
            let page = try store.read { [last] in try $0.copiedMessages(after: last, limit: Self.pageSize) }
            for message in page { mailboxes.restore(message) }
            guard page.count == Self.pageSize, let number = page.last?.number else { return }
            last = number
        }
    }

    /// Copies changes until the task is cancelled.
    func run() async {
        for await _ in mailboxes.changes {
            guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
            while await !copyChanges() {
                guard (try? await clock.sleep(for: Self.retryDelay)) != nil else { return }
            }
        }
    }

    /// Copies everything that has changed, in bounded units; false when the database failed.
    @discardableResult
    func copyChanges() async -> Bool {
        while true {
            let batch = mailboxes.takeChanges(countMax: Self.batchCountMax, bytesMax: Self.batchBytesMax)
            if batch.isEmpty { return true }
            do {
                try await committer.commit { try $0.write(batch) }
                hasFailed.withLock { $0 = false }
            } catch {
                mailboxes.putBack(batch)
                noteFailure(error)
                return false
            }
        }
    }

    private func noteFailure(_ error: any Error) {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return }
        log.error(
            "messages could not be copied to the database; after a restart, their bills may need a second scan",
            metadata: ["error": "\(error)"])
    }
}
