/// Bounds of what the node's clients can make it do. A call over a bound ends with RESOURCE_EXHAUSTED.
public struct PeerBounds: Hashable, Sendable {
    /// The most calls that a client has open at a time on one connection. HTTP/2 makes clients delay further calls.
    public var streamsPerConnection = 100
    /// The most open connections of all clients together. Below the 1,024 files that systems usually let a process
    /// open. Addresses that have four or more get none of the last quarter.
    public var connections = 768
    /// The most open connections of one network address.
    public var connectionsPerAddress = 256
    /// The age at which a connection accepts no more calls, so that its client opens a new one.
    public var connectionAge = Duration.seconds(3600)
    /// How long the calls of such a connection may continue. Longer than any bill's stream, which lives 15 minutes.
    public var connectionGrace = Duration.seconds(960)
    /// How long a connection may have no call.
    public var connectionIdle = Duration.seconds(300)
    /// How long a client may be silent before the node asks whether it is still there.
    public var keepaliveInterval = Duration.seconds(60)
    /// How long the node then waits for the client's answer.
    public var keepaliveTimeout = Duration.seconds(20)
    /// The most intents that one owner has in flight at a time.
    public var requestsPerOwner = 32
    /// The most users that one network address registers within an hour; nil for the default of the node's addresses.
    public var registrationsPerHour: Int?
    /// The most message streams without a signature that one network address has open at a time.
    public var unsignedStreamsPerAddress = 32
    /// The most bytes of messages of one network address that wait to be read.
    public var messageBytesPerAddress = 16 << 20
    /// The most bytes of messages that wait to be read.
    public var messageBytes = 64 << 20

    /// The bounds of a node whose settings name none.
    public static let standard = PeerBounds()

    /// Creates the standard bounds.
    public init() {}

    /// The bound of registrations on a node that others than its operator can reach.
    static let publicRegistrationsPerHour = 100
}
