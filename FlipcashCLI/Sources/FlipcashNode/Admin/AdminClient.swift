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

    /// Creates a client for the node whose operator socket is at `path`. Each request opens a connection.
    ///
    /// - Parameters:
    ///   - path: the node's `admin.sock`.
    ///   - clock: measures how long an answer may take.
    public init(path: String, clock: any WallClock = SystemClock()) {
        self.path = path
        self.clock = clock
    }

    /// Sends one request and waits for its answer.
    ///
    /// Cancelling the task closes the connection. The node then ends the request if it may take minutes.
    ///
    /// - Parameter limit: how long to wait; nil for as long as it takes.
    /// - Throws: `NodeError.notRunning` when no node listens, `NodeError.closedWithoutAnswer` when the node ended
    ///   before it answered (the request may or may not have been performed), `NodeError.adminProtocol` when the answer
    ///   is unreadable or later than `limit`.
    public func send(_ request: AdminRequest, within limit: Duration? = .seconds(15)) async throws -> AdminResponse {
        guard let limit else { return try await exchange(request) }
        do {
            return try await clock.withDeadline(limit) { try await exchange(request) }
        } catch is DeadlineExceeded {
            throw NodeError.adminProtocol(reason: "no answer within \(limit)")
        }
    }

    /// Returns the status of the running node; nil when no node runs, or when it is just ending.
    ///
    /// - Throws: as `send`, but not `NodeError.notRunning` and `.closedWithoutAnswer`.
    public func status(within limit: Duration = .seconds(5)) async throws -> NodeStatus? {
        do {
            return try await send(AdminRequest(.status), within: limit).status
        } catch let error as NodeError {
            guard error.meansNobodyAnswers else { throw error }
            return nil
        }
    }

    /// Asks the running node to stop and waits, for at most `limit`, until its folder is free.
    ///
    /// - Returns: false when no node ran.
    /// - Throws: `NodeError.adminProtocol` when the node still runs after `limit`, or its answer cannot be read.
    public func stop(within limit: Duration = .seconds(15)) async throws -> Bool {
        do {
            _ = try await send(AdminRequest(.stop), within: limit)
        } catch NodeError.notRunning {
            return false
        } catch NodeError.closedWithoutAnswer {
            // It ran, and is already ending for another reason.
        }
        do {
            try await clock.withDeadline(limit) { try await waitUntilGone(within: limit) }
        } catch is DeadlineExceeded {
            throw NodeError.adminProtocol(reason: "it was asked to stop and still runs after \(limit)")
        }
        return true
    }

    private func waitUntilGone(within limit: Duration) async throws {
        while try await status(within: limit) != nil { try await clock.sleep(for: Self.pollInterval) }
    }

    private static let pollInterval = Duration.milliseconds(20)

    private func exchange(_ request: AdminRequest) async throws -> AdminResponse {
        let channel = try await connect()
        let line = try await channel.executeThenClose { inbound, outbound in
            do {
                try await outbound.write(ByteBuffer(bytes: AdminLine.encode(request)))
                return try await firstLine(of: inbound)
            } catch {
                throw Self.isEndOfConnection(error) ? NodeError.closedWithoutAnswer(path: path) : error
            }
        }
        do {
            return try JSONDecoder().decode(AdminResponse.self, from: Data(line))
        } catch {
            throw NodeError.adminProtocol(reason: "the answer cannot be read")
        }
    }

    private static func isEndOfConnection(_ error: any Error) -> Bool {
        if let error = error as? IOError { return [ECONNRESET, EPIPE].contains(error.errnoCode) }
        return error as? ChannelError == .ioOnClosedChannel
    }

    private func firstLine(of inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> [UInt8] {
        var lines = LineBuffer(limit: AdminServer.lineLimit)
        for try await var chunk in inbound {
            lines.append(chunk.readBytes(length: chunk.readableBytes) ?? [])
            if let line = lines.next() { return line }
            if lines.isTooLong { throw NodeError.adminProtocol(reason: "the answer is too long") }
        }
        throw NodeError.closedWithoutAnswer(path: path)
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw Self.failure(toConnect: path, error)
        }
    }

    /// Why there is no connection to the operator socket at `path`.
    static func failure(toConnect path: String, _ error: any Error) -> NodeError {
        switch (error as? IOError)?.errnoCode {
        case ENOENT, ECONNREFUSED, ENOTDIR: .notRunning(path: path)
        case EACCES, EPERM:
            .fileSystem(
                operation: "connect to", path: path, reason: "only the user to whom the node belongs may use it")
        default: .adminProtocol(reason: "\(error)")
        }
    }
}

extension NodeError {
    /// Whether the error means that no running node will answer on the operator socket.
    fileprivate var meansNobodyAnswers: Bool {
        switch self {
        case .notRunning, .closedWithoutAnswer: true
        case .folderInUse, .insecureFile, .insecureFolder, .unreadableKey, .missingKey, .missingDatabase,
            .folderHasNode, .noNode, .unusableBackup, .unusableTLSFile, .invalidSettings, .invalidDatabaseAddress,
            .missingDatabaseLibrary, .fileSystem, .tlsRequired, .cannotListen, .socketPathTooLong, .rateSource,
            .adminProtocol, .refused:
            false
        }
    }
}
