public import AsyncHTTPClient
public import FlipcashCore
import NIOCore
import NIOHTTP1

/// Talks to a Solana server over its JSON-RPC (key specification §15.1).
///
/// Every call has a time-out, and is made again when the server cannot be reached, does not answer in time or is busy;
/// an answer, refusals included, is never asked for twice. Sending a transaction again is harmless: the chain carries
/// out a signature once.
///
/// Every call throws `SolanaRPCError`: `.transport` or `.timedOut` of the last attempt, or what the answer says.
public struct SolanaRPCClient: Sendable {
    /// The public server of the main network.
    public static let defaultEndpoint = "https://api.mainnet-beta.solana.com"
    /// The most bytes of an answer; an account of the chain has at most 10 MiB.
    public static let responseByteCountMax = 16 << 20

    /// When calls give up and when they are made again.
    public struct Patience: Hashable, Sendable {
        /// How long one attempt may take.
        public var timeout: Duration
        /// How often a call is made at most.
        public var attempts: Int
        /// The pause before the second attempt; each further one is twice as long.
        public var firstPause: Duration
        /// The longest pause.
        public var longestPause: Duration

        /// 15 seconds for an attempt, three attempts, a quarter of a second between the first two.
        public init(
            timeout: Duration = .seconds(15), attempts: Int = 3, firstPause: Duration = .milliseconds(250),
            longestPause: Duration = .seconds(4)
        ) {
            self.timeout = timeout
            self.attempts = attempts
            self.firstPause = firstPause
            self.longestPause = longestPause
        }

        /// The pause after this many attempts.
        func pause(after attempts: Int) -> Duration {
            let doublings = min(max(attempts - 1, 0), 20)
            return min(longestPause, firstPause * (1 << doublings))
        }
    }

    private let endpoint: String
    private let http: HTTPClient
    private let patience: Patience
    private let clock: any WallClock

    /// Talks to `endpoint` over `http`, which the caller owns and shuts down.
    public init(
        endpoint: String = Self.defaultEndpoint, http: HTTPClient = .shared, patience: Patience = Patience(),
        clock: any WallClock = SystemClock()
    ) {
        self.endpoint = endpoint
        self.http = http
        self.patience = patience
        self.clock = clock
    }

    /// Makes a call.
    ///
    /// - Throws: `SolanaRPCError`; the last one when every attempt failed.
    public func call<Response>(_ request: SolanaRPCRequest<Response>) async throws(SolanaRPCError) -> Response {
        let body = try request.body()
        var attempt = 1
        while true {
            switch await post(body) {
            case .success(let answer) where Self.isBusy(answer.status) && attempt < patience.attempts: break
            case .success(let answer): return try request.response(status: answer.status, body: answer.body)
            case .failure(let error): guard attempt < patience.attempts, !Task.isCancelled else { throw error }
            }
            do {
                try await clock.sleep(for: patience.pause(after: attempt))
            } catch {
                throw .transport("the call was cancelled")
            }
            attempt += 1
        }
    }

    /// Whether a status says that the same call may succeed later.
    private static func isBusy(_ status: Int) -> Bool { status == 429 || (500...599).contains(status) }

    private struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// One attempt. The body of an answer with an error's status is not read.
    private func post(_ body: [UInt8]) async -> Result<Answer, SolanaRPCError> {
        var request = HTTPClientRequest(url: endpoint)
        request.method = .POST
        request.headers = ["Content-Type": "application/json", "Accept": "application/json"]
        request.body = .bytes(body)
        do {
            let response = try await http.execute(request, timeout: .init(patience.timeout))
            let status = Int(response.status.code)
            guard (200...299).contains(status) else { return .success(Answer(status: status, body: [])) }
            let bytes = try await response.body.collect(upTo: Self.responseByteCountMax)
            return .success(Answer(status: status, body: Array(bytes.readableBytesView)))
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            return .failure(.timedOut)
        } catch let error as HTTPClientError where error == .connectTimeout {
            return .failure(.timedOut)
        } catch is NIOTooManyBytesError {
            return .failure(.decoding("the answer is longer than \(Self.responseByteCountMax) bytes"))
        } catch {
            return .failure(.transport("\(error)"))
        }
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }
}
