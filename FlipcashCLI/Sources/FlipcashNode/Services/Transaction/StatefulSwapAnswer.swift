import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// The node's responses to a client that starts a swap.
enum StatefulSwapAnswer {
    typealias Response = Ocp_Transaction_V1_StatefulSwapResponse

    static let success = Response.with { $0.success = .with { $0.code = .ok } }

    /// What the client needs to build the transaction.
    static func parameters(_ plan: SwapTransactionPlan) throws -> Response {
        switch plan.plan.flow {
        case .buy, .sell, .convert: try existing(plan)
        case .launch, .treasuryLaunch: try new(plan)
        }
    }

    private static func existing(_ plan: SwapTransactionPlan) throws -> Response {
        let (terms, memory) = (try plan.terms(), try plan.memory())
        return .with {
            $0.serverParameters.reserveExistingCurrency = .with {
                $0.payer = terms.payer.accountID
                $0.nonce = plan.nonce.address.accountID
                $0.blockhash.value = plan.nonce.value.bytes
                $0.alts = terms.lookupTables.map(\.wire)
                $0.computeUnitLimit = terms.computeUnitLimit
                $0.computeUnitPrice = terms.computeUnitPrice
                $0.memoValue = terms.memo
                $0.memoryAccount = memory.account.accountID
                $0.memoryIndex = UInt32(memory.index)
                if let destination = plan.feeDestination { $0.feeDestination = destination.accountID }
            }
        }
    }

    private static func new(_ plan: SwapTransactionPlan) throws -> Response {
        let (terms, currency) = (try plan.terms(), try plan.newCurrency())
        return .with {
            $0.serverParameters.reserveNewCurrency = .with {
                $0.payer = terms.payer.accountID
                $0.nonce = plan.nonce.address.accountID
                $0.blockhash.value = plan.nonce.value.bytes
                $0.alts = terms.lookupTables.map(\.wire)
                $0.computeUnitLimit = terms.computeUnitLimit
                $0.computeUnitPrice = terms.computeUnitPrice
                $0.memoValue = terms.memo
                $0.authority = currency.authority.accountID
                $0.name = plan.plan.target.name
                $0.symbol = plan.plan.target.symbol
                $0.seed = currency.seed.accountID
                $0.sellFeeBps = UInt32(currency.sellFeeBps)
                $0.vmLockDurationInDays = UInt32(currency.lockDays)
                if let destination = plan.feeDestination { $0.feeDestination = destination.accountID }
                if plan.plan.flow == .treasuryLaunch {
                    $0.treasury = plan.treasury.accountID
                    $0.treasuryPurchaseAmount = plan.plan.treasuryPurchase
                }
            }
        }
    }

    /// The error response for a refusal.
    ///
    /// - Throws: the gRPC status of a refusal that is not sent as a response.
    static func error(_ refusal: SwapRefusal) throws(RPCError) -> Response {
        switch refusal {
        case .denied(let reason):
            return error(.denied, .denied(reason))
        case .invalid(let reason):
            return error(.invalidSwap, .reason(reason))
        case .badProof:
            return error(.signatureError)
        case .signatureCount(let count):
            return error(.signatureError, .reason("expected \(count) signatures"))
        case .badSignature(let bad):
            return error(
                .signatureError,
                .with {
                    $0.invalidSignature = .with {
                        $0.actionID = 0
                        $0.expectedTransaction.value = bad.expected
                        $0.providedSignature = bad.provided.wire
                    }
                })
        case .unauthenticated:
            throw RPCError(RequestAuthenticationFailure.wrongSignature)
        case .unavailable:
            throw RPCError(code: .unavailable, message: "temporarily unavailable")
        }
    }

    private static func error(_ code: Response.Error.Code, _ details: Ocp_Transaction_V1_ErrorDetails...) -> Response {
        .with {
            $0.error.code = code
            $0.error.errorDetails = details
        }
    }

    /// The result that `response` tells the client, as a label of `NodeMetric.swapsAnswered`; nil for a response that is
    /// not the last one.
    static func metricResult(_ response: Response) -> String? {
        switch response.response {
        case .serverParameters, nil: nil
        case .success: "ok"
        case .error(let error):
            switch error.code {
            case .denied: "denied"
            case .invalidSwap: "invalid_swap"
            case .signatureError: "signature_error"
            case .UNRECOGNIZED: "other"
            }
        }
    }
}

extension SwapFlow {
    /// The flow, as a label of `NodeMetric.swapsStarted`.
    var metricKind: String {
        switch self {
        case .buy: "buy"
        case .sell: "sell"
        case .convert: "convert"
        case .launch, .treasuryLaunch: "launch"
        }
    }
}

extension AddressLookupTable {
    fileprivate var wire: Ocp_Common_V1_SolanaAddressLookupTable {
        .with {
            $0.address = address.accountID
            $0.entries = addresses.map(\.accountID)
        }
    }
}
