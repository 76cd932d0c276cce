import FlipcashAPI
import ProtobufCodec

/// Returns the canonical bytes of a message, which signatures cover (wire contract §4.1).
func canonicalBytes(_ message: some Message) throws -> [UInt8] {
    try message.serializedBytes()
}

extension PublicKey {
    var wire: Ocp_Common_V1_SolanaAccountId { .with { $0.value = bytes } }

    var rendezvousWire: Ocp_Messaging_V1_RendezvousKey { .with { $0.value = bytes } }

    init?(wire: Ocp_Common_V1_SolanaAccountId) { self.init(exactly: wire.value) }
}

extension IntentID {
    var wire: Ocp_Common_V1_IntentId { .with { $0.value = bytes } }
}

extension Signature {
    var wire: Ocp_Common_V1_Signature { .with { $0.value = bytes } }

    init?(wire: Ocp_Common_V1_Signature) { self.init(exactly: wire.value) }
}

extension Hash {
    init?(wire: Ocp_Common_V1_Blockhash) { self.init(exactly: wire.value) }
}

extension Instant {
    var wire: Google_Protobuf_Timestamp { Google_Protobuf_Timestamp(seconds: seconds, nanos: nanoseconds) }

    init(wire: Google_Protobuf_Timestamp) { self.init(seconds: wire.seconds, nanoseconds: Int64(wire.nanos)) }
}

extension Google_Protobuf_Duration {
    /// The duration, which may have any length if the server is hostile.
    var duration: Duration { .seconds(seconds) + .nanoseconds(Int64(nanos)) }
}
