import FlipcashCore

/// The messages that wait, in the order in which they came, which is also the order in which they expire.
///
/// A linked list over a dictionary: every operation costs the same however many messages there are.
struct WaitingMessages: Sendable {
    /// One message and what it counts.
    struct Entry: Sendable {
        let message: StoredMessage
        let peer: MessagePeer
        /// When it is gone.
        let end: Uptime

        fileprivate var previous: MessageNumber?
        fileprivate var next: MessageNumber?
    }

    private var entries: [MessageNumber: Entry] = [:]
    /// The first to expire.
    private(set) var first: MessageNumber?
    private var last: MessageNumber?

    var count: Int { entries.count }

    subscript(number: MessageNumber) -> Entry? { entries[number] }

    /// The message that came next after `number`, which waits.
    func next(after number: MessageNumber) -> MessageNumber? { entries[number]?.next }

    /// Adds a message that came after all others. It does not expire before them.
    mutating func append(_ message: StoredMessage, peer: MessagePeer, end: Uptime) {
        let number = message.number
        let end = max(end, last.flatMap { entries[$0]?.end } ?? end)
        entries[number] = Entry(message: message, peer: peer, end: end, previous: last)
        if let last { entries[last]?.next = number } else { first = number }
        last = number
    }

    /// Removes a message and returns it.
    mutating func remove(_ number: MessageNumber) -> Entry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        if let previous = entry.previous { entries[previous]?.next = entry.next } else { first = entry.next }
        if let next = entry.next { entries[next]?.previous = entry.previous } else { last = entry.previous }
        return entry
    }
}
