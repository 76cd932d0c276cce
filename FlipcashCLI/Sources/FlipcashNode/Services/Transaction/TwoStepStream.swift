import FlipcashCore
import GRPCCore

/// How long the steps of a submission may take (payment specification §1).
struct SubmitIntentTiming: Sendable {
    /// For each message of the client.
    var message: Duration = .seconds(2)
    /// For the whole call.
    var call: Duration = .seconds(15)

    static let standard = SubmitIntentTiming()
}

/// A stream on which the client asks, the node answers with parameters, and the client signs them: intents and swaps.
/// Each message of the client has a time limit, and so has the whole call.
///
/// One task serves the stream. The node's ticker watches the limits, so no task sleeps to do that.
struct TwoStepStream<Request: Sendable>: Sendable {
    let ticker: StreamTicker
    let clock: any WallClock
    let timing: SubmitIntentTiming
    /// The message of the status when the whole call takes too long.
    let timeout: String

    /// Waits for the client's next message.
    typealias Next = () async throws -> Request

    private typealias Messages = RPCAsyncSequence<Request, any Error>.AsyncIterator

    /// Serves the stream; returning normally ends it with OK.
    ///
    /// - Throws: the status that ends the stream, or what `body` throws.
    func run(_ messages: RPCAsyncSequence<Request, any Error>, _ body: @escaping @Sendable (Next) async throws -> Void)
        async throws
    {
        let end = OneTimeValue<StreamDeadlines.Kind?>()
        let deadlines = StreamDeadlines(
            ticker: ticker, clock: clock, timing: .standard, whenDue: { end.set($0) })
        defer { deadlines.close() }
        deadlines.start(.lifetime, in: timing.call)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { end.set(nil) }
                    var messages = messages.makeAsyncIterator()
                    try await body { try await next(&messages, deadlines) }
                }
                if await end.wait() != .some(nil) { group.cancelAll() }
                try await group.waitForAll()
            }
        } catch is CancellationError {
            switch end.value {
            case .message??: throw StreamFailure.clientTooSlow
            case .lifetime??: throw RPCError(code: .deadlineExceeded, message: timeout)
            case .acceptance??, .silence??, .ping??, .some(nil), nil: throw StreamFailure.cancelled
            }
        }
    }

    private func next(_ messages: inout Messages, _ deadlines: StreamDeadlines) async throws -> Request {
        deadlines.start(.message, in: timing.message)
        let message: Request?
        do {
            message = try await messages.next()
        } catch let error as RPCError {
            try Task.checkCancellation()
            throw error
        } catch {
            // An error without a status comes from a broken connection or from an exceeded time limit.
            throw CancellationError()
        }
        deadlines.stop(.message)
        try Task.checkCancellation()
        guard let message else {
            throw RPCError(code: .invalidArgument, message: "the stream ended before its next message")
        }
        return message
    }
}
