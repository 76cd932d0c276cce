import FlipcashCore

/// The naive model of the ledger: who has how much, and how each link ended.
struct Books: Hashable, Sendable {
    struct Card: Hashable, Sendable {
        let maker: Int
        let quarks: UInt64
        /// When it was made, on the world's clock that never jumps: not before, not after.
        let made: ClosedRange<Uptime>
        var end: End?
    }

    /// How a link ended. It ends once.
    enum End: Hashable, Sendable {
        case claimed(by: Int)
        case voided
        case expired
    }

    /// Something that changes the books.
    enum Deed: Hashable, Sendable {
        case deposit(to: Int, quarks: UInt64)
        case payment(from: Int, to: Int, quarks: UInt64)
        /// Money that leaves the node, the fee included.
        case withdrawal(from: Int, quarks: UInt64)
        case link(Int, from: Int, quarks: UInt64)
        case claim(link: Int, by: Int)
        case void(link: Int)
        case trade(Trade)
    }

    struct Sent: Hashable, Sendable {
        let person: Int
        let quarks: UInt64
        let time: ClosedRange<Uptime>
    }

    var holdings: [Int: Int64] = [:]
    var pools: [Int: Pool] = [:]
    var purses: [Purse: Int64] = [:]
    var cards: [Int: Card] = [:]
    var sent: [Sent] = []
    /// How many entries each person's history has.
    var entries: [Int: Int] = [:]

    /// Makes the change; false when it cannot have happened. A holding may be negative until a later act of the scene.
    mutating func apply(_ deed: Deed, during time: ClosedRange<Uptime>) -> Bool {
        switch deed {
        case .deposit(let person, let quarks):
            holdings[person, default: 0] += Int64(quarks)
            entries[person, default: 0] += 1
        case .payment(let giver, let receiver, let quarks):
            holdings[giver, default: 0] -= Int64(quarks)
            holdings[receiver, default: 0] += Int64(quarks)
            sent.append(Sent(person: giver, quarks: quarks, time: time))
            entries[giver, default: 0] += 1
            entries[receiver, default: 0] += 1
        case .withdrawal(let person, let quarks):
            // The daily limit does not count it.
            holdings[person, default: 0] -= Int64(quarks)
            entries[person, default: 0] += 1
        case .link(let link, let maker, let quarks):
            guard cards[link] == nil else { return false }
            holdings[maker, default: 0] -= Int64(quarks)
            cards[link] = Card(maker: maker, quarks: quarks, made: time)
            sent.append(Sent(person: maker, quarks: quarks, time: time))
            entries[maker, default: 0] += 1
        case .claim(let link, let collector):
            guard end(link, .claimed(by: collector), paying: collector) else { return false }
            entries[collector, default: 0] += 1
        case .void(let link):
            guard let card = cards[link] else { return false }
            return end(link, .voided, paying: card.maker)
        case .trade(let trade): return apply(trade)
        }
        return true
    }

    /// Returns a link's money to its maker.
    mutating func expire(_ link: Int) -> Bool {
        guard let card = cards[link] else { return false }
        return end(link, .expired, paying: card.maker)
    }

    private mutating func end(_ link: Int, _ end: End, paying person: Int) -> Bool {
        guard let card = cards[link], card.end == nil else { return false }
        cards[link]?.end = end
        holdings[person, default: 0] += Int64(card.quarks)
        return true
    }

    /// The person who sent more within a day than is allowed; nil if no person did (I11).
    var overspender: Int? {
        let limit: UInt64 = 1_200_000_000
        // A minute less, because the times are not exact.
        let day = Duration.seconds(86_400 - 60)
        for last in sent {
            let total = sent.filter { other in
                other.person == last.person && other.time.upperBound <= last.time.upperBound
                    && last.time.upperBound - other.time.lowerBound < day
            }.reduce(0) { $0 + $1.quarks }
            if total > limit { return last.person }
        }
        return nil
    }
}

