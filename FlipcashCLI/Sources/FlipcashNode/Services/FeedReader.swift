import FlipcashCore
import FlipcashCoreAPI

/// Reads one owner's feed from one snapshot of the database.
struct FeedReader {
    let reader: StoreReader
    let owner: PublicKey

    private typealias Notification = Flipcash_Activity_V1_Notification

    /// Returns a page, which is full as long as there are more items, however many intents are hidden (payment
    /// specification §19.1).
    ///
    /// - Parameter sequence: the position in the order of commits after which to start; nil for all.
    func page(after sequence: Int64?, descending: Bool, size: Int) throws -> [Flipcash_Activity_V1_Notification] {
        var page: [Notification] = []
        var cursor = sequence
        while page.count < size {
            let intents = try reader.intents(involving: owner, after: cursor, descending: descending, limit: size)
            for intent in intents where page.count < size {
                if let item = try item(intent) { page.append(item.notification(intent)) }
            }
            guard intents.count == size, let last = intents.last?.sequence else { break }
            cursor = last
        }
        return page
    }

    /// The item that the owner sees for `intent`; nil when it is hidden.
    func item(_ intent: IntentRecord) throws -> FeedItem? {
        try FeedItem(intent, owner: owner) {
            try outcome(intent)
        } swap: {
            try swap(intent)
        }
    }

    private func swap(_ funding: IntentRecord) throws -> FeedSwap? {
        guard let amount = funding.amount, let swap = try reader.swap(fundedBy: funding.id),
            let source = try reader.mint(swap.from)
        else { return nil }
        return FeedSwap(
            swap, funding: amount, settlement: try reader.settlement(of: swap.id), isFromCore: source.isCore)
    }

    private func outcome(_ intent: IntentRecord) throws -> CashLinkOutcome {
        guard let vault = intent.destination else { return .open }
        if let back = try reader.returnID(ofGiftCard: vault).flatMap(reader.intent) {
            return back.flags.contains(.issuerVoidedGiftCard) ? .voided : .returned
        }
        return try reader.claim(of: vault) == nil ? .open : .claimed
    }
}
