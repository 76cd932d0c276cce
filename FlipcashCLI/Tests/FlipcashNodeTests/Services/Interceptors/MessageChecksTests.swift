import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Messages that break their rules")
struct MessageChecksTests {
    private typealias Mints = Ocp_Currency_V1_GetMintsRequest

    private struct Nowhere<Element: Sendable>: RPCWriterProtocol {
        func write(_ element: Element) async throws {}
        func write(contentsOf elements: some Sequence<Element>) async throws {}
    }

    /// Sends `request` in and `answer` out through the interceptor.
    private func pass(_ request: Mints, answer: Mints, together: Bool = false) async throws {
        let context = ServerContext(
            descriptor: MethodDescriptor(fullyQualifiedService: "s", method: "m"), remotePeer: "r", localPeer: "l",
            cancellation: ServerContext.RPCCancellationHandle())
        let messages = RPCAsyncSequence<Mints, any Error>(
            wrapping: AsyncThrowingStream {
                $0.yield(request)
                $0.finish()
            })
        let response = try await CallInterceptor(meter: CallMeter(clock: TestClock())).intercept(
            request: StreamingServerRequest(metadata: [:], messages: messages), context: context
        ) { request, _ in
            for try await _ in request.messages {}
            return StreamingServerResponse { writer in
                if together {
                    try await writer.write(contentsOf: [good, answer])
                } else {
                    try await writer.write(answer)
                }
                return [:]
            }
        }
        _ = try await response.accepted.get().producer(RPCWriter(wrapping: Nowhere<Mints>()))
    }

    private let good = Mints.with { $0.addresses = [PublicKey.usdf.accountID] }
    private let bad = Mints.with { $0.addresses = [.with { $0.value = [1] }] }

    @Test("A client's message that breaks a rule is an invalid argument that names the rule")
    func intercept_badRequest_invalidArgument() async throws {
        try await pass(good, answer: good)
        let error = await #expect(throws: RPCError.self) { try await pass(bad, answer: good) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.isEmpty == false)
    }

    @Test("A node's answer that breaks a rule is not sent, and the client gets a constant text")
    func intercept_badAnswer_internal() async throws {
        let error = await #expect(throws: RPCError.self) { try await pass(good, answer: bad) }
        #expect(error?.code == .internalError)
        #expect(error?.message == "rpc server failure")
        try await pass(good, answer: good, together: true)
        let second = await #expect(throws: RPCError.self) { try await pass(good, answer: bad, together: true) }
        #expect(second?.code == .internalError)
    }
}
