import FlipcashCore
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashNode

@Suite("Counting calls")
struct CallMeterTests {
    private func intercept(
        _ meter: CallMeter, _ next: @escaping @Sendable () throws -> StreamingServerResponse<Int>
    ) async throws -> StreamingServerResponse<Int> {
        let context = ServerContext(
            descriptor: MethodDescriptor(fullyQualifiedService: "s", method: "m"), remotePeer: "r", localPeer: "l",
            cancellation: ServerContext.RPCCancellationHandle())
        let messages = RPCAsyncSequence<Int, any Error>(wrapping: AsyncThrowingStream { $0.finish() })
        return try await CallInterceptor(meter: meter).intercept(
            request: StreamingServerRequest(metadata: [:], messages: messages), context: context
        ) { _, _ in try next() }
    }

    @Test("A successful call is counted once, and is active until it is answered")
    func intercept_success_counted() async throws {
        let clock = TestClock()
        let meter = CallMeter(clock: clock)
        var response: StreamingServerResponse<Int>? = try await intercept(meter) {
            StreamingServerResponse { _ in [:] }
        }
        #expect(meter.current.active == 1)
        clock.advance(by: .seconds(5))
        #expect(meter.idleTime == .zero)
        let contents = try #require(try response?.accepted.get())
        _ = try await contents.producer(RPCWriter(wrapping: Nowhere()))
        response = nil
        #expect(meter.current.active == 0 && meter.current.started == 1 && meter.current.failed == 0)
        clock.advance(by: .seconds(7))
        #expect(meter.idleTime == .seconds(7))
    }

    @Test("A call ends even if its answer is never read")
    func intercept_dropped_ended() async throws {
        let meter = CallMeter(clock: TestClock())
        _ = try await intercept(meter) { StreamingServerResponse { _ in [:] } }
        #expect(meter.current.active == 0 && meter.current.failed == 1)
    }

    @Test("A call that is refused or breaks is counted as failed")
    func intercept_failure_counted() async throws {
        let meter = CallMeter(clock: TestClock())
        _ = try await intercept(meter) { StreamingServerResponse(error: RPCError(StreamFailure.unhealthy)) }
        await #expect(throws: RPCError.self) { try await intercept(meter) { throw StreamFailure.unhealthy } }
        let lastActivity = TestClock().uptime()
        #expect(meter.current == CallMeter.Reading(started: 2, failed: 2, active: 0, lastActivity: lastActivity))
    }

    private struct Nowhere: RPCWriterProtocol {
        func write(_ element: Int) async throws {}
        func write(contentsOf elements: some Sequence<Int>) async throws {}
    }
}
