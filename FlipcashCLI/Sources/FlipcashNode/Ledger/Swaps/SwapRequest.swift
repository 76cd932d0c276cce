import FlipcashCore

/// A client's wish to swap, parsed from `Initiate`. Its structure is valid; its content is not checked yet.
struct SwapRequest: Hashable, Sendable {
    /// Where the money for a swap comes from.
    enum FundingSource: Int, Sendable {
        case submitIntent = 1
        case externalWallet = 2
        case coinbaseOnramp = 3

        /// The name in refusals.
        var name: String {
            switch self {
            case .submitIntent: "FUNDING_SOURCE_SUBMIT_INTENT"
            case .externalWallet: "FUNDING_SOURCE_EXTERNAL_WALLET"
            case .coinbaseOnramp: "FUNDING_SOURCE_COINBASE_ONRAMP"
            }
        }
    }

    /// What is swapped.
    enum Kind: Hashable, Sendable {
        /// A currency with its reserve.
        case reserve
        /// The core mint is paid out as a stablecoin to this owner.
        case stablecoin(PublicKey)
    }

    let id: SwapID
    let kind: Kind
    let from: PublicKey
    let to: PublicKey
    let amount: UInt64
    let fee: UInt64
    let fundingSource: FundingSource
    let fundingID: String
    /// The value of the whole amount, which only a first purchase with another currency needs.
    let exchange: ReceivedExchangeData?
    let owner: PublicKey
    let swapAuthority: PublicKey
    /// The bytes of `VerifiedSwapMetadata`, which `proofSignature` covers.
    let metadata: [UInt8]
    let proofSignature: Signature
    /// The bytes that `signature` covers.
    let signedBytes: [UInt8]
    let signature: Signature
}

/// Why a swap is refused. The texts are part of the protocol (payment specification §16.3).
enum SwapRefusal: Error, Hashable, Sendable {
    /// DENIED.
    case denied(String)
    /// INVALID_SWAP.
    case invalid(String)
    /// SIGNATURE_ERROR without details: the proof signature is wrong.
    case badProof
    /// SIGNATURE_ERROR with a text: the number of signatures is wrong.
    case signatureCount(Int)
    /// SIGNATURE_ERROR with the transaction that the node expects.
    case badSignature(BadSignature)
    /// The signature over the request is wrong: gRPC UNAUTHENTICATED.
    case unauthenticated
    /// The node cannot accept swaps now: gRPC UNAVAILABLE.
    case unavailable

    /// A signature that does not verify.
    struct BadSignature: Hashable, Sendable {
        /// The transaction without signatures.
        let expected: [UInt8]
        let provided: Signature
    }

    /// What a unit's refusal means for the client.
    init(_ refusal: IntentRefusal) {
        switch refusal {
        case .denied(let text), .stale(let text): self = .denied(text)
        case .invalid(let text): self = .invalid(text)
        case .signatureCount, .badSignatures, .unauthenticated, .malformed, .unavailable: self = .unavailable
        }
    }
}
