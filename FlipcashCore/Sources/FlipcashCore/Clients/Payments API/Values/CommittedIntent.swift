import FlipcashAPI
import ProtobufCodec

/// The service's record of a committed intent.
public struct CommittedIntent: Hashable, Sendable {
    /// The intent's kind.
    public enum Kind: Hashable, Sendable {
        /// Money that left a vault: given to `destination`, put into a cash link, or withdrawn.
        case sentPublicPayment(destination: PublicKey, isIndirectSend: Bool, isWithdrawal: Bool)
        /// The collected money of a cash link.
        case receivedPaymentsPublicly
    }

    /// The intent's id.
    public let id: IntentID
    /// The intent's kind.
    public let kind: Kind
    /// The vault that paid; for a collected link, the link's own vault.
    public let source: PublicKey
    /// The mint of the tokens that moved.
    public let mint: PublicKey
    /// The committed amounts; for a collected link, the amounts when it was made.
    public let exchangeData: PaymentExchangeData

    init?(id: IntentID, wire: Ocp_Transaction_V1_Metadata) {
        self.id = id
        switch wire.type {
        case .sendPublicPayment(let payment):
            guard let source = PublicKey(wire: payment.source), let mint = PublicKey(wire: payment.mint),
                let destination = PublicKey(wire: payment.destination),
                case .serverExchangeData(let data) = payment.exchangeData,
                let exchangeData = PaymentExchangeData(wire: data), exchangeData.mint == mint
            else { return nil }
            kind = .sentPublicPayment(
                destination: destination, isIndirectSend: payment.isIndirectSend, isWithdrawal: payment.isWithdrawal)
            self.source = source
            self.mint = mint
            self.exchangeData = exchangeData
        case .receivePaymentsPublicly(let receipt):
            guard let source = PublicKey(wire: receipt.source), let mint = PublicKey(wire: receipt.mint),
                let exchangeData = PaymentExchangeData(wire: receipt.exchangeData), exchangeData.mint == mint
            else { return nil }
            kind = .receivedPaymentsPublicly
            self.source = source
            self.mint = mint
            self.exchangeData = exchangeData
        case .openAccounts, .publicDistribution, nil:
            return nil
        }
    }
}

/// Errors from fetching an intent's metadata.
public enum IntentMetadataError: ServerError, Hashable {
    /// The intent is not committed.
    case notFound
    /// The intent exists, but the requesting owner is not a party to it.
    case denied
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True for a missing intent, which may be committed later, and for failed calls that may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .notFound: true
        case .denied, .malformed: false
        case .rpc(let failure): failure.isRetryable
        }
    }

    /// Does not report a missing intent or one of other parties; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound, .denied: .suppressed
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

/// Errors from taking a cash link back.
public enum VoidGiftCardError: ServerError, Hashable {
    /// The owner did not make this link.
    case denied
    /// Another user has collected the link.
    case claimedByOtherUser
    /// The link does not exist.
    case notFound
    /// A result of a newer protocol.
    case unrecognized(Int)
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A link that is missing, collected or of another owner is information; an unknown result is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .claimedByOtherUser, .notFound: .info
        case .unrecognized: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
