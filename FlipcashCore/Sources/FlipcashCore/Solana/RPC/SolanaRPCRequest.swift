import Foundation

/// The required level of confirmation of the chain's state.
public enum Commitment: String, CaseIterable, Hashable, Sendable {
    /// A server has processed the block; it can still be undone.
    case processed
    /// More than two thirds of the stake has voted for the block.
    case confirmed
    /// The block can no longer be undone.
    case finalized
}

/// One call of Solana's JSON-RPC without a connection: the request body, and how to read the response (key
/// specification §15.1).
public struct SolanaRPCRequest<Response: Sendable>: Sendable {
    /// The method's name.
    public let method: String
    private let parameters: [Parameter]
    private let read: @Sendable (Data) throws -> Response
    private let mayBeNull: Bool

    /// A parameter of a call.
    enum Parameter: Sendable {
        case text(String)
        case options(Options)
    }

    /// The members of a call's last parameter.
    struct Options: Encodable, Sendable {
        var commitment: String?
        var encoding: String?
        var replaceRecentBlockhash: Bool?
        var limit: Int?
        var maxSupportedTransactionVersion: Int?
    }

    /// - Parameter mayBeNull: whether `null` is a result, as for a transaction that the server does not know.
    init(
        method: String, parameters: [Parameter], mayBeNull: Bool = false,
        read: @escaping @Sendable (Data) throws -> Response
    ) {
        self.method = method
        self.parameters = parameters
        self.mayBeNull = mayBeNull
        self.read = read
    }

    /// The body in JSON.
    ///
    /// - Throws: `SolanaRPCError.encoding`, which our parameters cannot cause.
    public func body() throws(SolanaRPCError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Body(method: method, params: parameters)) else { throw .encoding }
        return Array(data)
    }

    private struct Body: Encodable {
        let jsonrpc = "2.0"
        let id = 1
        let method: String
        let params: [Parameter]
    }

    /// Reads the response.
    ///
    /// - Throws: `SolanaRPCError`: `.invalidHTTPStatus` before the body is read, then `.decoding`, `.responseError`,
    ///   `.missingResult`.
    public func response(status: Int, body: [UInt8]) throws(SolanaRPCError) -> Response {
        guard (200...299).contains(status) else { throw .invalidHTTPStatus(status) }
        let data = Data(body)
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else {
            throw .decoding("the answer is not a JSON-RPC object")
        }
        if let error = envelope.error {
            throw .responseError(code: error.code, message: error.message, logs: error.logs)
        }
        guard envelope.hasResult || mayBeNull && envelope.isNull else { throw .missingResult }
        switch Result(catching: { try read(data) }) {
        case .success(let response): return response
        case .failure(let error as SolanaRPCError): throw error
        case .failure: throw .decoding("the result of \(method) has an unknown form")
        }
    }
}

extension SolanaRPCRequest.Parameter: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .options(let options): try options.encode(to: encoder)
        }
    }
}

/// Whether a response contains an error or a result.
private struct Envelope: Decodable {
    let error: ErrorBody?
    let hasResult: Bool
    /// Whether the result is `null`.
    let isNull: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        error = try container.decodeIfPresent(ErrorBody.self, forKey: .error)
        isNull = try container.contains(.result) && container.decodeNil(forKey: .result)
        hasResult = container.contains(.result) && !isNull
    }

    enum Key: CodingKey { case error, result }

    struct ErrorBody: Decodable {
        let code: Int?
        let message: String?
        let logs: [String]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            code = try? container.decodeIfPresent(Int.self, forKey: .code)
            message = try? container.decodeIfPresent(String.self, forKey: .message)
            // Servers put any values into `data`; only the logs are used.
            logs = (try? container.decodeIfPresent(Details.self, forKey: .data))?.logs
        }

        enum Key: CodingKey { case code, message, data }

        struct Details: Decodable { let logs: [String]? }
    }
}

/// Errors from a JSON-RPC call.
public enum SolanaRPCError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The connection failed; the text gives the reason.
    case transport(String)
    /// The server did not respond in time.
    case timedOut
    /// The server answered with this HTTP status.
    case invalidHTTPStatus(Int)
    /// The call could not be encoded.
    case encoding
    /// The response could not be read; the text gives the reason.
    case decoding(String)
    /// The server rejected the call.
    case responseError(code: Int?, message: String?, logs: [String]?)
    /// The response contains neither an error nor a result.
    case missingResult
    /// The simulated transaction would fail, with these log lines of its programs.
    case transactionSimulationError(logs: [String])

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .transport(let reason): "the Solana server cannot be reached: \(reason)"
        case .timedOut: "the Solana server did not answer in time"
        case .invalidHTTPStatus(let status): "the Solana server answered with HTTP status \(status)"
        case .encoding: "the call to the Solana server could not be encoded"
        case .decoding(let reason): "the Solana server's answer cannot be read: \(reason)"
        case .responseError(_, let message, _):
            "the Solana server rejected the call: \(message ?? "it gave no reason")"
        case .missingResult: "the Solana server's answer has no result"
        case .transactionSimulationError: "the transaction would fail on the chain"
        }
    }
}
