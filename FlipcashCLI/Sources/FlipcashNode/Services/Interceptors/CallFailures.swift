import GRPCCore
import Logging
import NIOCore
import NIOHTTP2

/// Converts errors of the node into statuses that reveal only what a client may know, and logs their causes.
///
/// A client that hangs up is not an error of the node: the resulting failure of its call is logged for debugging only.
/// A call that the node ends because it stops is UNAVAILABLE, which tells the client to connect again. CANCELLED would
/// tell it that it has hung up itself.
struct CallFailures: Sendable {
    let log: Logger
    /// Whether the node is stopping.
    let isStopping: @Sendable () -> Bool
    let method: MethodDescriptor

    private static let stopping = RPCError(code: .unavailable, message: "the node is stopping")

    /// Whether an error in the messages of a client is the client's own. An error without a status comes from a broken
    /// connection.
    static func isOfClient(_ error: any Error) -> Bool { error is any RPCErrorConvertible }

    /// The status for what a call has thrown.
    func status(of error: any Error) -> RPCError {
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
            log.debug("a client hung up", metadata: metadata(error))
            return RPCError(StreamFailure.cancelled)
        default:
            log.error("a call failed inside", metadata: metadata(error))
            switch error {
            case StoreError.writesSuspended, StoreError.unavailable:
                return RPCError(code: .unavailable, message: "temporarily unavailable")
            default:
                return RPCError(code: .internalError, message: "rpc server failure")
            }
        }
    }

    private func metadata(_ error: any Error) -> Logger.Metadata {
        ["method": "\(method.fullyQualifiedMethod)", "error": "\(error)"]
    }
}
