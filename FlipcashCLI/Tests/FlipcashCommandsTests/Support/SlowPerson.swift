import Synchronization

@testable import FlipcashCommands

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
