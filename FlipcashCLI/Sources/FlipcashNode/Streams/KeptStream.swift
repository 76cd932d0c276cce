import FlipcashCore
import GRPCCore

/// A bidirectional stream whose client opens it with one message, then answers pings until either side ends it.
///
/// Serves `StreamLiveMintData` and `OpenMessageStreamWithKeepAlive` (wire contract §6). The call's own task reads the
/// client's messages. What the node sends, and how the stream ends, goes through one bounded queue, in one order.
///
/// An idle stream costs that one task: its events are handled in a task of their own only while there are any, and the
/// node's ticker watches its times. A class, because each function that waits would keep a copy of a structure.
final class KeptStream<Request: Sendable, Opening: Sendable, Item: Sendable>: Sendable {
    /// The kind of a client's message.
    enum Arm: Sendable {
        case opening(Opening)
        case pong
    }

    /// Passes a hub's items to the stream.
    struct Sink: Sendable {
        fileprivate let events: EventWorker<Event>

        /// Queues `item` for delivery; false when the stream has ended or fell too far behind.
        @discardableResult
        func send(_ item: Item) -> Bool { events.send(.item(item)) }
    }

    /// What the node sends the client.
    fileprivate enum Event: Sendable {
        /// The first items, and a ping.
        case opened([Item])
        case item(Item)
        case pingDue
    }

    let clock: any WallClock
    let tasks: any TaskSpawner
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

    init(
        clock: any WallClock, tasks: any TaskSpawner, ticker: StreamTicker, timing: StreamTiming, lifetime: Duration?,
        classify: @escaping @Sendable (Request) -> Arm?,
        isClientFailure: @escaping @Sendable (any Error) -> Bool,
        ping: @escaping @Sendable () async throws -> Void,
        deliver: @escaping @Sendable (Item) async throws -> Void
    ) {
        self.clock = clock
        self.tasks = tasks
        self.ticker = ticker
        self.timing = timing
        self.lifetime = lifetime
        self.classify = classify
        self.isClientFailure = isClientFailure
        self.ping = ping
        self.deliver = deliver
    }

    /// Runs the stream until it ends; returning normally ends it with OK. Ends it, too, when the client is gone or the
    /// node stops, which the call's cancellation signals.
    ///
    /// - Parameters:
    ///   - messages: the client's messages.
    ///   - input: the call's input; nil for a call inside the process.
    ///   - open: checks the opening, registers the sink, and returns the items to send at once and a closure that
    ///     removes the registration. The closure runs exactly once. If `open` throws, it has registered nothing.
    /// - Throws: `StreamFailure`, the client's own failure, or what `open` and `deliver` throw.
    func run(
        messages: RPCAsyncSequence<Request, any Error>, input: CallInput?,
        open: @escaping @Sendable (Opening, Sink) throws -> StreamOpening<Item>
    ) async throws {
        let conversation = conversation(input, open)
        defer { conversation.deadlines.close() }
        conversation.deadlines.start(.message, in: timing.firstMessage)
        try await withRPCCancellationHandler {
            if input != nil {
                try await conversation.events.outcome(endingWith: hear(messages, in: conversation))
            } else {
                try await hearInProcess(messages, in: conversation)
            }
        } onCancelRPC: {
            conversation.events.end(.failure(StreamFailure.cancelled))
        }
    }

    private func conversation(
        _ input: CallInput?, _ open: @escaping @Sendable (Opening, Sink) throws -> StreamOpening<Item>
    ) -> Conversation {
        let events = EventWorker<Event>(
            capacity: timing.bufferedEntries, overflow: StreamFailure.unhealthy,
            tasks: input?.executor.map { tasks.withExecutor($0) } ?? tasks, whenEnded: { await input?.end() })
        let writing = StreamWriting(limit: timing.acceptance)
        let deadlines = StreamDeadlines(ticker: ticker, clock: clock, timing: timing) { kind in
            switch kind {
            case .message: events.endUnlessBegun(.failure(StreamFailure.clientTooSlow))
            case .acceptance: writing.expire()
            case .lifetime: events.end(.failure(StreamFailure.lifetimeReached))
            case .silence: events.end(.failure(StreamFailure.unhealthy))
            case .ping: events.send(.pingDue)
            }
        }
        return Conversation(events, writing, deadlines, open: open)
    }

