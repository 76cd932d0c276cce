import FlipcashCore
import Synchronization

/// Calls all open streams at their times, from one task, so that a stream needs no task that sleeps (wire contract §6).
///
/// The task runs only while there are streams. It sleeps until the next time and does not wake before.
final class StreamTicker: Sendable {
    /// Times are rounded up to multiples of this, so that many streams share one awakening.
    static let grain = Duration.milliseconds(50)

    /// Called when its time has come. Returns the next time, or nil when there is none.
    typealias Call = @Sendable (_ now: Uptime) -> Uptime?

    /// The place of a call; its number is never used again.
    struct Place: Sendable {
        fileprivate let number: UInt64
    }

    /// A number of grains since the clock's start.
    private typealias Tick = Int64

    private struct Entry {
        var tick: Tick?
        let call: Call
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// Entries by tick, in the order of their calls. An entry that has moved, or is gone, is skipped.
        var queues: [Tick: [UInt64]] = [:]
        var lastNumber: UInt64 = 0
        /// Until when the task sleeps; nil when there is none.
        var awakening: Tick?
        var task: SpawnedTask?
        /// Changes when a new task replaces the task.
        var generation: UInt64 = 0

        mutating func schedule(_ number: UInt64, at tick: Tick) {
            entries[number]?.tick = tick
            queues[tick, default: []].append(number)
        }

        /// Takes the calls whose time has come, in order.
        mutating func takeDue(_ now: Tick) -> [(number: UInt64, call: Call)] {
            var due: [(number: UInt64, call: Call)] = []
            for tick in queues.keys.filter({ $0 <= now }).sorted() {
                for number in queues.removeValue(forKey: tick) ?? [] {
                    guard let entry = entries[number], entry.tick == tick else { continue }
                    entries[number]?.tick = nil
                    due.append((number, entry.call))
                }
            }
            return due
        }
    }

    private let clock: any WallClock
    private let tasks: any TaskSpawner
    private let state = Mutex(State())

    init(clock: any WallClock, tasks: any TaskSpawner) {
        self.clock = clock
        self.tasks = tasks
    }

    /// How many streams are called.
    var count: Int { state.withLock { $0.entries.count } }

    /// Adds a call at `time`.
    func add(at time: Uptime, _ call: @escaping Call) -> Place {
        let place = state.withLock { state -> Place in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(tick: nil, call: call)
            state.schedule(state.lastNumber, at: Self.tick(atOrAfter: time))
            return Place(number: state.lastNumber)
        }
        wake(by: Self.tick(atOrAfter: time))
        return place
    }

    /// Calls `place` at `time` instead of later.
    func move(_ place: Place, to time: Uptime) {
        let tick = Self.tick(atOrAfter: time)
        let moves = state.withLock { state -> Bool in
            guard let entry = state.entries[place.number], entry.tick.map({ tick < $0 }) ?? true else { return false }
            state.schedule(place.number, at: tick)
            return true
        }
        if moves { wake(by: tick) }
    }

    /// Removes a call. After the last one, nothing sleeps.
    func remove(_ place: Place) {
        let idle = state.withLock { state -> SpawnedTask? in
            state.entries[place.number] = nil
            guard state.entries.isEmpty else { return nil }
            let idle = state.task
            (state.task, state.awakening, state.queues) = (nil, nil, [:])
            state.generation += 1
            return idle
        }
        idle?.cancel()
    }

    // MARK: The task

    /// Starts a task that sleeps no longer than until `tick`, unless the present one does.
    private func wake(by tick: Tick) {
        let replaced = state.withLock { state -> SpawnedTask? in
            if let awakening = state.awakening, awakening <= tick { return nil }
            let replaced = state.task
            state.awakening = tick
            state.generation += 1
            let generation = state.generation
            state.task = tasks.spawn { await self.run(until: tick, generation: generation) }
            return replaced
        }
        replaced?.cancel()
    }

    private func run(until tick: Tick, generation: UInt64) async {
        var next = tick
        while true {
            let left = Self.time(of: next) - clock.uptime()
            if left > .zero, (try? await clock.sleep(for: left)) == nil { return }
            guard state.withLock({ $0.generation == generation }) else { return }
            callDue()
            guard let following = following(generation) else { return }
            next = following
        }
    }

    private func callDue() {
        let now = clock.uptime()
        for (number, call) in state.withLock({ $0.takeDue(Self.tick(atOrBefore: now)) }) {
            guard let next = call(now) else { continue }
            let tick = max(Self.tick(atOrAfter: next), Self.tick(atOrBefore: now) + 1)
            let isScheduled = state.withLock { state in
                // `move` may have been first.
                guard let entry = state.entries[number], entry.tick == nil else { return false }
                state.schedule(number, at: tick)
                return true
            }
            // Another task may have looked for its next time before this one was there.
            if isScheduled { wake(by: tick) }
        }
    }

    /// The next tick of the task with this generation; nil when it has nothing to do, or another task does it.
    private func following(_ generation: UInt64) -> Tick? {
        state.withLock { state in
            guard state.generation == generation else { return nil }
            if state.entries.isEmpty { state.queues = [:] }
            state.awakening = state.queues.keys.min()
            if state.awakening == nil { state.task = nil }
            return state.awakening
        }
    }

    // MARK: Ticks

    private static let grainNanoseconds = grain.wholeNanoseconds

    private static func tick(atOrBefore time: Uptime) -> Tick {
        max(0, time.sinceStart.wholeNanoseconds) / grainNanoseconds
    }

    private static func tick(atOrAfter time: Uptime) -> Tick {
        (max(0, time.sinceStart.wholeNanoseconds) + grainNanoseconds - 1) / grainNanoseconds
    }

    private static func time(of tick: Tick) -> Uptime { Uptime(.nanoseconds(tick * grainNanoseconds)) }
}

extension Duration {
    /// The duration in nanoseconds, kept within 290 years.
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let bound: Int64 = 9_000_000_000
        return min(max(seconds, -bound), bound) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
