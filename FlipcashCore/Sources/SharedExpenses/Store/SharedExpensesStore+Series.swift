extension SharedExpensesStore {
    /// The number of the last occurrence of a series that this device has added; 0 before the first.
    public func lastOccurrence(of series: EntityID) throws(SplitStoreFailure) -> Int {
        try read { Int(try Self.value("series:\(series)", in: $0) ?? "0") ?? 0 }
    }

    /// Notes that an occurrence was added, so that it is not added again after it was deleted.
    public func noteOccurrence(_ index: Int, of series: EntityID) throws(SplitStoreFailure) {
        try write { database in
            let last = Int(try Self.value("series:\(series)", in: database) ?? "0") ?? 0
            try Self.set("series:\(series)", String(max(last, index)), in: database)
        }
    }
}
