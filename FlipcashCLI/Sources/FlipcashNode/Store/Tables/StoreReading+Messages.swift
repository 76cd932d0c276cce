import FlipcashCore
import GRDB

/// A stored rendezvous message: the bytes of `ocp.messaging.v1.Message` as the node completed it.
struct StoredMessage: Hashable, Sendable {
    let rendezvous: PublicKey
    /// 16 bytes, unique per rendezvous.
    let id: [UInt8]
    let bytes: [UInt8]
    let createdAt: Instant
    let expiresAt: Instant
}

extension StoreReading {
    /// The messages on `rendezvous` that have not expired, the oldest first.
    func messages(on rendezvous: PublicKey, now: Instant, limit: Int) throws -> [StoredMessage] {
        try rows(
            """
            SELECT * FROM messages WHERE rendezvous = ? AND expires_at > ? ORDER BY created_at, message_id LIMIT ?
            """, [rendezvous.blob, now.nanosecondsSinceEpoch, limit]
        ).map { row in
            StoredMessage(
                rendezvous: try row.key("rendezvous"), id: try row.bytes("message_id"), bytes: try row.bytes("bytes"),
                createdAt: try row.instant("created_at"), expiresAt: try row.instant("expires_at"))
        }
    }

    /// Whether a message waits to be removed.
    func hasExpiredMessages(now: Instant) throws -> Bool {
        try integer("SELECT EXISTS (SELECT 1 FROM messages WHERE expires_at <= ?)", [now.nanosecondsSinceEpoch]) != 0
    }

    /// How many messages on `rendezvous` have not expired.
    func messageCount(on rendezvous: PublicKey, now: Instant) throws -> Int {
        Int(
            try integer(
                "SELECT count(*) FROM messages WHERE rendezvous = ? AND expires_at > ?",
                [rendezvous.blob, now.nanosecondsSinceEpoch]))
    }
}

extension StoreWriter {
    /// Stores a message.
    func insert(_ message: StoredMessage) throws {
        try execute(
            "INSERT INTO messages (rendezvous, message_id, bytes, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
            [
                message.rendezvous.blob, message.id.blob, message.bytes.blob,
                message.createdAt.nanosecondsSinceEpoch, message.expiresAt.nanosecondsSinceEpoch,
            ])
    }

    /// Removes a message that its reader has acknowledged; harmless when there is none.
    func deleteMessage(_ id: [UInt8], on rendezvous: PublicKey) throws {
        try execute("DELETE FROM messages WHERE rendezvous = ? AND message_id = ?", [rendezvous.blob, id.blob])
    }

    /// Removes all messages that have expired, and returns their number.
    @discardableResult
    func deleteExpiredMessages(now: Instant) throws -> Int {
        try execute("DELETE FROM messages WHERE expires_at <= ?", [now.nanosecondsSinceEpoch])
    }
}