    /// Reads in a task that can be cancelled: inside the process nothing else ends the client's messages.
    private func hearInProcess(
        _ messages: RPCAsyncSequence<Request, any Error>, in conversation: Conversation
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { [self] in conversation.events.end(await hear(messages, in: conversation)) }
            try await conversation.events.outcome()
        }
    }

    // MARK: The client's messages

    private final class Conversation: Sendable {
        let events: EventWorker<Event>
        let writing: StreamWriting
        let deadlines: StreamDeadlines
        let open: @Sendable (Opening, Sink) throws -> StreamOpening<Item>

        init(
            _ events: EventWorker<Event>, _ writing: StreamWriting, _ deadlines: StreamDeadlines,
            open: @escaping @Sendable (Opening, Sink) throws -> StreamOpening<Item>
        ) {
            self.events = events
            self.writing = writing
            self.deadlines = deadlines
            self.open = open
        }
    }

    /// Reads the client's messages until they end, and returns how the stream ends unless it has ended before.
    ///
    /// This is where an idle stream waits. Each function on the way to its next message, and each variable that is kept
    /// meanwhile, takes memory for every stream.
    private func hear(
        _ messages: RPCAsyncSequence<Request, any Error>, in conversation: Conversation
    ) async -> Result<Void, any Error> {
        var messages = messages.makeAsyncIterator()
        var close: (@Sendable () -> Void)?
        defer { close?() }
        do {
            while let message = try await messages.next() {
                if let failure = hear(message, in: conversation, &close) { return .failure(failure) }
            }
        } catch {
            return .failure(isClientFailure(error) ? error : StreamFailure.cancelled)
        }
        if Task.isCancelled { return .failure(StreamFailure.cancelled) }
        return close == nil ? .failure(StreamFailure.missingOpening) : .success(())
    }

    /// Opens the stream with the client's first message, after which there must only be pongs.
    ///
    /// - Parameter close: removes the registration of an open stream.
    /// - Returns: the error that ends the stream; nil if it goes on.
    @inline(never)  // Not one of the functions that an idle stream waits in.
    private func hear(
        _ message: Request, in conversation: Conversation, _ close: inout (@Sendable () -> Void)?
    ) -> (any Error)? {
        conversation.deadlines.noteHeard()
        switch (classify(message), close) {
        case (.pong, .some): return nil
        case (.opening(let opening), nil):
            conversation.deadlines.stop(.message)
            do {
                let opened = try conversation.open(opening, Sink(events: conversation.events))
                close = opened.close
                conversation.events.begin(with: .opened(opened.initial)) { [self] event in
                    try await handle(event, conversation.writing, conversation.deadlines)
                }
                return nil
            } catch {
                return error
            }
        case (_, nil): return StreamFailure.wrongOpening
        case (_, .some): return StreamFailure.unhealthy
        }
    }

    // MARK: The node's messages

    private func handle(_ event: Event, _ writing: StreamWriting, _ deadlines: StreamDeadlines) async throws {
        switch event {
        case .opened(let items):
            for item in items { try await writing.inTime(deadlines) { [deliver] in try await deliver(item) } }
            start(deadlines)
            try await writing.inTime(deadlines, ping)
        case .item(let item):
            try await writing.inTime(deadlines) { [deliver] in try await deliver(item) }
        case .pingDue:
            try await writing.inTime(deadlines, ping)
        }
    }

    private func start(_ deadlines: StreamDeadlines) {
        deadlines.start(.ping, in: timing.ping)
        deadlines.startSilence()
        if let lifetime { deadlines.start(.lifetime, in: lifetime) }
    }
}

/// The first items of a new stream, and a closure that removes the stream from its hub.
struct StreamOpening<Item: Sendable>: Sendable {
    var initial: [Item] = []
    let close: @Sendable () -> Void
}
