import FlipcashAPI
import ProtobufCodec

/// What the service recorded of a committed intent.
public struct CommittedIntent: Hashable, Sendable {
    /// The intent's kind.
    public enum Kind: Hashable, Sendable {
        /// Money out of a vault: given to `destination`, put into a cash link, or withdrawn.
        case sentPublicPayment(destination: PublicKey, isIndirectSend: Bool, isWithdrawal: Bool)
        /// A cash link's money, collected.
        case receivedPaymentsPublicly
    }

    /// The intent's id.
    public let id: IntentID
    /// The intent's kind.
    public let kind: Kind
    /// The vault that paid; the link's own for a collected link.
    public let source: PublicKey
    /// The mint of what moved.
    public let mint: PublicKey
    /// The committed amounts; for a collected link, those that it was made with.
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

/// Why an intent's metadata was not to be had.
public enum IntentMetadataError: ServerError, Hashable {
    /// Not committed yet, or never.
    case notFound
    /// It exists, and the asking owner is not a party to it.
    case denied
    /// The answer makes no sense.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    public var isRetryable: Bool {
        switch self {
        case .notFound: true
        case .denied, .malformed: false
        case .rpc(let failure): failure.isRetryable
        }
    }

    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound, .denied: .suppressed
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

/// Why a cash link was not taken back.
public enum VoidGiftCardError: ServerError, Hashable {
    /// The owner did not make this link.
    case denied
    /// Somebody has collected it.
    case claimedByOtherUser
    /// There is no such link.
    case notFound
    /// A result of a newer protocol.
    case unrecognized(Int)
    /// The call failed.
    case rpc(RPCFailure)

    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .claimedByOtherUser, .notFound: .info
        case .unrecognized: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
