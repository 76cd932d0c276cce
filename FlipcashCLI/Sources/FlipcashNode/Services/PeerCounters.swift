import FlipcashCore

/// Counts what each network address does, as far as services bound it.
struct PeerCounters: Sendable {
    /// New users; nil where any number is allowed.
    let registrations: HourlyCounter<MessagePeer>?
    /// Open message streams without a signature.
    let unsignedStreams: InFlightCounter<MessagePeer>

    /// - Parameter isPrivate: whether only the operator was ever able to reach the node.
    init(_ settings: NodeSettings, isPrivate: Bool, clock: any WallClock) {
        registrations = settings.registrationsPerHour(isPrivate: isPrivate).map { HourlyCounter(max: $0, clock: clock) }
        unsignedStreams = InFlightCounter(keyMax: settings.bounds.unsignedStreamsPerAddress)
    }
}
