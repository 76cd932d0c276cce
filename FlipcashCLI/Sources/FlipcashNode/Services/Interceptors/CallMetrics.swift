import FlipcashCore
import GRPCCore

/// The metrics of one call.
///
/// Their labels are bounded: only calls of registered methods get here.
struct CallMetrics: Sendable {
    private let metrics: NodeMetrics
    private let method: [String]
    private let start: Uptime

    init(_ metrics: NodeMetrics, _ descriptor: MethodDescriptor) {
        self.metrics = metrics
        method = [Self.kind(descriptor.type), descriptor.service.fullyQualifiedService, descriptor.method]
        start = metrics.now()
    }

    func started() { metrics.count(.callsStarted, method) }

    /// - Parameter failure: the status of a call that failed; nil for success.
    func ended(_ failure: RPCError.Code?) {
        metrics.count(.callsHandled, method + [failure.map(Self.name) ?? "OK"])
        metrics.time(.callSeconds, since: start, method)
    }

    private static func kind(_ type: MethodDescriptor.RPCType?) -> String {
        switch type {
        case .unary: "unary"
        case .clientStreaming: "client_stream"
        case .serverStreaming: "server_stream"
        case .bidirectionalStreaming: "bidi_stream"
        case nil: "unknown"
        }
    }

    /// The name of a status as the gRPC libraries for Prometheus write it.
    private static func name(_ code: RPCError.Code) -> String {
        switch code {
        case .cancelled: "Canceled"
        case .invalidArgument: "InvalidArgument"
        case .deadlineExceeded: "DeadlineExceeded"
        case .notFound: "NotFound"
        case .alreadyExists: "AlreadyExists"
        case .permissionDenied: "PermissionDenied"
        case .resourceExhausted: "ResourceExhausted"
        case .failedPrecondition: "FailedPrecondition"
        case .aborted: "Aborted"
        case .outOfRange: "OutOfRange"
        case .unimplemented: "Unimplemented"
        case .internalError: "Internal"
        case .unavailable: "Unavailable"
        case .dataLoss: "DataLoss"
        case .unauthenticated: "Unauthenticated"
        default: "Unknown"
        }
    }
}
