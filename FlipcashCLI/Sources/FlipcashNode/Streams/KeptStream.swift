import FlipcashCore
import GRPCCore

/// A bidirectional stream whose client opens it with one message, then answers pings until either side ends it.
///
/// Serves `StreamLiveMintData` and `OpenMessageStreamWithKeepAlive` (wire contract §6). One loop owns the stream. Its
/// child tasks only convert what happens outside into events in a bounded queue, so that all decisions are made in one
/// place and one order.
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
    let timing: StreamTiming
    /// How long the whole stream may live; nil for no limit.
    let lifetime: Duration?
    /// Classifies a message; nil when it is neither an opening nor a pong.
    let classify: @Sendable (Request) -> Arm?
    /// Sends the client a ping.
    let ping: @Sendable () async throws -> Void
    /// Sends the client one item.
    let deliver: @Sendable (Item) async throws -> Void

    /// Runs the stream until it ends; returning normally ends it with OK.
    ///
    /// - Parameters:
    ///   - messages: the client's messages.
    ///   - cancellation: signals that the client is gone or the node stops.
    ///   - open: checks the opening, registers the sink, and returns the items to send at once and a closure that
    ///     removes the registration. The closure runs exactly once. If `open` throws, it has registered nothing.
    /// - Throws: `StreamFailure`, the client's own failure, or what `open` and `deliver` throw.
    func run(
        messages: RPCAsyncSequence<Request, any Error>,
        cancellation: ServerContext.RPCCancellationHandle,
        open: @Sendable (Opening, Sink) async throws -> StreamOpening<Item>
    ) async throws {
        let inbox = BoundedMailbox<Event>(capacity: timing.bufferedEntries)
        let client = Heartbeat(clock: clock, timeout: timing.silence)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await read(messages, into: inbox, client: client) }
            group.addTask {
                try await cancellation.cancelled
                inbox.send(.cancelled)
            }
            group.addTask { await wait(timing.firstMessage, then: .firstMessageLate, inbox: inbox) }
            var events = inbox.elements.makeAsyncIterator()
            let opening = try await first(&events)
            let opened = try await open(opening, Sink(inbox: inbox))
            defer { opened.close() }
            for item in opened.initial { try await sendInTime { try await deliver(item) } }
            try await sendInTime(ping)
            group.addTask { await sendPings(inbox) }
            group.addTask { await watch(client, inbox) }
            if let lifetime {
                group.addTask { await wait(lifetime, then: .expired, inbox: inbox) }
            }
            try await serve(&events, inbox)
        }
    }

    // MARK: Sources of events

    private func read(
        _ messages: RPCAsyncSequence<Request, any Error>, into inbox: BoundedMailbox<Event>, client: Heartbeat
    ) async {
        do {
            for try await message in messages {
                client.beat()
                guard inbox.send(.received(message)) else { return }
            }
            inbox.send(.clientClosed)
        } catch {
            // An error without a status comes from a broken connection.
            inbox.send(error is any RPCErrorConvertible ? .clientFailed(error) : .cancelled)
        }
    }

    private func wait(_ duration: Duration, then event: Event, inbox: BoundedMailbox<Event>) async {
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        inbox.send(event)
    }

    private func sendPings(_ inbox: BoundedMailbox<Event>) async {
        while (try? await clock.sleep(for: timing.ping)) != nil {
            guard inbox.send(.pingDue) else { return }
        }
    }

    private func watch(_ client: Heartbeat, _ inbox: BoundedMailbox<Event>) async {
        guard (try? await client.waitForSilence()) != nil else { return }
        inbox.send(.silent)
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

    private func serve(_ events: inout AsyncStream<Event>.Iterator, _ inbox: BoundedMailbox<Event>) async throws {
        while let event = await events.next() {
            switch event {
            case .received(let message):
                guard case .pong = classify(message) else { throw StreamFailure.unhealthy }
            case .item(let item): try await sendInTime { try await deliver(item) }
            case .pingDue: try await sendInTime(ping)
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

    private func sendInTime(_ send: @escaping @Sendable () async throws -> Void) async throws {
        do {
            try await clock.withDeadline(timing.acceptance, send)
        } catch is DeadlineExceeded {
            throw StreamFailure.unhealthy
        }
    }
}

/// The first items of a new stream, and a closure that removes the stream from its hub.
struct StreamOpening<Item: Sendable>: Sendable {
    var initial: [Item] = []
    let close: @Sendable () -> Void
}
