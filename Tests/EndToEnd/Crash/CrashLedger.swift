import FlipcashCore
import Synchronization

/// Something that moves money in a crash test under load, between people who are known by their numbers.
indirect enum CrashDeed: Hashable, Sendable {
    case payment(IntentID, from: Int, to: Int, quarks: UInt64)
    case link(IntentID, CrashLink)
    case claim(IntentID, CrashLink, by: Int)
    case void(CrashLink)
}

/// A cash link of a crash test.
final class CrashLink: Hashable, Sendable {
    let maker: Int
    let card: GiftCardCluster
    let quarks: UInt64

    init(maker: Int, card: GiftCardCluster, quarks: UInt64) {
        (self.maker, self.card, self.quarks) = (maker, card, quarks)
    }

    static func == (left: CrashLink, right: CrashLink) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The answers that clients got, and the balances that follow from them.
final class CrashLedger: Sendable {
    struct State {
        var holdings: [Int64]
        /// Links that wait to be collected.
        var openLinks: [CrashLink] = []
        /// Answered with success since the last check.
        var told: [CrashDeed] = []
        /// Submitted without an answer.
        var unknown: [CrashDeed] = []
        /// How many took effect in all, by kind.
        var payments = 0
        var links = 0
        var ends = 0
        var goal = (count: Int.max, reached: Latch())
    }

    private let state: Mutex<State>

    init(holdings: [Int64]) { state = Mutex(State(holdings: holdings)) }

    var current: State { state.withLock { $0 } }

    /// Opens the returned latch when `count` more answers have come.
    func latch(afterAnswers count: Int) -> Latch {
        let latch = Latch()
        state.withLock { $0.goal = (count, latch) }
        return latch
    }

    /// Notes an answer with success.
    func tell(_ deed: CrashDeed) {
        state.withLock { state in
            state.told.append(deed)
            Self.apply(deed, &state)
            state.goal.count -= 1
            if state.goal.count <= 0 { state.goal.reached.open() }
        }
    }

    func noteUnknown(_ deed: CrashDeed) { state.withLock { $0.unknown.append(deed) } }

    /// Notes that a deed without an answer has taken effect.
    func settle(_ deed: CrashDeed) { state.withLock { Self.apply(deed, &$0) } }

    /// Takes the deeds since the last check.
    func takeDeeds() -> (told: [CrashDeed], unknown: [CrashDeed]) {
        state.withLock { state in
            defer { (state.told, state.unknown) = ([], []) }
            return (state.told, state.unknown)
        }
    }

    /// Takes a link that no other client tries to end.
    func takeLink() -> CrashLink? { state.withLock { $0.openLinks.popLast() } }

    /// Puts a link back that was not ended.
    func putBack(_ link: CrashLink) { state.withLock { $0.openLinks.append(link) } }

    private static func apply(_ deed: CrashDeed, _ state: inout State) {
        switch deed {
        case .payment(_, let giver, let receiver, let quarks):
            state.holdings[giver] -= Int64(quarks)
            state.holdings[receiver] += Int64(quarks)
            state.payments += 1
        case .link(_, let link):
            state.holdings[link.maker] -= Int64(link.quarks)
            state.openLinks.append(link)
            state.links += 1
        case .claim(_, let link, let person):
            state.holdings[person] += Int64(link.quarks)
            state.ends += 1
        case .void(let link):
            state.holdings[link.maker] += Int64(link.quarks)
            state.ends += 1
        }
    }
}
