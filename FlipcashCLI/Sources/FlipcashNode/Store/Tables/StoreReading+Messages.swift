import FlipcashCore

/// A stored rendezvous message: the bytes of `ocp.messaging.v1.Message` as the node completed it.
struct StoredMessage: Hashable, Sendable {
    let rendezvous: PublicKey
    /// 16 bytes, unique per rendezvous.
    let id: [UInt8]
    let bytes: [UInt8]
    let createdAt: Instant
    let expiresAt: Instant
}

/// The size of a stored message, which counts towards its sender's limits.
struct StoredMessageSize: Hashable, Sendable {
    /// The message's id.
    let id: [UInt8]
    /// Bytes of the message.
    let bytes: Int
    let expiresAt: Instant
}

extension StoredMessage {
    /// The size that counts towards the limits.
    var size: StoredMessageSize { StoredMessageSize(id: id, bytes: bytes.count, expiresAt: expiresAt) }
}

extension StoreReading {
    /// The messages on `rendezvous` that have not expired, the oldest first.
    ///
    /// - Parameter bytesMax: stops before the messages exceed this many bytes, but returns at least the first message.
    func messages(on rendezvous: PublicKey, now: Instant, limit: Int, bytesMax: Int = .max) throws -> [StoredMessage] {
        let sizes = try rows(
            """
            SELECT message_id, length(bytes) AS size FROM messages WHERE rendezvous = ? AND expires_at > ?
            ORDER BY created_at, message_id LIMIT ?
            """, [rendezvous.blob, now.nanosecondsSinceEpoch, limit])
        var left = bytesMax
        var messages: [StoredMessage] = []
        for size in sizes {
            left -= Int(try size.integer("size"))
            guard messages.isEmpty || left >= 0 else { break }
            let id = try size.bytes("message_id")
            let row = try row(
                "SELECT * FROM messages WHERE rendezvous = ? AND message_id = ?", [rendezvous.blob, id.blob])
            if let row { messages.append(try StoredMessage(row: row)) }
        }
        return messages
    }

    /// The sizes of all messages, the first to expire first.
    func messageSizes() throws -> [StoredMessageSize] {
        try rows("SELECT message_id, length(bytes) AS size, expires_at FROM messages ORDER BY expires_at").map { row in
            StoredMessageSize(
                id: try row.bytes("message_id"), bytes: Int(try row.integer("size")),
                expiresAt: try row.instant("expires_at"))
        }
    }

    /// Whether there are messages to remove: expired ones, or ones that expire so late that the clock must have been
    /// ahead when they were stored.
    func hasMessagesToRemove(now: Instant, expiryMax: Instant) throws -> Bool {
        try integer(
            """
            SELECT EXISTS (SELECT 1 FROM messages WHERE expires_at <= ?)
                OR EXISTS (SELECT 1 FROM messages WHERE expires_at > ?)
            """, [now.nanosecondsSinceEpoch, expiryMax.nanosecondsSinceEpoch]) != 0
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

    /// Removes a message that its reader has acknowledged.
    ///
    /// - Returns: false when there is no such message.
    func deleteMessage(_ id: [UInt8], on rendezvous: PublicKey) throws -> Bool {
        try execute("DELETE FROM messages WHERE rendezvous = ? AND message_id = ?", [rendezvous.blob, id.blob]) != 0
    }

    /// Removes all messages that have expired, or expire later than `expiryMax`, and returns their number.
    @discardableResult
    func deleteMessages(now: Instant, expiryMax: Instant) throws -> Int {
        try execute(
            "DELETE FROM messages WHERE expires_at <= ? OR expires_at > ?",
            [now.nanosecondsSinceEpoch, expiryMax.nanosecondsSinceEpoch])
    }
}

extension StoredMessage {
    fileprivate init(row: SQLRow) throws {
        rendezvous = try row.key("rendezvous")
        id = try row.bytes("message_id")
        bytes = try row.bytes("bytes")
        createdAt = try row.instant("created_at")
        expiresAt = try row.instant("expires_at")
    }
}
