import Synchronization

@testable import FlipcashCommands

/// A person at a terminal; a test acts before each answer is typed.
final class SlowPerson: TextInput {
    private let asked = Mutex(0)
    private let answer: @Sendable (Int) -> String?

    /// - Parameter answer: the answer to the question with this number, counted from 1.
    init(answer: @escaping @Sendable (Int) -> String?) { self.answer = answer }

    /// The number of questions asked.
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
