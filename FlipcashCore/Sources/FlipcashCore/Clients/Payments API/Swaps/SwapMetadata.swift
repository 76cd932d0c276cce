import FlipcashAPI
import ProtobufCodec

/// The service's record of a swap, whose terms carry the owner's own signature (payment specification §16.1).
public struct SwapMetadata: Hashable, Sendable {
    /// The terms that the owner signed.
    public let parameters: SwapParameters
    /// The state of the swap.
    public let state: SwapState

    /// The swap's id.
    public var id: SwapID { parameters.id }

    /// Creates the record of a swap.
    public init(parameters: SwapParameters, state: SwapState) {
        self.parameters = parameters
        self.state = state
    }

    /// Reads a record and verifies that its terms are those that `owner` signed.
    ///
    /// The signature covers the received bytes, including fields that this program does not know.
    ///
    /// - Throws: `SwapLookUpError.malformed`, `.forged`.
    init(wire: Ocp_Transaction_V1_SwapMetadata, owner: PublicKey) throws(SwapLookUpError) {
        guard let parameters = SwapParameters(wire: wire.verifiedMetadata), let state = SwapState(wire: wire.state),
            let signature = Signature(wire: wire.signature), let bytes = try? canonicalBytes(wire.verifiedMetadata)
        else { throw .malformed }
        guard owner.verify(signature: signature, data: bytes) else { throw .forged }
        self.init(parameters: parameters, state: state)
    }
}

/// Errors from asking about swaps.
public enum SwapLookUpError: ServerError, Hashable {
    /// The service does not know the swap, or does not know it yet.
    case notFound
    /// The swap belongs to another owner.
    case denied
    /// The response is malformed.
    case malformed
    /// The terms are not signed by the owner. The server is faulty or hostile.
    case forged
    /// The call failed.
    case rpc(RPCFailure)

    /// True for an unknown swap, which the service may know later, and for failed calls that may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .notFound: true
        case .denied, .malformed, .forged: false
        case .rpc(let failure): failure.isRetryable
        }
    }

    /// Does not report an unknown swap; another owner's swap is information; malformed and forged responses are
    /// errors.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound: .suppressed
        case .denied: .info
        case .malformed, .forged: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
