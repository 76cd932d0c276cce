import FlipcashCore

/// Runs a command until it ends, its time is up, or a signal asks it to stop. A command that does not stop when asked
/// is abandoned.
struct CommandDeadline: Sendable {
    /// How a command ended.
    enum Outcome: Sendable {
        /// The command ended within its time limit.
        case ended(Result<Void, any Error>)
        /// The command ended because its time was up.
        case endedLate(Result<Void, any Error>)
        /// The command did not stop although its time was up.
        case leftLate
        /// The command did not stop although it was asked to.
        case left
    }

    /// The time that a command has; nil for no limit.
    let limit: Duration?
    /// The time that a command has to stop after it is asked to.
    let grace: Duration
    /// Measures the time that people take to answer, which does not count.
    var questions: QuestionTimer?
    let runtime: RuntimeEnvironment

    private enum Event: Sendable {
        case ended(Result<Void, any Error>)
        case timeIsUp
        case stopRequested
        case graceIsOver
    }

    /// Runs `operation`; cancelling the calling task asks it to stop.
    func run(_ operation: @escaping @Sendable () async throws -> Void) async -> Outcome {
        let start = runtime.clock.uptime()
        let (events, event) = AsyncStream<Event>.makeStream()
        // Not a task group: that would wait for a call into the system that does not return.
        let work = runtime.tasks.spawn {
            do {
                try await operation()
                event.yield(.ended(.success(())))
            } catch {
                event.yield(.ended(.failure(error)))
            }
        }
        let watch = runtime.tasks.start { await follow(events, event, work, since: start) }
        return await withTaskCancellationHandler {
            (try? await watch.value) ?? .left
        } onCancel: {
            event.yield(.stopRequested)
        }
    }

    private func follow(
        _ events: AsyncStream<Event>, _ event: AsyncStream<Event>.Continuation, _ work: SpawnedTask,
        since start: Uptime
    ) async -> Outcome {
        var timers: [SpawnedTask] = []
        defer { for timer in timers { timer.cancel() } }
        if let limit {
            timers.append(
                runtime.tasks.spawn {
                    do {
                        try await runtime.clock.sleep(whileLeft: { timeLeft(of: limit, since: start) })
                        event.yield(.timeIsUp)
                    } catch {
                        // The command has ended before its time was up.
                    }
                })
        }
        var isLate = false
        var isStopping = false
        for await next in events {
            switch next {
            case .ended(let result): return isLate ? .endedLate(result) : .ended(result)
            case .graceIsOver: return isLate ? .leftLate : .left
            case .timeIsUp, .stopRequested:
                guard !isStopping else { continue }
                isStopping = true
                if case .timeIsUp = next { isLate = true }
                work.cancel()
                let clock = runtime.clock
                timers.append(
                    runtime.tasks.spawn {
                        if (try? await clock.sleep(for: grace)) != nil { event.yield(.graceIsOver) }
                    })
            }
        }
        return .left
    }

    /// The time left of `limit` since `start`. The time that questions take does not count.
    private func timeLeft(of limit: Duration, since start: Uptime) -> Duration {
        let now = runtime.clock.uptime()
        let left = limit + (questions?.total(at: now) ?? .zero) - (now - start)
        return left > .zero ? max(left, Self.shortestWait) : .zero
    }

    /// The shortest wait between two checks. While a question is open the time left does not shrink, so a shorter wait
    /// could repeat too often.
    private static let shortestWait = Duration.milliseconds(50)
}
