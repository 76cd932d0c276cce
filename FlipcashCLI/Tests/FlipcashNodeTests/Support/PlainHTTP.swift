import NIOCore
import NIOPosix

@testable import FlipcashNode

/// A client of plain HTTP/1.1 that sends any request a test wants.
enum PlainHTTP {
    struct Answer: Sendable {
        let status: Int
        let head: String
        let body: String
    }

    struct NoAnswer: Error { let text: String }

    /// Requests `path` of the node's pages.
    static func get(_ path: String, of node: Node) async throws -> Answer {
        guard case .tcp(_, let port)? = node.metricsAddress else { throw NoAnswer(text: "metrics are off") }
        return try await get(path, port: port)
    }

    static func get(_ path: String, port: Int) async throws -> Answer {
        try await answer(to: "GET \(path) HTTP/1.1\r\nHost: node\r\nConnection: close\r\n\r\n", port: port)
    }

    /// Sends `request` and reads the answer until the connection is closed.
    static func answer(to request: String, port: Int) async throws -> Answer {
        let text = try await exchange(request, port: port)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let status = parts[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw NoAnswer(text: text) }
        return Answer(status: status, head: parts[0].lowercased(), body: String(parts[1]))
    }

    /// Sends `request` and returns all that comes until the connection is closed.
    static func exchange(_ request: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            var received = ByteBuffer()
            for try await part in inbound { received.writeImmutableBuffer(part) }
            return String(buffer: received)
        }
    }
}
