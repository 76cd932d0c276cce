import AsyncHTTPClient
import FlipcashCore
import Foundation
import NIOCore
import NIOHTTP1

/// Asks a web service for JSON, with limits: no redirect is followed, because a request may carry a key, and an answer
/// has at most 4 MiB. The caller limits the time.
struct JSONService: Sendable {
    /// Why there is no answer.
    enum Failure: Error, Hashable, Sendable {
        /// The service cannot be reached, or answered with an error.
        case unreachable
        /// The service asks to wait until this time.
        case busy(Instant)
        /// The service requires a key, or rejects the one that was sent.
        case refused
        /// The service does not know what was asked for.
        case missing
    }

    /// The largest answer in bytes.
    static let responseByteCountMax = 4 << 20
    /// How long to wait when a busy service does not say how long.
    static let usualPause: Duration = .seconds(60)
    /// The longest pause that a service may ask for.
    static let longestPause: Duration = .seconds(86_400)

    private let endpoint: String
    private let headers: HTTPHeaders
    private let http: HTTPClient
    private let clock: any WallClock

    /// Creates a client for the paths below `endpoint`.
    ///
    /// - Parameter headers: sent with each request; they may hold a key.
    init(endpoint: String, headers: [(String, String)], http: HTTPClient, clock: any WallClock) {
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        self.headers = HTTPHeaders([("Accept", "application/json")] + headers)
        self.http = http
        self.clock = clock
    }

    /// Returns the body of the answer to a request.
    func answer(path: String, query: [String: String] = [:]) async throws(Failure) -> [UInt8] {
        var components = URLComponents(string: "\(endpoint)/\(path)")
        if !query.isEmpty {
            components?.queryItems = query.sorted { $0.key < $1.key }.map {
                URLQueryItem(name: $0.key, value: $0.value)
            }
        }
        guard let url = components?.string, (try? HTTPClient.Request(url: url)) != nil else { throw .unreachable }
        var request = HTTPClientRequest(url: url)
        request.headers = headers
        do {
            let response = try await http.execute(request, deadline: .distantFuture)
            switch response.status.code {
            case 200...299: break
            case 404: throw Failure.missing
            case 429: throw Failure.busy(pauseEnd(response.headers))
            case 401, 403: throw Failure.refused
            default: throw Failure.unreachable
            }
            let bytes = try await response.body.collect(upTo: Self.responseByteCountMax)
            // A body that a cancellation cuts off ends as if it were complete.
            try Task.checkCancellation()
            return Array(bytes.readableBytesView)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unreachable
        }
    }

    /// When the service may be asked again, from its header in seconds.
    private func pauseEnd(_ headers: HTTPHeaders) -> Instant {
        let seconds = headers.first(name: "Retry-After").flatMap { Int64($0) }.map { Duration.seconds(max(1, $0)) }
        return clock.now().advanced(by: min(seconds ?? Self.usualPause, Self.longestPause))
    }
}
