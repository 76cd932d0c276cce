import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

/// A swap as its owner's feed shows it: one item from the funding to the end (wire contract §8.2).
struct FeedSwap: Hashable, Sendable {
    /// How far a swap is, as a feed tells it.
    enum State: Hashable, Sendable {
        case pending
        case succeeded
        case failed

        init(_ state: SwapState) {
            switch state {
            case .finalized: self = .succeeded
            case .failed, .cancelled: self = .failed
            case .created, .funding, .funded, .submitting, .cancelling: self = .pending
            }
        }
    }

    let state: State
    let fromMint: PublicKey
    let toMint: PublicKey
    /// What left the vault, the fee on top included.
    let paid: IntentAmount
    /// What arrived; nil until the swap has succeeded.
    let received: IntentAmount?
    /// The fee, in units of the currency of `paid`.
    let fee: Double

    /// - Parameters:
    ///   - funding: the amount of the intent that funds the swap.
    ///   - settlement: the intent that paid out the proceeds or returned the funds.
    init(_ swap: SwapRecord, funding: IntentAmount, settlement: IntentRecord?, isFromCore: Bool) {
        state = State(swap.state)
        (fromMint, toMint) = (swap.from, swap.to)
        paid = funding
        received = state == .succeeded ? settlement?.amount : nil
        fee = state == .failed ? 0 : Self.fee(swap, funding: funding, isFromCore: isFromCore)
    }

    /// What a purchase costs on top, or what the pool keeps of a sale (payment specification §12.2).
    private static func fee(_ swap: SwapRecord, funding: IntentAmount, isFromCore: Bool) -> Double {
        if isFromCore || swap.isFirstPurchase {
            return funding.native * (Double(swap.fee) / Double(max(1, funding.quarks)))
        }
        return funding.native * Double(SwapFees.sellBasisPoints) / 10_000
    }

    /// The text of the item.
    var text: String {
        switch state {
        case .pending: "Swapping"
        case .succeeded: "Swapped"
        case .failed: "Swap Failed"
        }
    }

    /// The swap on the wire.
    var metadata: Flipcash_Activity_V1_SwappedCryptoNotificationMetadata {
        .with {
            $0.from = paid.paymentAmount(mint: fromMint)
            if let received {
                $0.toAmount = received.paymentAmount(mint: toMint)
            } else {
                $0.toMint = toMint.coreKey
            }
            $0.fee = .with {
                $0.currency = paid.currency
                $0.nativeAmount = fee
            }
            $0.swapState =
                switch state {
                case .pending: .pending
                case .succeeded: .succeeded
                case .failed: .failed
                }
        }
    }
}
