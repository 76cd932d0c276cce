extension FlipClient {
    /// The largest page that the service returns.
    public static let activityPageSize: Int32 = 1_024

    /// Fetches a page of history after the entry `after`, oldest first.
    ///
    /// A short page need not be the last. Continue until a page is empty (wire contract §5.1).
    ///
    /// - Throws: `ActivityError`; its `mayBeDeadCursor` is true when the service may no longer know the entry `after`.
    public func fetchActivities(
        owner: KeyPair, after: IntentID?, pageSize: Int32 = activityPageSize
    ) async throws(ActivityError) -> ActivityPage {
        try await activities.paged(owner: owner, after: after, pageSize: pageSize)
    }

    /// Fetches the newest entries, newest first.
    ///
    /// - Throws: `ActivityError`.
    public func fetchLatestActivities(owner: KeyPair, maxItems: Int32) async throws(ActivityError) -> [Activity] {
        try await activities.latest(owner: owner, maxItems: maxItems).activities
    }

    /// Fetches the entries with these ids, at most 1024; unreadable entries are counted and left out.
    ///
    /// - Throws: `ActivityError.notFound` when any id is unknown, `.denied` when any entry belongs to another user. No
    ///   entry is returned then (wire contract §8.2).
    public func fetchActivities(owner: KeyPair, ids: [IntentID]) async throws(ActivityError) -> ActivityPage {
        try await activities.batch(owner: owner, ids: ids)
    }
}
