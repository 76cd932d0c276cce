import FlipcashAPI
import ProtobufCodec

/// Errors from submitting an intent.
public enum SubmitIntentError: ServerError, Hashable {
    /// A rule of the server denies it: limits, unmanaged accounts, unregistered owner.
    case denied(reasons: [String])
    /// The intent fails the server's validation.
    case invalidIntent(reasons: [String])
    /// The server rejects a signature.
    case signature(reasons: [String])
    /// The client's state is outdated; the reasons say which state.
    case staleState(reasons: [String])
    /// An error of a newer protocol.
    case unrecognized(code: Int, reasons: [String])
    /// The server's parameters failed the client's checks and were not signed.
    case serverParameters(ServerParametersError)
    /// The server sent a message that is not valid at this point.
    case unexpectedMessage
    /// The intent could not be encoded.
    case encoding
    /// The call failed.
    case rpc(RPCFailure)

    init(_ error: Ocp_Transaction_V1_SubmitIntentResponse.Error) {
        let reasons = error.errorDetails.map(\.reason)
        switch error.code {
        case .denied: self = .denied(reasons: reasons)
        case .invalidIntent: self = .invalidIntent(reasons: reasons)
        case .signatureError: self = .signature(reasons: reasons)
        case .staleState: self = .staleState(reasons: reasons)
        case .UNRECOGNIZED(let code): self = .unrecognized(code: code, reasons: reasons)
        }
    }

    /// The name of the error case, without details, for logs.
    public var name: String {
        switch self {
        case .denied: "denied"
        case .invalidIntent: "invalid_intent"
        case .signature: "signature"
        case .staleState: "stale_state"
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
        case .denied(let reasons), .invalidIntent(let reasons), .signature(let reasons), .staleState(let reasons),
            .unrecognized(_, let reasons):
            reasons
        case .serverParameters, .unexpectedMessage, .encoding, .rpc: []
        }
    }

    private func mentions(_ text: String) -> Bool { reasons.contains { $0.contains(text) } }

    /// Whether the intent id is in use; its metadata says by which intent.
    public var isAlreadyExisting: Bool {
        if case .staleState = self { mentions("intent already exists") } else { false }
    }

    /// Whether the cash link was collected, cancelled or expired in the meantime.
    public var isGiftCardGone: Bool {
        guard case .staleState = self else { return false }
        return mentions("already been claimed") || mentions("already claimed") || mentions("gift card is expired")
    }

    /// Whether the proofs are too old or do not match the amounts.
    public var isRateProblem: Bool {
        switch self {
        case .staleState: mentions("exchange rate is stale") || mentions("reserve state is stale")
        case .invalidIntent:
            mentions("native amount and quark value mismatch")
                || mentions("native amount does not match expected sell value")
        case .denied, .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding, .rpc: false
        }
    }

    /// Whether the balance is lower than the amount.
    public var isInsufficientBalance: Bool {
        if case .invalidIntent = self { mentions("insufficient balance") } else { false }
    }

    /// Whether the payment exceeds a per-transaction or daily limit.
    public var isLimit: Bool {
        if case .denied = self { mentions("dollar value exceeds limit") } else { false }
    }

    /// Whether the service no longer manages the owner's vault.
    public var isUnmanaged: Bool {
        if case .denied = self { mentions("no longer managed by code") } else { false }
    }

    /// Whether another intent was committed first. Nothing of this one was, so it can be submitted again.
    public var isRace: Bool {
        if case .staleState = self { mentions("race detected") } else { false }
    }

    /// Whether the destination cannot receive the currency.
    public var isUnusableDestination: Bool {
        guard case .invalidIntent = self else { return false }
        return mentions("is not the ata for") || mentions("is not a token account of")
            || mentions("destination account is not of") || mentions("destination owner has no account of")
            || mentions("destination owner account is required")
    }

    /// Whether the fee of a withdrawal is due, not due, or another one than when it was quoted.
    public var isFeeChange: Bool {
        if case .invalidIntent = self { mentions("CREATE_ON_SEND_WITHDRAWAL fee payment") } else { false }
    }

    /// Whether the service accepts nothing more of this account for now.
    public var isThrottled: Bool {
        if case .denied = self { mentions("too many payments") || mentions("rate limited") } else { false }
    }

    /// Whether the service opens no account because it has no user with this key.
    public var isUnregistered: Bool {
        if case .denied = self { mentions("antispam guard denied account creation") } else { false }
    }

    /// Whether this error proves that the attempt that reached `stage` did not commit the intent.
    ///
    /// A structured error is final. A gRPC status is final only before the signatures were sent: after that, even an
    /// unreadable answer may have been a success.
    public func isVerdict(after stage: SubmissionProgress.Stage) -> Bool {
        switch self {
        case .denied, .invalidIntent, .signature, .staleState, .unrecognized: true
        case .serverParameters, .encoding: true
        case .unexpectedMessage: false
        case .rpc(.rejected): stage < .signaturesSent
        case .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled), .rpc(.unknown): false
        }
    }

    /// True only for failed calls that may succeed later. Says nothing about whether the intent was committed:
    /// ``isVerdict(after:)`` does.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A denied, invalid or outdated intent is information; errors of the protocol or of this program are errors.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .invalidIntent, .staleState: .info
        case .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

extension SubmitIntentError: TwoStepFailure {}
