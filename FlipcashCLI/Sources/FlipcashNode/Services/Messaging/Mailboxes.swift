import FlipcashCore
import Synchronization

/// The messages left at all rendezvous, in memory (payment specification §14.2).
///
/// The node answers from here. `MessageCopier` keeps a copy in the database, for a restart.
final class Mailboxes: Sendable {
    /// How long a message is kept.
    static let messageLifetime = Duration.seconds(5 * 60)
    /// The most messages that one step removes because they have expired: more than the largest message needs to find
    /// room in a memory full of the smallest.
    static let expiryStep = 512

    private struct State {
        var waiting = WaitingMessages()
        /// The messages of each rendezvous, the oldest first.
        var numbers: [RendezvousKey: [MessageNumber]] = [:]
        var quota: MessageQuota
        var uncopied = UncopiedChanges()
        var lastNumber: MessageNumber = 0

        mutating func remove(_ number: MessageNumber) {
            let next = waiting.next(after: number)
            guard let entry = waiting.remove(number) else { return }
            let (key, bytes) = (entry.message.rendezvous, entry.message.bytes.count)
            numbers[key]?.removeAll { $0 == number }
            if numbers[key]?.isEmpty == true { numbers[key] = nil }
            quota.remove(bytes, of: entry.peer)
            uncopied.noteRemoved(number, next: next)
        }

        /// Removes expired messages, at most `limit`.
        mutating func expire(_ now: Uptime, limit: Int) -> Int {
            var count = 0
            while count < limit, let first = waiting.first, let entry = waiting[first], entry.end <= now {
                remove(first)
                count += 1
            }
            return count
        }

        mutating func add(_ message: StoredMessage, peer: MessagePeer, end: Uptime) -> MessageRefusal? {
            let (key, bytes) = (message.rendezvous, message.bytes.count)
            if let refusal = quota.refusal(bytes, of: peer) { return refusal }
            guard numbers[key]?.count ?? 0 < quota.limits.mailboxCountMax else { return .mailboxIsFull }
            quota.add(bytes, of: peer)
            waiting.append(message, peer: peer, end: end)
            numbers[key, default: []].append(message.number)
            lastNumber = message.number
            return nil
        }

        /// Removes the expired messages of one full mailbox.
        mutating func makeRoom(on key: RendezvousKey, _ now: Uptime) {
            guard let all = numbers[key], all.count >= quota.limits.mailboxCountMax else { return }
            for number in all where waiting[number].map({ $0.end <= now }) ?? true { remove(number) }
        }
    }

    /// Yields after changes that are not copied yet. For one receiver.
    let changes: AsyncStream<Void>

    let limits: MessageLimits
    private let clock: any WallClock
    private let changed: AsyncStream<Void>.Continuation
    private let state: Mutex<State>

    init(limits: MessageLimits = .standard, clock: any WallClock) {
        self.limits = limits
        self.clock = clock
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state = Mutex(State(quota: MessageQuota(limits: limits)))
    }

    /// How many messages are kept, including expired ones that no step has removed yet.
    var count: Int { state.withLock { $0.waiting.count } }

    /// How many bytes count towards the limit.
    var totalBytes: Int { state.withLock { $0.quota.totalBytes } }

    // MARK: Using

    /// Leaves a message of `peer` and returns its number. It is gone after five minutes.
    ///
    /// - Throws: `MessageRefusal` when there is no room.
    func leave(
        _ bytes: [UInt8], id: [UInt8], on key: RendezvousKey, from peer: MessagePeer
    ) throws(MessageRefusal) -> MessageNumber {
        let expiresAt = clock.now().advanced(by: Self.messageLifetime)
        let now = clock.uptime()
        let (number, refusal) = state.withLock { state -> (MessageNumber, MessageRefusal?) in
            _ = state.expire(now, limit: Self.expiryStep)
            state.makeRoom(on: key, now)
            let number = state.lastNumber + 1
            let message = StoredMessage(
                number: number, rendezvous: key, id: id, bytes: bytes, expiresAt: expiresAt)
            let refusal = state.add(message, peer: peer, end: now + Self.messageLifetime)
            if refusal == nil { state.uncopied.noteAdded(number) }
            return (number, refusal)
        }
        if let refusal { throw refusal }
        changed.yield()
        return number
    }

    /// The numbers of the messages on `key`, the oldest first.
    func numbers(on key: RendezvousKey) -> [MessageNumber] { state.withLock { $0.numbers[key] ?? [] } }

    /// A message that waits; nil when it was acknowledged or has expired.
    func message(_ number: MessageNumber) -> StoredMessage? {
        let now = clock.uptime()
        return state.withLock { state in
            guard let entry = state.waiting[number], entry.end > now else { return nil }
            return entry.message
        }
    }

    /// The messages on `key`, the oldest first.
    ///
    /// - Parameter bytesMax: stops before the messages exceed this many bytes, but returns at least the first message.
    func messages(on key: RendezvousKey, bytesMax: Int) -> [StoredMessage] {
        var left = bytesMax
        var messages: [StoredMessage] = []
        for message in numbers(on: key).lazy.compactMap(message) {
            left -= message.bytes.count
            guard messages.isEmpty || left >= 0 else { break }
            messages.append(message)
        }
        return messages
    }

    /// Removes messages that their reader has acknowledged. Ignores unknown ids.
    func acknowledge(_ ids: [[UInt8]], on key: RendezvousKey) {
        let ids = Set(ids)
        let hasRemoved = state.withLock { state in
            let numbers = (state.numbers[key] ?? []).filter { number in
                state.waiting[number].map { ids.contains($0.message.id) } ?? false
            }
            for number in numbers { state.remove(number) }
            return !numbers.isEmpty
        }
        if hasRemoved { changed.yield() }
    }

    /// Removes a step's worth of expired messages; false when none is left.
    func expire() -> Bool {
        let now = clock.uptime()
        let count = state.withLock { $0.expire(now, limit: Self.expiryStep) }
        if count > 0 { changed.yield() }
        return count == Self.expiryStep
    }

    // MARK: The copy

    /// Takes the next changes to copy; empty when there are none.
    func takeChanges(countMax: Int, bytesMax: Int) -> MessageCopyBatch {
        state.withLock { state in
            state.uncopied.take(from: state.waiting, countMax: countMax, bytesMax: bytesMax)
        }
    }

    /// Takes back changes that could not be copied.
    func putBack(_ batch: MessageCopyBatch) { state.withLock { $0.uncopied.putBack(batch, $0.waiting) } }

    /// Puts back a message of the copy. Call it before all other calls, in the order of the numbers.
    ///
    /// A message that has expired, or for which there is no room, is removed from the copy instead.
    func restore(_ message: StoredMessage) {
        let left = min(message.expiresAt.duration(since: clock.now()), Self.messageLifetime)
        let end = clock.uptime() + left
        state.withLock { state in
            let isKept =
                left > .zero && message.bytes.count <= limits.messageBytesMax
                && state.add(message, peer: .earlier, end: end) == nil
            state.lastNumber = message.number
            if !isKept { state.uncopied.noteRemoved(message.number, next: nil) }
        }
        changed.yield()
    }
}
