/// Started work that ends with a value.
///
/// Cancelling a task that waits for the work neither stops the work nor ends the wait. Payments run this way, so that a
/// cancelled caller cannot interrupt a payment that has begun.
public struct SpawnedWork<Value: Sendable>: Sendable {
    /// The task that runs the work.
    public let task: SpawnedTask
    private let outcome: OneTimeValue<Result<Value, any Error>>

    fileprivate init(task: SpawnedTask, outcome: OneTimeValue<Result<Value, any Error>>) {
        self.task = task
        self.outcome = outcome
    }

    /// Cancels the work.
    public func cancel() { task.cancel() }

    /// Waits for the work to end, and returns its result.
    public var result: Result<Value, any Error> {
        get async {
            await task.wait()
            return outcome.value ?? .failure(WorkLost())
        }
    }

    /// Waits for the work to end, and returns its value.
    ///
    /// - Throws: any error of the work.
    public var value: Value {
        get async throws { try await result.get() }
    }
}

/// A spawner ended a task without running it, so the work may not have been done.
public struct WorkLost: Error, Equatable {
    /// Creates the error.
    public init() {}
}

extension TaskSpawner {
    /// Starts `work` and returns a handle to its result.
    public func start<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> SpawnedWork<Value> {
        let outcome = OneTimeValue<Result<Value, any Error>>()
        let task = spawn {
            do {
                outcome.set(.success(try await work()))
            } catch {
                outcome.set(.failure(error))
            }
        }
        return SpawnedWork(task: task, outcome: outcome)
    }
}
