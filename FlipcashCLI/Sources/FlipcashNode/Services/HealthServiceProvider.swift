import FlipcashAPI
import GRPCCore
import ProtobufCodec
import Synchronization

/// The node's phase and its subscribers.
final class NodeHealth: Sendable {
    /// A phase of a node's life.
    enum Phase: String, Sendable {
        case starting, serving, stopping
    }

    private let current = Mutex(Phase.starting)
    private let hub = BroadcastHub<Phase>()

    var phase: Phase { current.withLock { $0 } }

    func enter(_ phase: Phase) {
        current.withLock { $0 = phase }
        hub.publish(phase)
    }

    /// Calls `changed` at every later change.
    func subscribe(_ changed: @escaping @Sendable (Phase) -> Bool) -> BroadcastHub<Phase>.Subscription {
        hub.subscribe(changed)
    }

    func cancel(_ subscription: BroadcastHub<Phase>.Subscription) { hub.cancel(subscription) }
}

/// `grpc.health.v1.Health`: SERVING only when everything is ready.
struct HealthServiceProvider: Grpc_Health_V1_Health.SimpleServiceProtocol {
    let health: NodeHealth
    /// Full names of the services of this node; the empty name stands for the whole node.
    let services: Set<String>

    func check(
        request: Grpc_Health_V1_HealthCheckRequest, context call: ServerContext
    ) async throws -> Grpc_Health_V1_HealthCheckResponse {
        guard isKnown(request.service) else { throw RPCError(code: .notFound, message: "unknown service") }
        let status = Self.status(health.phase)
        return .with { $0.status = status }
    }

    func watch(
        request: Grpc_Health_V1_HealthCheckRequest, response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
        context call: ServerContext
    ) async throws {
        let inbox = BoundedMailbox<NodeHealth.Phase?>(capacity: 16)
        let subscription = health.subscribe { inbox.send($0) }
        defer { health.cancel(subscription) }
        let isKnown = isKnown(request.service)
        inbox.send(health.phase)
        try await withRPCCancellationHandler {
            // Sends no further status once the call is over.
            guard !call.cancellation.isCancelled else { throw StreamFailure.cancelled }
            var last: Grpc_Health_V1_HealthCheckResponse.ServingStatus?
            for await phase in inbox.elements {
                guard let phase else { throw StreamFailure.cancelled }
                let status = isKnown ? Self.status(phase) : .serviceUnknown
                guard status != last else { continue }
                last = status
                try await response.write(.with { $0.status = status })
            }
        } onCancelRPC: {
            inbox.send(nil)
        }
    }

    private func isKnown(_ service: String) -> Bool { service.isEmpty || services.contains(service) }

    private static func status(_ phase: NodeHealth.Phase) -> Grpc_Health_V1_HealthCheckResponse.ServingStatus {
        phase == .serving ? .serving : .notServing
    }
}
