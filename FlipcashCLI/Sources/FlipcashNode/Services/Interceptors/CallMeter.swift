import FlipcashCore
import GRPCCore
import Synchronization

/// Counts calls, for `node status` and for stopping an idle node.
final class CallMeter: Sendable {
    /// The counts so far.
    struct Reading: Equatable, Sendable {
        var started: UInt64 = 0
        var failed: UInt64 = 0
        var active = 0
        var lastActivity: Uptime
    }

    private let clock: any WallClock
    private let reading: Mutex<Reading>

    init(clock: any WallClock) {
        self.clock = clock
        reading = Mutex(Reading(lastActivity: clock.uptime()))
    }

    var current: Reading { reading.withLock { $0 } }

    func callStarted() {
        let now = clock.uptime()
        reading.withLock {
            $0.started &+= 1
            $0.active += 1
            $0.lastActivity = now
        }
    }

    func callEnded(failed: Bool) {
        let now = clock.uptime()
        reading.withLock {
            $0.failed &+= failed ? 1 : 0
            $0.active -= 1
            $0.lastActivity = now
        }
    }

    /// How long no call has been active; zero while a call is active.
    var idleTime: Duration {
        let now = clock.uptime()
        return reading.withLock { $0.active > 0 ? .zero : now - $0.lastActivity }
    }
}

/// One call that is being counted. It ends once: when `end` is called, or when the last reference goes away, since a
/// call whose client is gone may be dropped before any of it runs.
private final class MeteredCall: Sendable {
    private let meter: CallMeter
    private let metrics: CallMetrics?
    private let hasEnded = Mutex(false)

    init(_ meter: CallMeter, _ metrics: CallMetrics?) {
        self.meter = meter
        self.metrics = metrics
        meter.callStarted()
        metrics?.started()
    }

    deinit { end(.cancelled) }

    /// - Parameter failure: the status of a call that failed; nil for success.
    func end(_ failure: RPCError.Code?) {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        meter.callEnded(failed: failure != nil)
        metrics?.ended(failure)
    }

    func end(_ error: any Error) {
        switch error {
        case let error as RPCError: end(error.code)
        case let error as any RPCErrorConvertible: end(error.rpcErrorCode)
        default: end(.unknown)
        }
    }
}

/// Counts calls. Comes first, so that refused calls are counted too.
struct MeterInterceptor: ServerInterceptor {
    let meter: CallMeter
    /// Nil while metrics are off.
    var metrics: NodeMetrics?

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let call = MeteredCall(meter, metrics.map { CallMetrics($0, context.descriptor) })
        do {
            let response = try await next(request, context)
            switch response.accepted {
            case .failure(let error):
                call.end(error.code)
                return response
            case .success(var contents):
                let produce = contents.producer
                contents.producer = { writer in
                    do {
                        let trailing = try await produce(writer)
                        call.end(nil)
                        return trailing
                    } catch {
                        call.end(error)
                        throw error
                    }
                }
                return StreamingServerResponse(accepted: .success(contents))
            }
        } catch {
            call.end(error)
            throw error
        }
    }
}
