public import FlipcashCore
import NIOCore
import NIOPosix

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Talks to a running node over its operator socket.
public struct AdminClient: Sendable {
    private let path: String
    private let clock: any WallClock

    /// - Parameter path: the node's `admin.sock`.
    public init(path: String, clock: any WallClock = SystemClock()) {
        self.path = path
        self.clock = clock
    }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: `NodeError.notRunning` when nobody listens, `NodeError.adminProtocol` when the answer is missing,
    ///   unreadable or later than `limit`.
    public func send(_ request: AdminRequest, within limit: Duration = .seconds(15)) async throws -> AdminResponse {
        do {
            return try await clock.withDeadline(limit) { try await exchange(request) }
        } catch is DeadlineExceeded {
            throw NodeError.adminProtocol(reason: "no answer within \(limit)")
        }
    }

    private func exchange(_ request: AdminRequest) async throws -> AdminResponse {
        let channel = try await connect()
        let line = try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: AdminLine.encode(request)))
            var lines = LineBuffer(limit: AdminServer.lineLimit)
            for try await var chunk in inbound {
                lines.append(chunk.readBytes(length: chunk.readableBytes) ?? [])
                if let line = lines.next() { return line }
                if lines.isTooLong { throw NodeError.adminProtocol(reason: "the answer is too long") }
            }
            throw NodeError.adminProtocol(reason: "the connection was closed without an answer")
        }
        do {
            return try JSONDecoder().decode(AdminResponse.self, from: Data(line))
        } catch {
            throw NodeError.adminProtocol(reason: "the answer cannot be read")
        }
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
        } catch let error as IOError where [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.errnoCode) {
            throw NodeError.notRunning(path: path)
        } catch {
            throw NodeError.adminProtocol(reason: "\(error)")
        }
    }
}
