import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// A launch that is stopped once its name is taken says what exists and how to go on (client specification §12.6).
@Suite struct StoppedLaunchTests {
    private static let advice = "flipcash --endpoint embedded: token launch --resume --name 'Tea Coin'"

    @Test("Ctrl-C after the currency was created names it and the command that buys it, which then works")
    func launch_stoppedAfterCreation_canBeResumed() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let output = CapturedOutput()
            let errors = WatchedOutput.stopping(at: "name reserved")
            let status = await world.runTool(
                "token", "launch", "--name", "Tea Coin", "--yes", "--progress", "plain", output: output, errors: errors)
            #expect(status == .declined && output.text.isEmpty)
            #expect(errors.text.contains("Stopped as asked. The currency is reserved for you"), "\(errors.text)")
            #expect(errors.text.contains(Self.advice), "\(errors.text)")
            #expect(!errors.text.lowercased().contains("nothing was submitted"))
            #expect(try await world.balance().contains("$100.00"))
            let again = try await world.run("token", "launch", "--name", "Tea Coin", "--yes")
            #expect(again.status == .refused && again.failure?.message.contains("--resume") == true)
            let resumed = try await world.run("token", "launch", "--resume", "--name", "Tea Coin", "--yes")
            #expect(resumed.status == .done, "\(resumed.failure?.message ?? "")")
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    @Test("When time is up after the currency was created, the command exits 10 with the currency as its object")
    func timedOut_afterCreation_isNotANetworkFailure() throws {
        let failure = CommandFailure(
            describing: SwapFailure.notBought(name: "Tea Coin", .service(.cancelled)))
        var document = OutputObject(schema: "launch")
        document["state"] = .string("created")
        let late = failure.afterEffect(document).timedOut(after: .seconds(5))
        #expect(late.status == .outcomeUnknown && !late.isRetryable)
        #expect(late.message.contains("did not finish within 5 s. Stopped as asked. The currency is reserved for you"))
        #expect(late.pending?.text.contains(#""state":"created""#) == true)
    }

    @Test("A launch without an answer exits 10, says that the name may be taken, and how to look")
    func describing_launchUnknown_saysHowToLook() {
        let failure = CommandFailure(describing: SwapFailure.launchUnknown(name: "Tea Coin"))
        #expect(failure.status == .outcomeUnknown && failure.hasEffect && !failure.isRetryable)
        #expect(failure.message.hasSuffix("run: flipcash token launch --check-only --name 'Tea Coin'"))
    }
}