/// What one act may have done.
struct ActReport: Sendable {
    let act: Act
    /// All that may have happened; nil stands for nothing. One entry when the outcome is known.
    let possible: [Books.Deed?]
    let time: ClosedRange<Uptime>
    /// Something that must not happen at all.
    var violation: String?
    /// The link whose maker got the answer that its money is back.
    var takenBack: Int?
    /// The payment that collected a link, if the answer names it. Calls of one wallet at the same time share it.
    var collection: IntentID?

    var isKnown: Bool { possible.count == 1 }

    var isTrade: Bool {
        possible.contains { deed in
            guard case .trade? = deed else { return false }
            return true
        }
    }
}

extension [ActReport] {
    /// The reports, of which those about one collection of a link count once.
    fileprivate var withoutSharedCollections: [ActReport] {
        var counted: Set<IntentID> = []
        return filter { report in report.collection.map { counted.insert($0).inserted } ?? true }
    }

    /// All orders of the acts; one order of none.
    fileprivate var orders: [[ActReport]] {
        guard !isEmpty else { return [[]] }
        return indices.flatMap { first in
            var rest = self
            let report = rest.remove(at: first)
            return rest.orders.map { [report] + $0 }
        }
    }
}

/// What the node says after a scene.
struct Observation: Hashable, Sendable {
    var holdings: [Int: UInt64] = [:]
    var purses: [Books.Purse: UInt64] = [:]
    /// Links whose money waits to be collected.
    var openLinks: Set<Int> = []
    /// Links that were collected or taken back.
    var endedLinks: Set<Int> = []
    /// How many entries each person's history has. It tells a link that its maker collected from one taken back.
    var entries: [Int: Int] = [:]
}

extension Books {
    /// The books that a scene may have left: for each order of its trades, the first combination of what may have
    /// happened that agrees with the node.
    ///
    /// Trades change prices. Two orders can pay the same and leave different fees in a pool, which shows only in
    /// the next trade.
    ///
    /// - Parameter expirable: links that may have expired meanwhile.
    func after(_ reports: [ActReport], expirable: Set<Int>, agreeingWith seen: Observation) -> [Books] {
        let trades = reports.filter(\.isTrade)
        let others = reports.filter { !$0.isTrade }.withoutSharedCollections
        return trades.orders.compactMap { following($0 + others, expirable: expirable, agreeingWith: seen) }
    }

    private func following(
        _ reports: [ActReport], expirable: Set<Int>, agreeingWith seen: Observation
    ) -> Books? {
        guard let report = reports.first else { return expired(expirable.sorted(), agreeingWith: seen) }
        for deed in report.possible {
            var books = self
            if let deed, !books.apply(deed, during: report.time) { continue }
            let rest = Array(reports.dropFirst())
            guard let end = books.following(rest, expirable: expirable, agreeingWith: seen) else { continue }
            if let link = report.takenBack, !end.isBack(link, orMayExpire: expirable.contains(link)) { continue }
            return end
        }
        return nil
    }

    private func expired(_ links: [Int], agreeingWith seen: Observation) -> Books? {
        guard let link = links.first else { return agrees(with: seen) ? self : nil }
        let rest = Array(links.dropFirst())
        if let books = expired(rest, agreeingWith: seen) { return books }
        var books = self
        guard books.expire(link) else { return nil }
        return books.expired(rest, agreeingWith: seen)
    }

    private func agrees(with seen: Observation) -> Bool {
        seen.holdings.allSatisfy { holdings[$0.key, default: 0] == Int64($0.value) }
            && holdings.allSatisfy { $0.value == 0 || seen.holdings[$0.key] != nil }
            && seen.entries.allSatisfy { entries[$0.key, default: 0] == $0.value }
            && tokensAgree(with: seen)
            && seen.openLinks.allSatisfy { cards[$0].map { $0.end == nil } ?? false }
            && seen.endedLinks.allSatisfy { cards[$0].map { $0.end != nil } ?? false }
    }

    private func isBack(_ link: Int, orMayExpire mayExpire: Bool) -> Bool {
        guard let card = cards[link] else { return false }
        // After seven days the node says that the link has ended, and not how.
        if mayExpire { return true }
        switch card.end {
        case .voided, .expired: return true
        case .claimed(let collector): return collector == card.maker
        case nil: return false
        }
    }
}
