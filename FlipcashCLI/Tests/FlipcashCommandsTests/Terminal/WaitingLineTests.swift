import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashCommands

@Suite("The line that shows that a command is waiting")
struct WaitingLineTests {
    /// A clock on which three waits in a row end at once; then the waiting task is cancelled.
    private func threeTicks() -> TestClock {
        let count = Mutex(0)
        return TestClock.hasty { _ in
            let isOver = count.withLock { count in
                count += 1
                return count % 4 == 0
            }
            if isOver { throw CancellationError() }
        }
    }

    private let screen = CapturedOutput(terminal: TerminalSize(columns: 60, rows: 24))
    private let answers = CapturedOutput()

    private func line() -> (line: WaitingLine, console: Console) {
        let line = WaitingLine(screen: screen, clock: threeTicks())
        let console = Console(
            output: answers, errors: screen, input: PreparedInput(lines: ["yes"], isTerminal: true))
        return (line, line.guarding(console))
    }

    @Test("It says what the command waits for and for how long, and is removed before the answer")
    func tick_thenAnswer_isTakenAway() async {
        let (line, console) = line()
        await line.tick("Waiting for http://x:1", style: .plain)
        #expect(
            screen.text == "\r\u{1B}[K⠋ Waiting for http://x:1 (0 s)\r\u{1B}[K⠙ Waiting for http://x:1 (1 s)"
                + "\r\u{1B}[K⠹ Waiting for http://x:1 (1 s)")
        console.output.write("5.00\n")
        #expect(answers.text == "5.00\n")
        #expect(screen.text.hasSuffix("(1 s)\r\u{1B}[K"))
        let shown = screen.text
        await line.tick("Waiting for http://x:1", style: .plain)
        #expect(screen.text == shown)
    }

    @Test("It is hidden while a question is open, and shown again when work continues")
    func tick_afterAnAnswer_isBack() async {
        let (line, console) = line()
        console.errors.write("Sure? ")
        #expect(console.input.isTerminal && console.input.readLine() == "yes")
        #expect(screen.text == "Sure? ")
        await line.tick("Working", style: .plain)
        #expect(screen.text.hasPrefix("Sure? \r\u{1B}[K⠋ Working (0 s)"))
    }

    /// An output with an unusual value for every property.
    private struct UnusualOutput: TextOutput {
        let isTerminal = true
        let size: TerminalSize? = TerminalSize(columns: 7, rows: 3)
        let failure: OutputFailure? = OutputFailure(reason: "gone", isReaderGone: true)
        let isOpenToOthers = true

        func sizeChanges() -> AsyncStream<TerminalSize> {
            AsyncStream { continuation in
                continuation.yield(TerminalSize(columns: 9, rows: 4))
                continuation.finish()
            }
        }

        func write(_ text: String) {}
    }

    @Test("Streams that remove the line have the properties of the streams behind them")
    func guarding_unusualOutput_tellsTheSame() async {
        let line = WaitingLine(screen: screen, clock: threeTicks())
        let base = UnusualOutput()
        let console = line.guarding(
            Console(output: base, errors: screen, input: PreparedInput(lines: [], isTerminal: true)))
        #expect(console.output.isTerminal && console.output.isOpenToOthers)
        #expect(console.output.size == base.size && console.output.failure == base.failure)
        var sizes: [TerminalSize] = []
        for await size in console.output.sizeChanges() { sizes.append(size) }
        #expect(sizes == [TerminalSize(columns: 9, rows: 4)])
    }

    @Test("A line that is too long for the terminal is cut")
    func tick_narrowTerminal_isCut() async {
        let (line, _) = line()
        await line.tick(String(repeating: "x", count: 100), style: .plain)
        for drawn in screen.text.split(separator: "\r\u{1B}[K") { #expect(drawn.count <= 59) }
    }
}
