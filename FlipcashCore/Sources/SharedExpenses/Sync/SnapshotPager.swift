public import FlipcashCore

/// Collects the pages of a snapshot (expense specification §13.1).
///
/// All pages must be of one revision. At a page of another revision, the snapshot starts again.
public struct SnapshotPager<Item: Sendable>: Sendable {
    /// The maximum number of restarts of a snapshot.
    public static var restartLimit: Int { 3 }

    /// What to do next.
    public enum Step: Sendable {
        /// Ask for the page at a cursor; nil is the first page.
        case fetch(String?)
        /// The snapshot is complete.
        case done
    }

    /// The items so far.
    public private(set) var items: [Item] = []
    /// The revision of the snapshot; nil before the first page.
    public private(set) var revision: UInt64?
    /// The number of restarts so far.
    public private(set) var restarts = 0
    /// How many pages were received.
    public private(set) var calls = 0
    private var cursors: Set<String> = []
    private var ids: Set<String> = []
    private let id: @Sendable (Item) -> String

    /// - Parameter id: the id of an item, which no other item may have.
    public init(id: @escaping @Sendable (Item) -> String) { self.id = id }

    /// Adds a page.
    ///
    /// - Throws: ``SplitFailure`` `snapshot_unstable`, `cursor_loop` and `duplicate_id`.
    public mutating func receive(
        revision: UInt64, items page: [Item], next: String?
    ) throws(SplitFailure) -> Step {
        calls += 1
        if let current = self.revision, current != revision {
            guard restarts < Self.restartLimit else { throw SplitFailure(.snapshotUnstable) }
            restarts += 1
            (items, cursors, ids, self.revision) = ([], [], [], nil)
            return .fetch(nil)
        }
        self.revision = revision
        for item in page {
            let id = id(item)
            guard ids.insert(id).inserted else { throw SplitFailure(.duplicateID, ["id": .text(id)]) }
        }
        items += page
        guard let next else { return .done }
        guard cursors.insert(next).inserted else { throw SplitFailure(.cursorLoop) }
        return .fetch(next)
    }
}

/// A write that the server may not show yet (expense specification §13.1).
public struct PendingWrite: Hashable, Sendable {
    /// What the write does.
    public enum Kind: Hashable, Sendable {
        /// Creates or changes the entity; the version that it leads to.
        case upsert(version: UInt64)
        /// Deletes the entity.
        case delete
    }

    /// The entity.
    public let id: EntityID
    /// What the write does.
    public let kind: Kind

    /// Creates a write.
    public init(id: EntityID, kind: Kind) {
        self.id = id
        self.kind = kind
    }

    /// Whether the server shows the write.
    public func isReflected(in remote: [EntityID: UInt64]) -> Bool {
        switch kind {
        case .upsert(let version): remote[id].map { $0 >= version } ?? false
        case .delete: remote[id] == nil
        }
    }

    /// The versions to show, and the writes that the server does not show yet.
    public static func overlay(
        _ pending: [PendingWrite], on remote: [EntityID: UInt64]
    ) -> (shown: [EntityID: UInt64], pending: [PendingWrite]) {
        let waiting = pending.filter { !$0.isReflected(in: remote) }
        var shown = remote
        for write in waiting {
            switch write.kind {
            case .upsert(let version): shown[write.id] = version
            case .delete: shown[write.id] = nil
            }
        }
        return (shown, waiting)
    }
}

/// Counts requests in windows of a fixed length (expense specification §2).
public struct FixedWindow: Hashable, Sendable {
    /// The length in seconds.
    public static let length: Int64 = 60

    private let limit: Int
    /// When the window began; nil before the first request.
    public private(set) var start: SplitTime?
    /// The requests in the window.
    public private(set) var count = 0

    /// Creates a window that allows `limit` requests.
    ///
    /// - Parameters:
    ///   - limit: the most requests in a window.
    ///   - start: when a window began that was counted before.
    ///   - count: the requests in it.
    public init(limit: Int, start: SplitTime? = nil, count: Int = 0) {
        self.limit = limit
        self.start = start
        self.count = count
    }

    /// Counts a request; nil when it is allowed, otherwise the seconds until the next window.
    ///
    /// A window begins with its first request. Refused requests do not count.
    public mutating func admit(at now: SplitTime) -> Int64? {
        if let start, now < start.adding(seconds: Self.length) {
            guard count < limit else {
                let left = start.adding(seconds: Self.length).milliseconds - now.milliseconds
                return max(1, (left + 999) / 1000)
            }
            count += 1
            return nil
        }
        (start, count) = (now, 1)
        return limit >= 1 ? nil : Self.length
    }
}

/// Which of a profile's endpoint sets is used (expense specification §16).
public typealias SplitEnvironment = ServiceEnvironment
