/// Time limits of streams (wire contract §6, payment specification §14.2 and §21.5).
struct StreamTiming: Sendable {
    /// How long a bidirectional stream waits for its first message.
    var firstMessage = Duration.milliseconds(250)
    /// The interval between pings, which the ping also tells the client.
    var ping = Duration.seconds(5)
    /// How long a stream stays open without a message from its client.
    var silence = Duration.seconds(10)
    /// How long a client may take to accept one message.
    var acceptance = Duration.seconds(10)
    /// The maximum age of an `OpenMessageStream`.
    var messageStream = Duration.seconds(61)
    /// The maximum age of an `OpenMessageStreamWithKeepAlive`.
    var keptMessageStream = Duration.seconds(15 * 60 + 1)
    /// How long the node accepts a grab after its rendezvous stream has closed.
    var rendezvousGrace = Duration.seconds(5)
    /// The maximum number of undelivered entries of a subscriber.
    var bufferedEntries = 64

    static let standard = StreamTiming()
}
