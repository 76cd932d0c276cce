import FlipcashCore
import FlipcashCoreAPI

/// Reads one owner's feed from one state of the database.
struct FeedReader {
    let reader: StoreReader
    let owner: PublicKey

    private typealias Notification = Flipcash_Activity_V1_Notification

    /// A page: full as long as there is more, whatever is hidden in between (payment specification §19.1).
    ///
    /// - Parameter sequence: only what comes after this place in the order of commits; nil for all.
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

    /// What the owner sees of `intent`; nil when nothing.
    func item(_ intent: IntentRecord) throws -> FeedItem? {
        try FeedItem(intent, owner: owner) { try outcome(intent) }
    }

    private func outcome(_ intent: IntentRecord) throws -> CashLinkOutcome {
        if let back = try reader.returnID(of: intent.id).flatMap(reader.intent) {
            return back.flags.contains(.issuerVoidedGiftCard) ? .voided : .returned
        }
        guard let vault = intent.destination, try reader.claim(of: vault) != nil else { return .open }
        return .claimed
    }
}
