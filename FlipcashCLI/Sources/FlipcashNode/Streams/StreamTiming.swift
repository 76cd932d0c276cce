/// How long things on streams may take (wire contract §6, payment specification §14.2 and §21.5).
struct StreamTiming: Sendable {
    /// How long a bidirectional stream waits for its first message.
    var firstMessage = Duration.milliseconds(250)
    /// How often a ping is sent, and what the ping tells the client.
    var ping = Duration.seconds(5)
    /// How long a stream lives without a message from its client.
    var silence = Duration.seconds(10)
    /// How long a client may take to accept one message.
    var acceptance = Duration.seconds(10)
    /// How long `OpenMessageStream` lives.
    var messageStream = Duration.seconds(61)
    /// How long `OpenMessageStreamWithKeepAlive` lives.
    var keptMessageStream = Duration.seconds(15 * 60 + 1)
    /// How long after a rendezvous stream closed a grab is still accepted for it.
    var rendezvousGrace = Duration.seconds(5)
    /// How many undelivered entries a subscriber may have.
    var bufferedEntries = 64

    static let standard = StreamTiming()
}
