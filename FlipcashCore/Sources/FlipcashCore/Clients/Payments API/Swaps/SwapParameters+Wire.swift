import FlipcashAPI
import ProtobufCodec

extension SwapParameters {
    private typealias Initiate = Ocp_Transaction_V1_StatefulSwapRequest.Initiate

    /// Returns the message that the owner's proof signs; the service returns it unchanged in `GetSwap`.
    ///
    /// - Parameter fullAmount: the value of the whole payment, needed only for a launch that is paid with a launchpad
    ///   currency.
    /// - Throws: `ExchangeDataFailure` if the exchange data contradict each other.
    func verifiedMetadata(fullAmount: PinnedExchangeData?) throws -> Ocp_Transaction_V1_VerifiedSwapMetadata {
        var metadata = Ocp_Transaction_V1_VerifiedSwapMetadata()
        if let destinationOwner {
            metadata.stablecoin = .with { $0.clientParameters = stablecoin(destinationOwner) }
        } else {
            let exchangeData = try fullAmount?.wire()
            metadata.reserve = .with { $0.clientParameters = reserve(exchangeData) }
        }
        return metadata
    }

    private func reserve(
        _ fullAmount: Ocp_Transaction_V1_VerifiedExchangeData?
    ) -> Initiate.ReserveSwapClientParameters {
        .with {
            $0.id = .with { $0.value = id.bytes }
            $0.fromMint = fromMint.wire
            $0.toMint = toMint.wire
            $0.swapAmount = amount
            $0.fundingSource = funding.wireSource
            $0.fundingID = funding.wireID
            $0.feeAmount = fee
            if let fullAmount { $0.fullAmountExchangeData = fullAmount }
        }
    }

    private func stablecoin(_ destinationOwner: PublicKey) -> Initiate.CoinbaseStableSwapperClientParameters {
        .with {
            $0.id = .with { $0.value = id.bytes }
            $0.fromMint = fromMint.wire
            $0.toMint = toMint.wire
            $0.swapAmount = amount
            $0.fundingSource = funding.wireSource
            $0.fundingID = funding.wireID
            $0.destinationOwner = destinationOwner.wire
            $0.feeAmount = fee
        }
    }

    /// Reads the terms of a stored swap; nil when any of them is invalid.
    init?(wire: Ocp_Transaction_V1_VerifiedSwapMetadata) {
        switch wire.kind {
        case .reserve(let reserve):
            let terms = reserve.clientParameters
            self.init(
                id: terms.id, from: terms.fromMint, to: terms.toMint, amount: terms.swapAmount, fee: terms.feeAmount,
                funding: SwapFunding(source: terms.fundingSource, id: terms.fundingID), destinationOwner: nil)
        case .stablecoin(let stablecoin):
            let terms = stablecoin.clientParameters
            guard let destinationOwner = PublicKey(wire: terms.destinationOwner) else { return nil }
            self.init(
                id: terms.id, from: terms.fromMint, to: terms.toMint, amount: terms.swapAmount, fee: terms.feeAmount,
                funding: SwapFunding(source: terms.fundingSource, id: terms.fundingID),
                destinationOwner: destinationOwner)
        case nil: return nil
        }
    }

    private init?(
        id: Ocp_Common_V1_SwapId, from: Ocp_Common_V1_SolanaAccountId, to: Ocp_Common_V1_SolanaAccountId,
        amount: UInt64, fee: UInt64, funding: SwapFunding?, destinationOwner: PublicKey?
    ) {
        guard let id = SwapID(exactly: id.value), let from = PublicKey(wire: from), let to = PublicKey(wire: to),
            let funding,
            let parameters = try? SwapParameters(
                id: id, fromMint: from, toMint: to, amount: amount, fee: fee, funding: funding,
                destinationOwner: destinationOwner)
        else { return nil }
        self = parameters
    }
}

extension SwapFunding {
    fileprivate var wireSource: Ocp_Transaction_V1_FundingSource {
        switch self {
        case .intent: .submitIntent
        case .externalWallet: .externalWallet
        case .cardOrder: .coinbaseOnramp
        }
    }

    fileprivate var wireID: String {
        switch self {
        case .intent(let id): id.base58
        case .externalWallet(let signature): signature.base58
        case .cardOrder(let id): id
        }
    }

    /// Reads a funding; nil when the id does not fit the source.
    fileprivate init?(source: Ocp_Transaction_V1_FundingSource, id: String) {
        switch source {
        case .submitIntent:
            guard let intent = IntentID(id) else { return nil }
            self = .intent(intent)
        case .externalWallet:
            guard let signature = Signature(id) else { return nil }
            self = .externalWallet(signature)
        case .coinbaseOnramp:
            guard !id.isEmpty else { return nil }
            self = .cardOrder(id)
        case .unknown, .UNRECOGNIZED: return nil
        }
    }
}
