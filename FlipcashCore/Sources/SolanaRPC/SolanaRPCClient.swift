public import AsyncHTTPClient
public import FlipcashCore
import NIOCore
import NIOHTTP1

/// A client for a Solana server's JSON-RPC (key specification §15.1).
///
/// Every call has a time-out and is retried when the server cannot be reached, does not respond in time or is busy. A
/// call that got any other answer, even an error, is not retried. Sending a transaction again is safe: the chain
/// executes a signature once, and ``send(_:)`` recognises the errors that report it.
///
/// Every call throws `SolanaRPCError`: `.transport` or `.timedOut` of the last attempt, or the error in the answer.
public struct SolanaRPCClient: Sendable {
    /// The public server of the main network.
    public static let defaultEndpoint = "https://api.mainnet-beta.solana.com"
    /// The largest answer in bytes; an account of the chain has at most 10 MiB.
    public static let responseByteCountMax = 16 << 20

    /// The time limits and the number of attempts of a call.
    public struct Patience: Hashable, Sendable {
        /// How long one attempt may take, from connecting to the last byte of the answer.
        public var timeout: Duration
        /// The maximum number of attempts.
        public var attempts: Int
        /// The pause before the second attempt; each further pause is twice as long.
        public var firstPause: Duration
        /// The longest pause.
        public var longestPause: Duration

        /// Creates limits, by default 15 seconds per attempt, three attempts, and 250 ms before the second.
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

    /// The default HTTP client, which follows no redirects.
    ///
    /// A redirect that keeps the method would send a signed transaction to a server that the caller did not choose.
    public static let defaultHTTP = HTTPClient(configuration: .init(redirectConfiguration: .disallow))

    private let endpoint: String
    private let http: HTTPClient
    private let patience: Patience
    private let clock: any WallClock

    /// Creates a client for `endpoint`. The caller owns `http` and shuts it down; it must not follow redirects.
    public init(
        endpoint: String = Self.defaultEndpoint, http: HTTPClient = Self.defaultHTTP, patience: Patience = Patience(),
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
        try await call(request) { refusal, _ throws(SolanaRPCError) in throw refusal }
    }

    /// Makes a call that an earlier attempt without an answer may already have executed.
    ///
    /// - Parameter refusedAfter: handles an error in the answer when an earlier attempt failed without an answer.
    func call<Response>(
        _ request: SolanaRPCRequest<Response>,
        refusedAfter: (_ refusal: SolanaRPCError, _ trouble: SolanaRPCError) throws(SolanaRPCError) -> Response
    ) async throws(SolanaRPCError) -> Response {
        let body = try request.body()
        var lastTrouble: SolanaRPCError?
        var attempt = 1
        while true {
            let isLast = attempt >= patience.attempts
            let trouble: SolanaRPCError
            switch await post(body) {
            case .answer(let status, _) where Self.isBusy(status) && !isLast:
                trouble = .invalidHTTPStatus(status)
            case .answer(let status, let body):
                let response = Result { () throws(SolanaRPCError) in try request.response(status: status, body: body) }
                switch (response, lastTrouble) {
                case (.success(let response), _): return response
                case (.failure(let refusal), nil): throw refusal
                case (.failure(let refusal), .some(let earlier)): return try refusedAfter(refusal, earlier)
                }
            case .trouble(let error):
                guard !isLast, !Task.isCancelled else { throw error }
                trouble = error
            case .unusable(let error): throw error
            }
            do {
                try await clock.sleep(for: patience.pause(after: attempt))
            } catch {
                throw .cancelled
            }
            lastTrouble = trouble
            attempt += 1
        }
    }

    /// Whether the same call may succeed later, by its HTTP status.
    private static func isBusy(_ status: Int) -> Bool { status == 429 || (500...599).contains(status) }
}

// One attempt.
extension SolanaRPCClient {
    /// The outcome of an attempt.
    private enum Outcome: Sendable {
        /// The server answered; the body is not read when the status is an error.
        case answer(status: Int, body: [UInt8])
        /// No answer; a retry may get one.
        case trouble(SolanaRPCError)
        /// No usable answer; a retry would have the same result.
        case unusable(SolanaRPCError)
    }

    /// Posts `body` and reads the answer to its end, both within the time-out.
    private func post(_ body: [UInt8]) async -> Outcome {
        do {
            return try await clock.withDeadline(patience.timeout) { await answer(to: body) }
        } catch is DeadlineExceeded {
            return .trouble(.timedOut)
        } catch {
            return .trouble(.cancelled)
        }
    }

    private func answer(to body: [UInt8]) async -> Outcome {
        // The only way in which HTTPClient checks an address without a request. The error omits the address, which may
        // contain a key.
        guard (try? HTTPClient.Request(url: endpoint)) != nil else {
            return .unusable(.transport("its address is not an HTTP address"))
        }
        var request = HTTPClientRequest(url: endpoint)
        request.method = .POST
        request.headers = ["Content-Type": "application/json", "Accept": "application/json"]
        request.body = .bytes(body)
        do {
            let response = try await http.execute(request, deadline: .distantFuture)
            let status = Int(response.status.code)
            guard (200...299).contains(status) else { return .answer(status: status, body: []) }
            let bytes = try await response.body.collect(upTo: Self.responseByteCountMax)
            // A body that a cancellation cuts off ends as if it were complete.
            guard !Task.isCancelled else { return .trouble(.cancelled) }
            return .answer(status: status, body: Array(bytes.readableBytesView))
        } catch let error as HTTPClientError where error == .connectTimeout || error == .readTimeout {
            return .trouble(.timedOut)
        } catch is NIOTooManyBytesError {
            return .unusable(.decoding("the answer is longer than \(Self.responseByteCountMax) bytes"))
        } catch {
            return .trouble(Task.isCancelled ? .cancelled : .transport("\(error)"))
        }
    }
}

extension SolanaRPCError {
    /// The caller's task was cancelled.
    fileprivate static var cancelled: SolanaRPCError { .transport("the call was cancelled") }
}
