import FlipcashAPI
import GRPCCore
import ProtobufCodec
import Synchronization

/// The node's state and its subscribers.
final class NodeHealth: Sendable {
    /// A state of a node's life.
    enum State: String, Sendable {
        case starting, serving
        /// The disk or the database failed. Nothing is written until a restart has read the database again.
        case suspended
        case stopping
    }

    private let current = Mutex(State.starting)
    private let hub = BroadcastHub<Void>()

    /// The state now.
    var state: State { current.withLock { $0 } }

    /// Whether the node accepts work.
    var isReady: Bool { state == .serving }

    /// Enters `state`, unless a later one was entered before: states come in the order of their declaration.
    func enter(_ state: State) {
        current.withLock { if $0 < state { $0 = state } }
        hub.publish(())
    }

    /// Calls `changed` after every later change.
    func subscribe(_ changed: @escaping @Sendable () -> Bool) -> BroadcastHub<Void>.Subscription {
        hub.subscribe(changed)
    }

    func cancel(_ subscription: BroadcastHub<Void>.Subscription) { hub.cancel(subscription) }
}

extension NodeHealth.State: Comparable {
    static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    private var order: Int {
        switch self {
        case .starting: 0
        case .serving: 1
        case .suspended: 2
        case .stopping: 3
        }
    }
}

/// `grpc.health.v1.Health`: SERVING only while the node accepts work.
///
/// Follows gRPC's health checking protocol: `Check` of an unknown service is NOT_FOUND, `Watch` of one reports
/// SERVICE_UNKNOWN and goes on (<https://github.com/grpc/grpc/blob/master/doc/health-checking.md>).
struct HealthServiceProvider: Grpc_Health_V1_Health.SimpleServiceProtocol {
    let health: NodeHealth
    /// Full names of the services of this node; the empty name stands for the whole node.
    let services: Set<String>

    func check(
        request: Grpc_Health_V1_HealthCheckRequest, context call: ServerContext
    ) async throws -> Grpc_Health_V1_HealthCheckResponse {
        guard isKnown(request.service) else { throw RPCError(code: .notFound, message: "unknown service") }
        let status = status
        return .with { $0.status = status }
    }

    func watch(
        request: Grpc_Health_V1_HealthCheckRequest, response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
        context call: ServerContext
    ) async throws {
        // The event says whether to go on; the state is read when the event is handled, so that the last one counts.
        let inbox = BoundedMailbox<Bool>(capacity: 16)
        let subscription = health.subscribe { inbox.send(true) }
        defer { health.cancel(subscription) }
        let isKnown = isKnown(request.service)
        inbox.send(true)
        try await withRPCCancellationHandler {
            var last: Grpc_Health_V1_HealthCheckResponse.ServingStatus?
            for await goesOn in inbox.elements {
                guard goesOn else { throw StreamFailure.cancelled }
                let status = isKnown ? status : .serviceUnknown
                guard status != last else { continue }
                last = status
                try await response.write(.with { $0.status = status })
            }
        } onCancelRPC: {
            inbox.send(false)
        }
    }

    private func isKnown(_ service: String) -> Bool { service.isEmpty || services.contains(service) }

    private var status: Grpc_Health_V1_HealthCheckResponse.ServingStatus {
        health.isReady ? .serving : .notServing
    }
}
