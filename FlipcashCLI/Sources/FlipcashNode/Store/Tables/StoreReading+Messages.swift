import FlipcashCore

/// The number of a message: its place in the order in which the node got all messages.
typealias MessageNumber = Int64

/// A rendezvous message: the bytes of `ocp.messaging.v1.Message` as the node keeps it.
struct StoredMessage: Hashable, Sendable {
    let number: MessageNumber
    let rendezvous: PublicKey
    /// 16 random bytes, which readers acknowledge.
    let id: [UInt8]
    let bytes: [UInt8]
    let expiresAt: Instant
}

/// Changes of the messages' copy in the database that one unit writes.
struct MessageCopyBatch: Equatable, Sendable {
    var added: [StoredMessage] = []
    var removed: [MessageNumber] = []

    var count: Int { added.count + removed.count }
    var isEmpty: Bool { count == 0 }
}

extension StoreReading {
    /// The messages of the copy that came after `number`, in order.
    func copiedMessages(after number: MessageNumber, limit: Int) throws -> [StoredMessage] {
        try rows("SELECT * FROM messages WHERE number > ? ORDER BY number LIMIT ?", [number, limit])
            .map(StoredMessage.init)
    }
}

extension StoreWriter {
    /// Writes changes to the messages' copy. Writing them again changes nothing.
    func write(_ batch: MessageCopyBatch) throws {
        for number in batch.removed { try execute("DELETE FROM messages WHERE number = ?", [number]) }
        for message in batch.added {
            try execute(
                """
                INSERT INTO messages (number, rendezvous, message_id, bytes, expires_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (number) DO NOTHING
                """,
                [
                    message.number, message.rendezvous.blob, message.id.blob, message.bytes.blob,
                    message.expiresAt.nanosecondsSinceEpoch,
                ])
        }
    }
}

extension StoredMessage {
    fileprivate init(row: SQLRow) throws {
        number = try row.integer("number")
        rendezvous = try row.key("rendezvous")
        id = try row.bytes("message_id")
        bytes = try row.bytes("bytes")
        expiresAt = try row.instant("expires_at")
    }
}
