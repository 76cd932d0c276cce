/// Times calls and prints each figure as a line of JSON for `report.py`.
enum Figure {
    /// Whose figure of a task it is.
    enum By {
        static let ours = "Flipcash"
        /// The same task with a tenth of the history.
        static let tenth = "the same with a tenth of the history"
    }

    /// What a figure must reach.
    enum Reach: String {
        case none
        /// A tenth of the history may save a quarter of the time at most.
        case flat = "times 0.75"
        /// Ours is at least as fast.
        case faster = "times 1"
    }

    /// Prints the median time of one call.
    ///
    /// - Parameters:
    ///   - prepare: runs before each call and is not timed.
    ///   - body: one call, with what was prepared.
    static func time<Input>(
        _ task: String, by implementation: String = By.ours, reach: Reach = .none, calls: Int,
        prepare: () async throws -> Input, _ body: (Input) async throws -> Void
    ) async throws {
        var times: [Double] = []
        // The first call warms up.
        for call in 0...calls {
            let input = try await prepare()
            let start = ContinuousClock.now
            try await body(input)
            let time = ContinuousClock.now - start
            if call > 0 { times.append(time / .nanoseconds(1)) }
        }
        let median = times.sorted()[calls / 2]
        print(
            #"{"task": "\#(task)", "implementation": "\#(implementation)", "nanoseconds": \#(median), "#
                + #""reach": "\#(reach.rawValue)"}"#)
    }

    /// Prints the median time of one call that needs no preparation.
    static func time(
        _ task: String, by implementation: String = By.ours, reach: Reach = .none, calls: Int,
        _ body: () async throws -> Void
    ) async throws {
        try await time(task, by: implementation, reach: reach, calls: calls, prepare: {}) { _ in try await body() }
    }
}
