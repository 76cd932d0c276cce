/// Limits on the messages that wait in the mailboxes of bills (payment specification §14.2).
///
/// Every client may leave messages at any rendezvous, so the sum of all messages is bounded, and so is each sender's.
struct MessageLimits: Equatable, Sendable {
    /// The most messages at one rendezvous, which is the most that one poll returns.
    var mailboxCountMax = 257
    /// The largest message, in bytes; usual ones have a few hundred.
    var messageBytesMax = 65_536
    /// The most bytes that one peer's messages may take.
    var peerBytesMax = 16 << 20
    /// The most bytes that all messages together may take.
    var totalBytesMax = 64 << 20
    /// What each message counts besides its own bytes: its places in memory and its row in the copy.
    var messageOverheadBytes = 512
    /// How many closed rendezvous keys are remembered, for grabs that arrive a moment late.
    var closedKeyCountMax = 16_384

    static let standard = MessageLimits()
}
