import FlipcashAPI
import ProtobufCodec

/// The submission of a swap: its signed terms, and the signatures of its transaction (payment specification §16.1).
struct StatefulSwapSubmission: TwoStepSubmission {
    typealias Request = Ocp_Transaction_V1_StatefulSwapRequest
    typealias Response = Ocp_Transaction_V1_StatefulSwapResponse
    typealias Parameters = Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters
    typealias Success = Void
    typealias Failure = StatefulSwapError

    let order: SwapOrder
    let nonces: NonceMemory

    var needsSignatures: Bool { true }

    /// Returns the proposal: the owner signs the terms, which the service keeps with the swap, and then the whole
    /// message.
    func proposal() throws -> Ocp_Transaction_V1_StatefulSwapRequest {
        var initiate = Ocp_Transaction_V1_StatefulSwapRequest.Initiate()
        let metadata = try order.parameters.verifiedMetadata(fullAmount: order.fullAmount)
        switch metadata.kind {
        case .reserve(let reserve): initiate.reserve = reserve.clientParameters
        case .stablecoin(let stablecoin): initiate.stablecoin = stablecoin.clientParameters
        case nil: break
        }
        initiate.owner = order.owner.publicKey.wire
        initiate.swapAuthority = order.swapAuthority.publicKey.wire
        initiate.proofSignature = order.owner.sign(try canonicalBytes(metadata)).wire
        initiate.signature = order.owner.sign(try canonicalBytes(initiate)).wire
        let signed = initiate
        return .with { $0.initiate = signed }
    }

    func meaning(of response: Ocp_Transaction_V1_StatefulSwapResponse) -> Answer {
        switch response.response {
        case .error(let error): .refusal(StatefulSwapError(error))
        case .serverParameters(let parameters): .parameters(parameters)
        case .success(let success): success.code == .ok ? .success(()) : .unreadable
        case nil: .unreadable
        }
    }

    func signatures(
        over parameters: Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters
    ) throws(StatefulSwapError) -> Ocp_Transaction_V1_StatefulSwapRequest {
        let signatures: [Signature]
        do throws(SwapTermsError) {
            let (transaction, nonce) = try order.transaction(under: parameters)
            signatures = try SwapOrder.wrapping { () throws(SwapTransactionError) in
                try transaction.signed(by: [order.owner, order.swapAuthority]).signatures
            }
            // The signatures leave this client only with a nonce that no earlier signature used.
            guard nonces.insert(VirtualNonce(address: nonce.address, value: nonce.value)) else { throw .nonceReused }
        } catch {
            throw .serverParameters(error)
        }
        return .with { $0.submitSignatures = .with { $0.transactionSignatures = signatures.map(\.wire) } }
    }
}

/// Errors from starting a swap.
public enum StatefulSwapError: ServerError, Hashable {
    /// A rule of the server denies it.
    case denied(reasons: [String])
    /// The server rejects a signature.
    case signature(reasons: [String])
    /// The swap fails the server's validation.
    case invalidSwap(reasons: [String])
    /// An error of a newer protocol.
    case unrecognized(code: Int, reasons: [String])
    /// The server's parameters failed the client's checks and were not signed.
    case serverParameters(SwapTermsError)
    /// The server sent a message that is not valid at this point.
    case unexpectedMessage
    /// The swap could not be encoded.
    case encoding
    /// The call failed.
    case rpc(RPCFailure)

    init(_ error: Ocp_Transaction_V1_StatefulSwapResponse.Error) {
        let reasons = error.errorDetails.map(\.reason)
        switch error.code {
        case .denied: self = .denied(reasons: reasons)
        case .signatureError: self = .signature(reasons: reasons)
        case .invalidSwap: self = .invalidSwap(reasons: reasons)
        case .UNRECOGNIZED(let code): self = .unrecognized(code: code, reasons: reasons)
        }
    }

    /// The name of the error case, without details, for logs.
    public var name: String {
        switch self {
        case .denied: "denied"
        case .signature: "signature"
        case .invalidSwap: "invalid_swap"
        case .unrecognized: "unrecognized"
        case .serverParameters: "server_parameters"
        case .unexpectedMessage: "unexpected_message"
        case .encoding: "encoding"
        case .rpc: "rpc"
        }
    }

    /// The server's messages, if any.
    public var reasons: [String] {
        switch self {
        case .denied(let reasons), .signature(let reasons), .invalidSwap(let reasons),
            .unrecognized(_, let reasons):
            reasons
        case .serverParameters, .unexpectedMessage, .encoding, .rpc: []
        }
    }

    private func mentions(_ text: String) -> Bool { reasons.contains { $0.contains(text) } }

    /// Whether the id is in use; the stored swap says by which order.
    public var isAlreadyStarted: Bool {
        if case .denied = self { mentions("attempt to reuse swap") } else { false }
    }

    /// Whether the sale is too small for a fee of one quark.
    public var isTooSmall: Bool {
        switch self {
        case .denied: mentions("would not generate a sell fee")
        case .invalidSwap: mentions("too small to charge a fee")
        case .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding, .rpc: false
        }
    }

    /// Whether the balance is lower than the amount.
    public var isInsufficientBalance: Bool {
        if case .invalidSwap = self { mentions("insufficient balance") } else { false }
    }

    /// Whether the service accepts no more swaps of this account for now.
    public var isThrottled: Bool {
        if case .denied = self { mentions("rate limited") } else { false }
    }

    /// Whether the server asks for another fee or price, so that the user's flags have to be fetched again.
    public var isPriceChange: Bool {
        if case .denied = self { mentions("fee amount must be") || mentions("swap amount must be") } else { false }
    }

    /// Whether this error proves that the attempt that reached `stage` did not start the swap.
    ///
    /// A structured error is final. A gRPC status is final only before the signatures were sent: after that, even an
    /// unreadable answer may have been a success.
    public func isVerdict(after stage: SubmissionProgress.Stage) -> Bool {
        switch self {
        case .denied, .signature, .invalidSwap, .unrecognized, .serverParameters, .encoding: true
        case .unexpectedMessage: stage < .signaturesSent
        case .rpc(.rejected): stage < .signaturesSent
        case .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled), .rpc(.unknown):
            // Without signatures the server stores nothing.
            stage < .signaturesSent
        }
    }

    /// True only for failed calls that may succeed later. Says nothing about whether the swap was started:
    /// ``isVerdict(after:)`` does.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A denied or invalid swap is information; errors of the protocol or of this program are errors.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .invalidSwap: .info
        case .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

extension StatefulSwapError: TwoStepFailure {}
