/// Work that a spawner has started and that ends with a value.
///
/// It does not depend on the tasks that wait for it: their cancellation neither stops it nor ends their wait. Payments
/// are carried out in it, since one that has begun must not be torn down by a caller that goes away.
public struct SpawnedWork<Value: Sendable>: Sendable {
    /// The task that carries out the work.
    public let task: SpawnedTask
    private let outcome: OneTimeValue<Result<Value, any Error>>

    fileprivate init(task: SpawnedTask, outcome: OneTimeValue<Result<Value, any Error>>) {
        self.task = task
        self.outcome = outcome
    }

    /// Asks the work to stop.
    public func cancel() { task.cancel() }

    /// How the work ends; waits for that.
    public var result: Result<Value, any Error> {
        get async {
            await task.wait()
            return outcome.value ?? .failure(WorkLost())
        }
    }

    /// What the work ends with; waits for that.
    ///
    /// - Throws: what the work throws.
    public var value: Value {
        get async throws { try await result.get() }
    }
}

/// A spawner ended a task without running it. What the work was to do may not have been done.
public struct WorkLost: Error, Equatable {
    /// The error of work that was not run.
    public init() {}
}

extension TaskSpawner {
    /// Starts `work` and returns a handle through which its value can be waited for.
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
