import Synchronization

/// A bounded first-in-first-out queue with many senders and one receiver.
///
/// A sender never waits: a full queue is closed, and after reading its elements the receiver learns that it was too
/// slow. The whole stream is then dropped, never single messages (payment specification §21.5).
final class BoundedMailbox<Element: Sendable>: Sendable {
    /// The queue's elements, in order; ends when the queue is closed. For one receiver.
    let elements: AsyncStream<Element>

    private let continuation: AsyncStream<Element>.Continuation
    private let overflow = Mutex(false)

    init(capacity: Int) {
        (elements, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(capacity))
    }

    /// Whether the queue was closed because its receiver fell behind.
    var hasOverflowed: Bool { overflow.withLock { $0 } }

    /// Appends `element`.
    ///
    /// - Returns: false when the queue is closed, or was full and is closed now.
    @discardableResult
    func send(_ element: Element) -> Bool {
        switch continuation.yield(element) {
        case .enqueued: return true
        case .terminated: return false
        case .dropped: break
        @unknown default: break
        }
        overflow.withLock { $0 = true }
        continuation.finish()
        return false
    }
}
