import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Message streams on which nothing comes but pings, each on a bill of its own.
final class IdleStreams: CallOwner {
    private let wires: Wires
    private var alive: Set<Call> = []
    private var pongs = 0
    private var failure: String?

    init(_ wires: Wires) { self.wires = wires }

    /// Opens `count` streams and answers pings until each stream has had two.
    func open(_ count: Int) throws {
        for index in 0..<count {
            let key = KeyPair.generate(using: SystemRandomSource())
            var opening = Ocp_Messaging_V1_OpenMessageStreamRequest()
            opening.rendezvousKey.value = key.publicKey.bytes
            opening.signature = try key.signature(of: opening)
            let request = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest.with { $0.request = opening }
            let connection = wires.connections[index % wires.connections.count]
            _ = connection.call(
                "/ocp.messaging.v1.Messaging/OpenMessageStreamWithKeepAlive",
                Connection.prefixed(try request.serializedBytes()), isLast: false, owner: self)
            // In small steps, as wallets come.
            if index % 200 == 199 { try wait { self.alive.count >= index - 200 } }
        }
        try wait { self.alive.count == count && self.pongs >= 2 * count }
    }

    private func wait(_ isDone: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        try wires.serve(until: { isDone() || failure != nil || .now > end }, due: { .now + .milliseconds(100) })
        if let failure { throw LoadFailure("a stream ended: \(failure)") }
        guard isDone() else {
            throw LoadFailure("\(alive.count) streams were alive after a minute, with \(pongs) pings")
        }
    }

    func receive(_ message: [UInt8], on call: Call) {
        guard let response = try? Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse(serializedBytes: message),
            case .ping(let ping) = response.responseOrPing
        else { return }
        alive.insert(call)
        pongs += 1
        let pong = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest.with { $0.pong.timestamp = ping.timestamp }
        guard let bytes = try? pong.serializedBytes() else { return }
        wires.connections[call.connection].send(Connection.prefixed(bytes), on: call)
    }

    func end(_ call: Call, failure: String?) {
        self.failure = "\(failure ?? "") \(wires.connections[call.connection].status(of: call))"
    }
}
