import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashCommands

@Suite("Time limits of commands", .timeLimit(.minutes(1)))
struct CommandDeadlineTests {
    /// Work that ignores cancellation, as a call into the system does.
    private final class DeafWork: Sendable {
        private let started = Latch()
        private let over = OneTimeValue<Void>()

        func run() async {
            started.open()
            _ = await over.wait(endsWhenCancelled: false)
        }

        func waitUntilStarted() async { await started.wait() }

        func end() { over.set(()) }
    }

    private func deadline(
        _ limit: Duration?, clock: any WallClock = TestClock.hasty(), questions: QuestionTimer? = nil
    ) -> CommandDeadline {
        let system = RuntimeEnvironment.system
        return CommandDeadline(
            limit: limit, grace: .seconds(1), questions: questions,
            runtime: RuntimeEnvironment(clock: clock, random: system.random, tasks: system.tasks))
    }

    @Test("A command that ends within its time has ended")
    func run_operationEnds_ended() async {
        let outcome = await deadline(nil).run {}
        guard case .ended(.success) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A command that stops when its time is up ends late, with its own result")
    func run_operationStopsWhenAsked_endedLate() async {
        let outcome = await deadline(.seconds(1)).run {
            while !Task.isCancelled { await Task.yield() }
            throw CommandFailure.declined
        }
        guard case .endedLate(.failure(let error)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error as? CommandFailure == .declined)
    }

    @Test("A command that does not stop when its time is up is abandoned")
    func run_operationIgnoresItsEnd_leftLate() async {
        let work = DeafWork()
        let outcome = await deadline(.seconds(1)).run { await work.run() }
        work.end()
        guard case .leftLate = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A command that does not stop when asked is abandoned")
    func run_cancelledAndDeaf_left() async {
        let work = DeafWork()
        let deadline = deadline(nil)
        let running = Task { await deadline.run { await work.run() } }
        await work.waitUntilStarted()
        running.cancel()
        let outcome = await running.value
        work.end()
        guard case .left = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A command on a terminal has the same time limit as elsewhere")
    func run_atTerminal_hasTheOrdinaryBound() async throws {
        let clock = SteeredClock(steering: CommandLineTool.ordinaryTimeLimit)
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 1_000_000)
            let errors = WatchedOutput(
                for: "Asking for the cash", terminal: TerminalSize(columns: 200, rows: 50), event: clock.letTimePass)
            let status = await world.runTool(
                "grab", "--payload", "00f401000000000000e1dfa4d4e0d7b6c4d1c0b3", "--progress", "plain",
                output: CapturedOutput(), errors: errors, input: PreparedInput(isTerminal: true), clock: clock)
            #expect(status == .network)
            #expect(errors.text.contains("did not finish within 60 s"), "\(errors.text)")
        }
    }

    @Test("The time that a person takes to answer does not count")
    func questionTimer_openAndAnswered_counted() {
        let clock = TestClock()
        let timer = QuestionTimer(clock: clock)
        clock.advance(by: .seconds(5))
        let answer = timer.during { () -> String in
            clock.advance(by: .seconds(90))
            #expect(timer.isAsking)
            #expect(timer.total(at: clock.uptime()) == .seconds(90))
            return "yes"
        }
        #expect(answer == "yes" && !timer.isAsking)
        #expect(timer.total(at: clock.uptime() + .seconds(105)) == .seconds(90))
    }

    @Test("No time passes while a question is open; it continues after the answer")
    func run_questionOpen_timeStandsStill() async {
        let clock = TestClock.hasty(timePasses: false)
        let timer = QuestionTimer(clock: clock)
        let work = DeafWork()
        let outcome = await deadline(.seconds(60), clock: clock, questions: timer).run {
            // Two minutes for an answer, then a wait that is too long.
            timer.during { clock.advance(by: .seconds(120)) }
            if Task.isCancelled { return }
            clock.advance(by: .seconds(61))
            await work.run()
        }
        work.end()
        guard case .leftLate = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
