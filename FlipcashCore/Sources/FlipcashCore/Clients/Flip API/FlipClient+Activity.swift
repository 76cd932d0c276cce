extension FlipClient {
    /// The largest page that the service gives.
    public static let activityPageSize: Int32 = 1_024

    /// A page of history after the entry that `after` names, oldest first.
    ///
    /// A short page does not prove the end: go on until one is empty (wire contract §5.1).
    ///
    /// - Throws: `ActivityError`; one that may mean that the service no longer knows the entry says so in
    ///   `mayBeDeadCursor`.
    public func fetchActivities(
        owner: KeyPair, after: IntentID?, pageSize: Int32 = activityPageSize
    ) async throws(ActivityError) -> ActivityPage {
        try await activities.paged(owner: owner, after: after, pageSize: pageSize)
    }

    /// The newest entries, newest first.
    ///
    /// - Throws: `ActivityError`.
    public func fetchLatestActivities(owner: KeyPair, maxItems: Int32) async throws(ActivityError) -> [Activity] {
        try await activities.latest(owner: owner, maxItems: maxItems).activities
    }

    /// The entries with these ids, at most 1024; entries that make no sense are counted and left out.
    ///
    /// - Throws: `ActivityError.notFound` when any id is unknown, `.denied` when any belongs to somebody else: all or
    ///   nothing (wire contract §8.2).
    public func fetchActivities(owner: KeyPair, ids: [IntentID]) async throws(ActivityError) -> ActivityPage {
        try await activities.batch(owner: owner, ids: ids)
    }
}
