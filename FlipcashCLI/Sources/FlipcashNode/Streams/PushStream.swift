import FlipcashCore
import GRPCCore

/// A server stream that delivers a hub's items for a fixed time.
struct PushStream<Item: Sendable>: Sendable {
    private enum Event: Sendable {
        case item(Item)
        case displaced
        case expired
        case cancelled
    }

    /// Passes a hub's items to the stream.
    struct Sink: Sendable {
        fileprivate let sendItem: @Sendable (Item) -> Bool
        fileprivate let giveUpPlace: @Sendable () -> Void

        /// Queues `item` for delivery; false when the stream has ended or fell too far behind.
        @discardableResult
        func send(_ item: Item) -> Bool { sendItem(item) }

        /// Ends the stream because another one takes its place.
        func end() { giveUpPlace() }
    }

    let clock: any WallClock
    let ticker: StreamTicker
    let timing: StreamTiming
    let lifetime: Duration
    /// Sends the client one item.
    let deliver: @Sendable (Item) async throws -> Void

    /// Runs the stream until its lifetime is over, the client has gone, or the node stops.
    ///
    /// - Parameter open: registers the sink, and returns the items to send at once and a closure that removes the
    ///   registration. The closure runs exactly once. If `open` throws, it has registered nothing.
    /// - Throws: `StreamFailure`, or what `open` and `deliver` throw.
    func run(open: @Sendable (Sink) async throws -> StreamOpening<Item>) async throws {
        let inbox = BoundedMailbox<Event>(capacity: timing.bufferedEntries)
        let writing = StreamWriting(limit: timing.acceptance)
        let deadlines = StreamDeadlines(ticker: ticker, clock: clock, timing: timing) { kind in
            switch kind {
            case .lifetime: inbox.send(.expired)
            case .acceptance: writing.expire()
            case .message, .silence, .ping: break
            }
        }
        defer { deadlines.close() }
        deadlines.start(.lifetime, in: lifetime)
        try await withRPCCancellationHandler {
            let opened = try await open(
                Sink(sendItem: { inbox.send(.item($0)) }, giveUpPlace: { inbox.send(.displaced) }))
            defer { opened.close() }
            for item in opened.initial { try await writing.inTime(deadlines) { try await deliver(item) } }
            for await event in inbox.elements {
                switch event {
                case .item(let item): try await writing.inTime(deadlines) { try await deliver(item) }
                case .displaced: throw StreamFailure.alreadyExists
                case .expired: throw StreamFailure.lifetimeReached
                case .cancelled: throw StreamFailure.cancelled
                }
            }
            throw inbox.hasOverflowed ? StreamFailure.unhealthy : StreamFailure.cancelled
        } onCancelRPC: {
            inbox.send(.cancelled)
        }
    }
}
