import FlipcashCore
import GRPCCore

/// A bidirectional stream whose client opens it with one message, then answers pings until either side ends it.
///
/// Serves `StreamLiveMintData` and `OpenMessageStreamWithKeepAlive` (wire contract §6). One loop owns the stream. What
/// happens outside becomes an event in a bounded queue, so that all decisions are made in one place and one order.
///
/// An idle stream costs its own task and the one that reads the client's messages; the node's ticker watches its times.
struct KeptStream<Request: Sendable, Opening: Sendable, Item: Sendable>: Sendable {
    /// The kind of a client's message.
    enum Arm: Sendable {
        case opening(Opening)
        case pong
    }

    /// Passes a hub's items to the stream.
    struct Sink: Sendable {
        fileprivate let inbox: BoundedMailbox<Event>

        /// Queues `item` for delivery; false when the stream has ended or fell too far behind.
        @discardableResult
        func send(_ item: Item) -> Bool { inbox.send(.item(item)) }
    }

    /// An event on the stream.
    fileprivate enum Event: Sendable {
        case received(Request)
        case clientClosed
        case clientFailed(any Error)
        case firstMessageLate
        case pingDue
        case silent
        case expired
        case cancelled
        case item(Item)
    }

    let clock: any WallClock
    let ticker: StreamTicker
    let timing: StreamTiming
    /// How long the whole stream may live; nil for no limit.
    let lifetime: Duration?
    /// Classifies a message; nil when it is neither an opening nor a pong.
    let classify: @Sendable (Request) -> Arm?
    /// Whether an error in the client's messages is the client's own, so that the stream ends with it. Any other error
    /// is a broken connection.
    let isClientFailure: @Sendable (any Error) -> Bool
    /// Sends the client a ping.
    let ping: @Sendable () async throws -> Void
    /// Sends the client one item.
    let deliver: @Sendable (Item) async throws -> Void

    /// Runs the stream until it ends; returning normally ends it with OK. Ends it, too, when the client is gone or the
    /// node stops, which the call's cancellation signals.
    ///
    /// - Parameters:
    ///   - messages: the client's messages.
    ///   - open: checks the opening, registers the sink, and returns the items to send at once and a closure that
    ///     removes the registration. The closure runs exactly once. If `open` throws, it has registered nothing.
    /// - Throws: `StreamFailure`, the client's own failure, or what `open` and `deliver` throw.
    func run(
        messages: RPCAsyncSequence<Request, any Error>,
        open: @Sendable (Opening, Sink) async throws -> StreamOpening<Item>
    ) async throws {
        let inbox = BoundedMailbox<Event>(capacity: timing.bufferedEntries)
        let writing = StreamWriting(limit: timing.acceptance)
        let deadlines = StreamDeadlines(ticker: ticker, clock: clock, timing: timing) { kind in
            switch kind {
            case .message: inbox.send(.firstMessageLate)
            case .acceptance: writing.expire()
            case .lifetime: inbox.send(.expired)
            case .silence: inbox.send(.silent)
            case .ping: inbox.send(.pingDue)
            }
        }
        defer { deadlines.close() }
        deadlines.start(.message, in: timing.firstMessage)
        try await withRPCCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { await read(messages, into: inbox, deadlines) }
                var events = inbox.elements.makeAsyncIterator()
                let opening = try await first(&events)
                deadlines.stop(.message)
                let opened = try await open(opening, Sink(inbox: inbox))
                defer { opened.close() }
                for item in opened.initial { try await writing.inTime(deadlines) { try await deliver(item) } }
                start(deadlines)
                try await writing.inTime(deadlines, ping)
                try await serve(&events, inbox, writing, deadlines)
            }
        } onCancelRPC: {
            inbox.send(.cancelled)
        }
    }

    private func start(_ deadlines: StreamDeadlines) {
        deadlines.start(.ping, in: timing.ping)
        deadlines.startSilence()
        if let lifetime { deadlines.start(.lifetime, in: lifetime) }
    }

    /// Turns the client's messages into events.
    private func read(
        _ messages: RPCAsyncSequence<Request, any Error>, into inbox: BoundedMailbox<Event>,
        _ deadlines: StreamDeadlines
    ) async {
        do {
            for try await message in messages {
                deadlines.noteHeard()
                guard inbox.send(.received(message)) else { return }
            }
            inbox.send(.clientClosed)
        } catch {
            inbox.send(isClientFailure(error) ? .clientFailed(error) : .cancelled)
        }
    }

    // MARK: The loop

    private func first(_ events: inout AsyncStream<Event>.Iterator) async throws -> Opening {
        switch await events.next() {
        case .received(let message):
            guard case .opening(let opening) = classify(message) else { throw StreamFailure.wrongOpening }
            return opening
        case .firstMessageLate: throw StreamFailure.clientTooSlow
        case .clientFailed(let error): throw error
        case .clientClosed: throw StreamFailure.missingOpening
        case .cancelled, .none: throw StreamFailure.cancelled
        case .pingDue, .silent, .expired, .item: throw StreamFailure.unhealthy
        }
    }

    private func serve(
        _ events: inout AsyncStream<Event>.Iterator, _ inbox: BoundedMailbox<Event>, _ writing: StreamWriting,
        _ deadlines: StreamDeadlines
    ) async throws {
        while let event = await events.next() {
            switch event {
            case .received(let message):
                guard case .pong = classify(message) else { throw StreamFailure.unhealthy }
            case .item(let item): try await writing.inTime(deadlines) { try await deliver(item) }
            case .pingDue: try await writing.inTime(deadlines, ping)
            case .silent: throw StreamFailure.unhealthy
            case .expired: throw StreamFailure.lifetimeReached
            case .cancelled: throw StreamFailure.cancelled
            case .clientFailed(let error): throw error
            case .clientClosed: return
            case .firstMessageLate: continue
            }
        }
        throw inbox.hasOverflowed ? StreamFailure.unhealthy : StreamFailure.cancelled
    }
}

/// The first items of a new stream, and a closure that removes the stream from its hub.
struct StreamOpening<Item: Sendable>: Sendable {
    var initial: [Item] = []
    let close: @Sendable () -> Void
}
