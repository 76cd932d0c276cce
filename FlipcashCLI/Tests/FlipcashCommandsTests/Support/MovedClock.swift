import FlipcashCore
import Synchronization

@testable import FlipcashCommands

/// The system's clock, moved on by as much as a test says.
final class MovedClock: WallClock {
    private let system = SystemClock()
    private let passed = Mutex(Duration.zero)

    /// Lets time pass without waking anybody.
    func move(by duration: Duration) { passed.withLock { $0 += duration } }

    func now() -> Instant { system.now().advanced(by: passed.withLock { $0 }) }

    func uptime() -> Uptime { system.uptime() + passed.withLock { $0 } }

    func sleep(for duration: Duration) async throws { try await system.sleep(for: duration) }
}

/// Somebody at a terminal to whom things happen before an answer is typed.
final class SlowPerson: TextInput {
    private let asked = Mutex(0)
    private let answer: @Sendable (Int) -> String?

    /// - Parameter answer: what is typed at the question of this number, counted from 1.
    init(answer: @escaping @Sendable (Int) -> String?) { self.answer = answer }

    /// How many questions were put.
    var questions: Int { asked.withLock { $0 } }

    let isTerminal = true

    func readLine() -> String? {
        let number = asked.withLock { count in
            count += 1
            return count
        }
        return answer(number)
    }

    func readSecretLine() -> String? { readLine() }
}
