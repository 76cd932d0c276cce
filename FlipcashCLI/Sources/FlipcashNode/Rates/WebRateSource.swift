import AsyncHTTPClient
import FlipcashCore
import NIOCore
import NIOHTTP1

/// A web address that answers a plain GET request with rates as JSON. Redirects are not followed.
struct WebRateSource: RateSource {
    /// How long one observation may take.
    static let limit = Duration.seconds(15)
    /// The largest answer that is read, in bytes.
    static let sizeLimit = 1 << 20

    private let address: String
    private let host: String
    private let clock: any WallClock

    /// Nil when `address` is not an `https` or `http` URL with a host.
    init?(address: String, clock: any WallClock) {
        guard let host = RateSourceSetting.host(of: address) else { return nil }
        self.address = address
        self.host = host
        self.clock = clock
    }

    func observe() async throws -> RateTable {
        do {
            let body = try await clock.withDeadline(Self.limit) { try await fetch() }
            return try RateTable(json: body)
        } catch is DeadlineExceeded {
            throw RateSourceError("\(host) did not answer within \(Self.limit)")
        } catch is NIOTooManyBytesError {
            throw RateSourceError("\(host) answered too much")
        } catch let error as RateSourceError {
            throw error
        } catch {
            // However the client reports it: the source has not failed.
            try Task.checkCancellation()
            throw RateSourceError("\(host) cannot be asked: \(error)")
        }
    }

    /// Creates a client for each observation: one request every few minutes needs no connection pool.
    private func fetch() async throws -> [UInt8] {
        try await HTTPClient.withHTTPClient(configuration: Self.configuration) { http in
            var request = HTTPClientRequest(url: address)
            request.headers = ["accept": "application/json", "user-agent": "flipcash-node"]
            let response = try await http.execute(request, deadline: .distantFuture)
            guard response.status == .ok else { throw RateSourceError("\(host) answered \(response.status.code)") }
            let body = try await response.body.collect(upTo: Self.sizeLimit)
            // A cancellation cuts the body off without an error.
            try Task.checkCancellation()
            return Array(body.readableBytesView)
        }
    }

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
