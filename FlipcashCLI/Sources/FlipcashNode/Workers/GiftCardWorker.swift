import FlipcashCore
import Logging

/// Returns expired gift cards to their issuers and cleans up after claimed ones (payment specification §13.7).
///
/// A card that cannot be returned does not block others: it is logged and retried in a later round.
struct GiftCardWorker: Worker {
    let name = "gift cards"
    let interval: Duration = .seconds(60)
    private static let batchSize = 32

    let returns: GiftCardReturns
    let store: NodeStore
    let committer: GroupCommitter
    let clock: any WallClock
    let ledgerClock: LedgerClock
    let log: Logger
    private let setbacks = Setbacks<PublicKey>(first: .seconds(60), longest: .seconds(3600))

    init(
        returns: GiftCardReturns, store: NodeStore, committer: GroupCommitter, clock: any WallClock,
        ledgerClock: LedgerClock, log: Logger
    ) {
        self.returns = returns
        self.store = store
        self.committer = committer
        self.clock = clock
        self.ledgerClock = ledgerClock
        self.log = log
    }

    func tick() async throws {
        let now = clock.now()
        // A card does not become younger when the clock is set back.
        let latest = try store.read { reader in try ledgerClock.time { try reader.latestTimeSeen() } }.latest
        try await committer.commit(.time(latest)).get()
        var last: GiftCardPlace?
        while true {
            let after = last
            let cards = try store.read { try $0.giftCardsToReturn(after: after, limit: Self.batchSize) }
            for card in cards where setbacks.isDue(card.token, now: clock.uptime()) {
                do {
                    try await look(after: card, now: now, latest: latest)
                    setbacks.clear(card.token)
                } catch {
                    try setBack(card, error)
                }
            }
            guard cards.count == Self.batchSize else { return }
            last = cards.last
        }
    }

    private func setBack(_ card: GiftCardPlace, _ error: any Error) throws {
        switch error {
        case is CancellationError, StoreError.writesSuspended: throw error
        default: break
        }
        let wait = setbacks.note(card.token, now: clock.uptime())
        log.error(
            "an expired gift card could not be returned",
            metadata: ["vault": "\(card.token)", "error": "\(error)", "again in": "\(wait)"])
    }

    private func look(after card: GiftCardPlace, now: Instant, latest: Instant) async throws {
        let (claim, autoReturn) = try store.read { reader in
            (try reader.claim(of: card.token), try reader.autoReturn(of: card.token))
        }
        if claim != nil {
            try await committer.commit(.claimCleanUp(ClaimCleanUp(card.token, autoReturn: autoReturn))).get()
        } else if GiftCardLifetime.isExpired(createdAt: card.createdAt, now: latest) {
            do {
                _ = try await returns.perform(card.token, cause: .expired, now: now)
            } catch is LocksBusy {
                // The request that holds the card's lock decides; the next round checks again.
            }
        }
    }
}
