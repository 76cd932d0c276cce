import GRPCCore
import Logging
import ProtobufCodec

/// Checks every message in and out against the rules of its definition (wire contract §2).
///
/// A message from a client that breaks a rule is an invalid argument; one of ours that does is an internal error and is
/// not sent. (What cannot be read at all has been refused before, by the generated stubs.)
struct ValidationInterceptor: ServerInterceptor {
    /// Hears which of our own messages broke a rule; the client does not.
    var log = Logger(label: "flipcash.node", factory: { _ in SwiftLogNoOpLogHandler() })

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        var request = request
        request.messages = RPCAsyncSequence(wrapping: ValidatedMessages(base: request.messages))
        let response = try await next(request, context)
        guard case .success(var contents) = response.accepted else { return response }
        let produce = contents.producer
        contents.producer = { writer in
            try await produce(RPCWriter(wrapping: ValidatingWriter(base: writer, log: log)))
        }
        return StreamingServerResponse(accepted: .success(contents))
    }
}

/// A client's messages, each checked as it is taken.
private struct ValidatedMessages<Element: Sendable>: AsyncSequence, Sendable {
    let base: RPCAsyncSequence<Element, any Error>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: RPCAsyncSequence<Element, any Error>.AsyncIterator

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            let element = try await base.next(isolation: actor)
            if let message = element as? any Message {
                do {
                    try message.validate()
                } catch {
                    throw RPCError(code: .invalidArgument, message: error.description)
                }
            }
            return element
        }

        mutating func next() async throws -> Element? { try await next(isolation: nil) }
    }
}

/// Lets only messages through that keep their own rules.
private struct ValidatingWriter<Element: Sendable>: RPCWriterProtocol {
    let base: RPCWriter<Element>
    let log: Logger

    func write(_ element: Element) async throws {
        try check(element)
        try await base.write(element)
    }

    func write(contentsOf elements: some Sequence<Element>) async throws {
        let elements = Array(elements)
        for element in elements { try check(element) }
        try await base.write(contentsOf: elements)
    }

    private func check(_ element: Element) throws(RPCError) {
        guard let message = element as? any Message else { return }
        do {
            try message.validate()
        } catch {
            log.error("an answer breaks its own rules", metadata: ["error": "\(error)"])
            throw RPCError(code: .internalError, message: "rpc server failure")
        }
    }
}
