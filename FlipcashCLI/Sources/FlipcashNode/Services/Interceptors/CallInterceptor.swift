import FlipcashCore
import GRPCCore
import Logging

/// What happens around every call: it is counted, its client's version and all its messages are checked, and its
/// failures become statuses.
///
/// One interceptor does all of it, because each interceptor costs every call time, and every open stream memory. Calls
/// that are refused here are counted too.
struct CallInterceptor: ServerInterceptor {
    let meter: CallMeter
    /// Nil while metrics are off.
    var metrics: NodeMetrics?
    /// The oldest version that is served.
    var minimumVersion = ClientVersion(0, 0, 0)
    var log = Logger(label: "flipcash.node", factory: { _ in SwiftLogNoOpLogHandler() })
    /// Whether the node is stopping.
    var isStopping: @Sendable () -> Bool = { false }

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let call = MeteredCall(meter, metrics.map { CallMetrics($0, context.descriptor) })
        let failures = CallFailures(log: log, isStopping: isStopping, method: context.descriptor)
        do {
            try ClientVersionCheck.check(request.metadata, context.descriptor.service, minimum: minimumVersion)
            var request = request
            request.messages = RPCAsyncSequence(
                wrapping: CheckedMessages(base: request.messages, takesOne: context.descriptor.takesOneMessage))
            let response = try await next(request, context)
            switch response.accepted {
            case .failure(let error):
                call.end(error.code)
                return response
            case .success(var contents):
                let produce = contents.producer
                contents.producer = { [log] writer in
                    do {
                        let trailing = try await produce(RPCWriter(wrapping: CheckingWriter(base: writer, log: log)))
                        call.end(nil)
                        return trailing
                    } catch {
                        throw call.end(failures.status(of: error))
                    }
                }
                return StreamingServerResponse(accepted: .success(contents))
            }
        } catch {
            throw call.end(failures.status(of: error))
        }
    }
}

extension MeteredCall {
    /// Counts the call as failed, and returns the failure.
    fileprivate func end(_ error: RPCError) -> RPCError {
        end(error.code)
        return error
    }
}
