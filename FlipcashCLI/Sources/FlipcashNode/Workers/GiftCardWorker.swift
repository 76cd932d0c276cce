import FlipcashCore

/// Gives expired gift cards back to their issuers and tidies up after claimed ones (payment specification §13.7).
struct GiftCardWorker: Worker {
    let name = "gift cards"
    let interval: Duration = .seconds(60)
    private static let batchSize = 32

    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock
    let locks: FairLocks<LockKey>

    func tick() async throws {
        let now = clock.now()
        // A card does not grow younger when the clock is set back.
        let latest = try await committer.commit { writer in
            try writer.noteTime(now)
            return try writer.latestTimeSeen() ?? now
        }
        var last: Vault?
        while true {
            let after = last
            let cards = try store.read { try $0.giftCardsToReturn(after: after, limit: Self.batchSize) }
            for card in cards { try await look(after: card, now: now, latest: latest) }
            guard cards.count == Self.batchSize else { return }
            last = cards.last
        }
    }

    private func look(after card: Vault, now: Instant, latest: Instant) async throws {
        if try store.read({ try $0.claim(of: card.token) }) != nil {
            _ = try await committer.commit { try $0.dropAutoReturn(of: card.token) }
        } else if GiftCardLifetime.isExpired(createdAt: card.createdAt, now: latest) {
            do {
                try await locks.withLocks([.vault(card.token.bytes)]) {
                    _ = try await committer.commit { writer in
                        try writer.returnGiftCard(card.token, cause: .expired, now: now)
                    }
                }
            } catch is FairLocks<LockKey>.Busy {
                // Whoever holds the card decides; the next round looks again.
            }
        }
    }
}
