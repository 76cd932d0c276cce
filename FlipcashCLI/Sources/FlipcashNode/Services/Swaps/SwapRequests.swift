import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// Converts `Initiate` to the ledger's own types.
///
/// - Throws: INVALID_ARGUMENT for a message that breaks its own rules, or in which a oneof is not set.
extension SwapRequest {
    init(_ message: Ocp_Transaction_V1_StatefulSwapRequest.Initiate) throws(RPCError) {
        do {
            try message.validate()
        } catch {
            throw RPCError(code: .invalidArgument, message: error.description)
        }
        var unsigned = message
        unsigned.clearSignature()
        owner = try PublicKey(message.owner)
        swapAuthority = try PublicKey(message.swapAuthority)
        proofSignature = try Signature(message.proofSignature)
        signature = try Signature(message.signature)
        signedBytes = try unsigned.signedBytes()
        switch message.kind {
        case .reserve(let terms)?:
            kind = .reserve
            metadata = try Ocp_Transaction_V1_VerifiedSwapMetadata.with { $0.reserve.clientParameters = terms }
                .signedBytes()
            id = try SwapID(wire: terms.id)
            (from, to) = (try PublicKey(terms.fromMint), try PublicKey(terms.toMint))
            (amount, fee) = (terms.swapAmount, terms.feeAmount)
            fundingSource = try FundingSource(wire: terms.fundingSource)
            fundingID = terms.fundingID
            exchange =
                terms.hasFullAmountExchangeData ? ReceivedExchangeData(terms.fullAmountExchangeData) : nil
        case .stablecoin(let terms)?:
            kind = .stablecoin(try PublicKey(terms.destinationOwner))
            metadata = try Ocp_Transaction_V1_VerifiedSwapMetadata.with { $0.stablecoin.clientParameters = terms }
                .signedBytes()
            id = try SwapID(wire: terms.id)
            (from, to) = (try PublicKey(terms.fromMint), try PublicKey(terms.toMint))
            (amount, fee) = (terms.swapAmount, terms.feeAmount)
            fundingSource = try FundingSource(wire: terms.fundingSource)
            fundingID = terms.fundingID
            exchange = nil
        case nil:
            throw RPCError(code: .invalidArgument, message: "invalid Initiate.Kind: value is required")
        }
    }
}

extension SwapRequest.FundingSource {
    fileprivate init(wire source: Ocp_Transaction_V1_FundingSource) throws(RPCError) {
        switch source {
        case .submitIntent: self = .submitIntent
        case .externalWallet: self = .externalWallet
        case .coinbaseOnramp: self = .coinbaseOnramp
        case .unknown, .UNRECOGNIZED:
            throw RPCError(code: .invalidArgument, message: "invalid funding source")
        }
    }
}

extension SwapID {
    init(wire id: Ocp_Common_V1_SwapId) throws(RPCError) {
        guard let value = SwapID(exactly: id.value) else {
            throw RPCError(code: .invalidArgument, message: "swap id must have 32 bytes")
        }
        self = value
    }
}

extension SwapRecord {
    /// The swap as its owner sees it.
    ///
    /// - Throws: `StoreError.invalidValue` for stored bytes that are not a swap's metadata.
    func wire() throws(StoreError) -> Ocp_Transaction_V1_SwapMetadata {
        guard let verified = try? Ocp_Transaction_V1_VerifiedSwapMetadata(serializedBytes: metadata) else {
            throw .invalidValue(column: "metadata", reason: "it is not a swap's metadata")
        }
        return .with {
            $0.verifiedMetadata = verified
            $0.state = state.wire
            $0.signature = proofSignature.wire
        }
    }
}

extension SwapState {
    fileprivate var wire: Ocp_Transaction_V1_SwapMetadata.State {
        switch self {
        case .created: .created
        case .funding: .funding
        case .funded: .funded
        case .submitting: .submitting
        case .finalized: .finalized
        case .failed: .failed
        case .cancelling: .cancelling
        case .cancelled: .cancelled
        }
    }
}
