import Synchronization
import Testing

@testable import FlipcashCommands

/// The terminal after a forced exit.
@Suite struct TerminalRestorationTests {
    /// A person who presses Ctrl-C twice instead of answering, and reads the screen afterwards.
    private final class ImpatientPerson: TextInput {
        let restorations = TerminalRestorations()
        let screen = CapturedOutput(terminal: TerminalSize(columns: 80, rows: 24))
        let seen = Mutex("")

        var isTerminal: Bool { true }

        func readLine() -> String? {
            restorations.runAll()
            seen.withLock { $0 = screen.text }
            return nil
        }

        func readSecretLine() -> String? { readLine() }
    }

    @Test("A secret is cleared from the screen once when the process is forced to exit")
    func showBriefly_forcedEnd_leavesTheScreen() {
        let person = ImpatientPerson()
        let prompt = Prompt(
            console: Console(output: CapturedOutput(), errors: person.screen, input: person), mayAsk: true,
            restorations: person.restorations)
        #expect(throws: CommandFailure.declined) {
            try prompt.showBriefly(["pill tomorrow foster"], until: "Press return.", option: "--yes")
        }
        let leaving = "\u{1B}[H\u{1B}[2J\u{1B}[3J\u{1B}[?1049l"
        let seen = person.seen.withLock { $0 }
        #expect(seen.contains("pill tomorrow foster") && seen.hasSuffix(leaving))
        #expect(person.screen.text == seen)
    }

    @Test("Each pending action runs once, the latest first")
    func runAll_severalActions_eachRunsOnce() {
        let restorations = TerminalRestorations()
        let ran = Ran()
        let ids = (1...3).map { number in restorations.add { ran.note(number) } }
        restorations.run(ids[1])
        restorations.runAll()
        ids.forEach { restorations.run($0) }
        #expect(ran.numbers == [2, 3, 1])
    }

    /// Records which actions have run.
    private final class Ran: Sendable {
        private let stored = Mutex<[Int]>([])

        var numbers: [Int] { stored.withLock { $0 } }

        func note(_ number: Int) { stored.withLock { $0.append(number) } }
    }
}
