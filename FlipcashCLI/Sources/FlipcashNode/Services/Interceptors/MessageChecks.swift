import GRPCCore
import Logging
import ProtobufCodec

/// A client's messages, each checked against the rules of its definition as it is read (wire contract §2).
///
/// A message that breaks a rule is an invalid argument. The generated stubs refuse messages that cannot be parsed. A
/// method that takes one message refuses zero or several messages with `UNIMPLEMENTED`, as gRPC's list of status codes
/// says.
struct CheckedMessages<Element: Sendable>: AsyncSequence, Sendable {
    let base: RPCAsyncSequence<Element, any Error>
    /// Whether the method takes exactly one message.
    let takesOne: Bool

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), takesOne: takesOne) }

    struct Iterator: AsyncIteratorProtocol {
        var base: RPCAsyncSequence<Element, any Error>.AsyncIterator
        let takesOne: Bool
        private var count = 0

        init(base: RPCAsyncSequence<Element, any Error>.AsyncIterator, takesOne: Bool) {
            self.base = base
            self.takesOne = takesOne
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            let element = try await base.next(isolation: actor)
            try check(element)
            return element
        }

        mutating func next() async throws -> Element? { try await next(isolation: nil) }

        @inline(never)  // Each idle stream waits in `next`, and keeps the memory that it needs.
        private mutating func check(_ element: Element?) throws(RPCError) {
            try checkCount(hasElement: element != nil)
            guard let message = element as? any Message else { return }
            do {
                try message.validate()
            } catch {
                throw RPCError(code: .invalidArgument, message: error.description)
            }
        }

        private mutating func checkCount(hasElement: Bool) throws(RPCError) {
            guard takesOne else { return }
            if hasElement {
                count += 1
                guard count == 1 else {
                    throw RPCError(code: .unimplemented, message: "the method takes one message; there are several")
                }
            } else {
                guard count == 1 else {
                    throw RPCError(code: .unimplemented, message: "the method takes one message; there is none")
                }
            }
        }
    }
}

/// Sends only messages that obey the rules of their definition (wire contract §2).
///
/// The node's own message that breaks a rule is not sent, and the call fails with an internal error. The log names the
/// rule; the client does not see it.
struct CheckingWriter<Element: Sendable>: RPCWriterProtocol {
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

extension MethodDescriptor {
    /// Whether a client sends exactly one message; false when the kind of the method is unknown.
    var takesOneMessage: Bool {
        switch type {
        case .unary, .serverStreaming: true
        case .clientStreaming, .bidirectionalStreaming, nil: false
        }
    }
}
