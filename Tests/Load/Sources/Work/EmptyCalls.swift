import FlipcashAPI
import ProtobufCodec

/// Health checks over one connection: what the node's transport costs without any work behind it.
final class EmptyCalls: CallOwner {
    private let wires: Wires
    private var end = ContinuousClock.now
    private var made = 0
    private var open = 0
    private var failure: String?

    init(_ wires: Wires) { self.wires = wires }

    /// Calls for `time`, with so many calls at once; returns calls a second.
    func run(for time: Duration, atOnce: Int) throws -> Double {
        let start = ContinuousClock.now
        (made, end) = (0, start + time)
        for _ in 0..<atOnce { call() }
        try wires.serve(until: { open == 0 || failure != nil })
        if let failure { throw LoadFailure("the health check failed: \(failure)") }
        return Double(made) / (ContinuousClock.now - start).inSeconds
    }

    private func call() {
        open += 1
        _ = wires.connections[0].call("/grpc.health.v1.Health/Check", Self.request, isLast: true, owner: self)
    }

    private static let request = Connection.prefixed([])

    func receive(_ message: [UInt8], on call: Call) { made += 1 }

    func end(_ call: Call, failure: String?) {
        open -= 1
        if let failure { self.failure = failure }
        if ContinuousClock.now < end { self.call() }
    }
}
