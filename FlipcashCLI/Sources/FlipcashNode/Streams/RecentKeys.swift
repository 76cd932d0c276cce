import FlipcashCore

/// The keys that were noted last, with their times, in a ring.
///
/// A note takes the place of the oldest one once the ring is full, so memory is bounded and a note costs the same
/// however many there are.
struct RecentKeys<Key: Hashable & Sendable>: Sendable {
    /// How many keys are kept.
    let capacity: Int

    private var ring: [(key: Key, time: Uptime)] = []
    /// Where the next note goes once the ring is full.
    private var next = 0
    /// The place of each key's latest note.
    private var places: [Key: Int] = [:]

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// How many keys have a time.
    var count: Int { places.count }

    /// Notes `key` at `time`.
    mutating func note(_ key: Key, at time: Uptime) {
        if ring.count < capacity {
            places[key] = ring.count
            ring.append((key, time))
            return
        }
        forget(ring[next].key, ifAt: next)
        ring[next] = (key, time)
        places[key] = next
        next = (next + 1) % capacity
    }

    /// Forgets `key`.
    mutating func forget(_ key: Key) { places[key] = nil }

    /// When `key` was noted; nil when it never was, or was forgotten.
    func time(of key: Key) -> Uptime? { places[key].map { ring[$0].time } }

    /// Forgets an older note, unless the key has been noted again.
    private mutating func forget(_ key: Key, ifAt place: Int) {
        if places[key] == place { places[key] = nil }
    }
}
