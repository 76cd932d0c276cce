import FlipcashCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A web address that answers a plain GET with rates as JSON. Redirects are not followed.
struct WebRateSource: RateSource {
    /// How long one observation may take.
    static let limit = Duration.seconds(15)
    /// The largest answer that is read, in bytes.
    static let sizeLimit = 1 << 20

    private let host: String
    private let port: Int
    private let isSecure: Bool
    private let target: String
    private let clock: any WallClock

    /// Nil when `address` is no `https` or `http` URL with a host.
    init?(address: String, clock: any WallClock) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
            ["https", "http"].contains(scheme),
            let host = url.host, !host.isEmpty
        else { return nil }
        self.host = host
        isSecure = scheme == "https"
        port = url.port ?? (isSecure ? 443 : 80)
        let path = url.path(percentEncoded: true)
        target = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        self.clock = clock
    }

    func observe() async throws -> RateTable {
        do {
            let body = try await clock.withDeadline(Self.limit) { try await fetch() }
            return try RateTable(json: body)
        } catch is DeadlineExceeded {
            throw RateSourceError("\(host) did not answer within \(Self.limit)")
        } catch let error as RateSourceError {
            throw error
        } catch {
            throw RateSourceError("\(host) cannot be asked: \(error)")
        }
    }

    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    private func fetch() async throws -> [UInt8] {
        try await connect().executeThenClose { inbound, outbound in
            let headers: HTTPHeaders = [
                "host": port == (isSecure ? 443 : 80) ? host : "\(host):\(port)",
                "accept": "application/json", "user-agent": "flipcash-node", "connection": "close",
            ]
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: target, headers: headers)
            try await outbound.write(contentsOf: [.head(head), .end(nil)])
            var body: [UInt8] = []
            for try await part in inbound {
                switch part {
                case .head(let head):
                    guard head.status == .ok else { throw RateSourceError("\(host) answered \(head.status.code)") }
                case .body(var bytes):
                    body += bytes.readBytes(length: bytes.readableBytes) ?? []
                    guard body.count <= Self.sizeLimit else { throw RateSourceError("\(host) answered too much") }
                case .end:
                    return body
                }
            }
            throw RateSourceError("\(host) closed the connection early")
        }
    }

    private func connect() async throws -> Channel {
        let tls = isSecure ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: host)
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
    }
}
