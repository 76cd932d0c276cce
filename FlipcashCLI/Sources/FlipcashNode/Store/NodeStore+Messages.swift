import FlipcashCore
import GRDB

extension StoreReading {
    /// How many messages on `rendezvous` have not expired.
    func messageCount(on rendezvous: PublicKey, now: Instant) throws -> Int {
        Int(
            try integer(
                "SELECT count(*) FROM messages WHERE rendezvous = ? AND expires_at > ?",
                [rendezvous.blob, now.nanosecondsSinceEpoch]))
    }
}
