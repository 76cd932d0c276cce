import GRPCCore
import Logging
import NIOCore
import NIOHTTP2

/// Converts errors of the node into statuses that reveal only what a client may know, and logs their causes.
///
/// A client that hangs up is not an error of the node: the resulting failure of its call is logged for debugging only.
/// A call that the node ends because it stops is UNAVAILABLE, which tells the client to connect again. CANCELLED would
/// tell it that it has hung up itself.
///
/// Comes last, because only there do errors arrive as they were thrown.
struct FailureInterceptor: ServerInterceptor {
    let log: Logger
    /// Whether the node is stopping.
    var isStopping: @Sendable () -> Bool = { false }

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        let method = context.descriptor.fullyQualifiedMethod
        do {
            let response = try await next(request, context)
            guard case .success(var contents) = response.accepted else { return response }
            let produce = contents.producer
            contents.producer = { writer in
                do {
                    return try await produce(writer)
                } catch {
                    throw status(of: error, method: method)
                }
            }
            return StreamingServerResponse(accepted: .success(contents))
        } catch {
            throw status(of: error, method: method)
        }
    }

    private static let stopping = RPCError(code: .unavailable, message: "the node is stopping")

    private func status(of error: any Error, method: String) -> RPCError {
        switch error {
        case StreamFailure.cancelled where isStopping(), is CancellationError where isStopping():
            return Self.stopping
        case let error as RPCError:
            return error
        case let error as any RPCErrorConvertible:
            return RPCError(error)
        case is CancellationError:
            return RPCError(StreamFailure.cancelled)
        case is ChannelError, is IOError, is NIOAsyncWriterError, is any NIOHTTP2Error:
            log.debug("a client hung up", metadata: ["method": "\(method)", "error": "\(error)"])
            return RPCError(StreamFailure.cancelled)
        default:
            log.error("a call failed inside", metadata: ["method": "\(method)", "error": "\(error)"])
            switch error {
            case StoreError.writesSuspended, StoreError.unavailable:
                return RPCError(code: .unavailable, message: "temporarily unavailable")
            default:
                return RPCError(code: .internalError, message: "rpc server failure")
            }
        }
    }
}
