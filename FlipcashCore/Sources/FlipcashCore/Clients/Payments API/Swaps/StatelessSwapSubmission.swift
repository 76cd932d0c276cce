import FlipcashAPI
import ProtobufCodec

/// The conversion of the owner's USDC to a deposit of the core mint (payment specification §16.8).
public struct SweepOrder: Sendable {
    /// The owner, who signs alone.
    public let owner: KeyPair
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// The amount in quarks of USDC.
    public let amount: UInt64
    /// Whether the service answers only when the transaction is final.
    public let waitsForFinalization: Bool

    /// Creates a sweep.
    public init(owner: KeyPair, core: VirtualMachine, amount: UInt64, waitsForFinalization: Bool = true) {
        self.owner = owner
        self.core = core
        self.amount = amount
        self.waitsForFinalization = waitsForFinalization
    }
}

/// A sweep that the service has sent to the chain.
public struct SweepReceipt: Hashable, Sendable {
    /// The transaction's id on the chain.
    public let transaction: Signature
    /// Whether the transaction is final.
    public let isFinalized: Bool
}

/// The submission of a sweep.
struct StatelessSwapSubmission: TwoStepSubmission {
    typealias Request = Ocp_Transaction_V1_StatelessSwapRequest
    typealias Response = Ocp_Transaction_V1_StatelessSwapResponse
    typealias Parameters = Ocp_Transaction_V1_StatelessSwapResponse.ServerParameters
    typealias Success = SweepReceipt
    typealias Failure = StatelessSwapError

    let order: SweepOrder

    var needsSignatures: Bool { true }

    func proposal() throws -> Ocp_Transaction_V1_StatelessSwapRequest {
        var initiate = Ocp_Transaction_V1_StatelessSwapRequest.Initiate()
        initiate.stablecoin = .with {
            $0.fromMint = PublicKey.usdc.wire
            $0.toMint = order.core.mint.wire
            $0.swapAmount = order.amount
        }
        initiate.owner = order.owner.publicKey.wire
        initiate.waitForFinalization = order.waitsForFinalization
        initiate.signature = order.owner.sign(try canonicalBytes(initiate)).wire
        let signed = initiate
        return .with { $0.initiate = signed }
    }

    func meaning(of response: Ocp_Transaction_V1_StatelessSwapResponse) -> Answer {
        switch response.response {
        case .error(let error): return .refusal(StatelessSwapError(error))
        case .serverParameters(let parameters): return .parameters(parameters)
        case .success(let success):
            guard let transaction = Signature(wire: success.transactionSignature) else { return .unreadable }
            switch success.code {
            case .submitted: return .success(SweepReceipt(transaction: transaction, isFinalized: false))
            case .finalized: return .success(SweepReceipt(transaction: transaction, isFinalized: true))
            case .UNRECOGNIZED: return .unreadable
            }
        case nil: return .unreadable
        }
    }

    func signatures(
        over parameters: Ocp_Transaction_V1_StatelessSwapResponse.ServerParameters
    ) throws(StatelessSwapError) -> Ocp_Transaction_V1_StatelessSwapRequest {
        let signatures: [Signature]
        do throws(SwapTermsError) {
            let transaction = try order.transaction(under: parameters)
            signatures = try SwapOrder.wrapping { () throws(SwapTransactionError) in
                try transaction.signed(by: [order.owner]).signatures
            }
        } catch {
            throw .serverParameters(error)
        }
        return .with { $0.submitSignatures = .with { $0.transactionSignatures = signatures.map(\.wire) } }
    }
}

extension SweepOrder {
    /// Checks the node's parameters and returns the transaction to sign.
    fileprivate func transaction(
        under parameters: Ocp_Transaction_V1_StatelessSwapResponse.ServerParameters
    ) throws(SwapTermsError) -> SweepTransaction {
        guard case .stablecoin(let offered) = parameters.kind else { throw .wrongKind }
        guard let payer = PublicKey(wire: offered.payer) else { throw .malformed("payer") }
        guard payer != owner.publicKey else { throw .ownAccount("payer") }
        guard let blockhash = Hash(wire: offered.blockhash) else { throw .malformed("blockhash") }
        guard let recipient = PublicKey(wire: offered.poolFeeRecipient) else { throw .malformed("pool_fee_recipient") }
        var tables: [AddressLookupTable] = []
        for table in offered.alts { tables.append(try SwapOrder.table(table)) }
        let deposit = core.depositAddress(owner: owner.publicKey).address
        let own: Set = [
            owner.publicKey, SwapInstructions.tokenAccount(owner.publicKey, .usdc), deposit,
            SwapInstructions.tokenAccount(deposit, core.mint),
        ]
        guard !tables.contains(where: { $0.addresses.contains(where: own.contains) }) else { throw .ownAccountInTable }
        let terms = try SwapOrder.wrapping { () throws(SwapTransactionError) in
            try ServerTerms(
                payer: payer, lookupTables: tables, computeUnitLimit: offered.computeUnitLimit,
                computeUnitPrice: offered.computeUnitPrice, memo: offered.memoValue)
        }
        return SweepTransaction(
            terms: terms, blockhash: blockhash, owner: owner.publicKey, core: core, amount: amount,
            poolFeeRecipient: recipient)
    }
}

/// Errors from sweeping USDC.
public enum StatelessSwapError: ServerError, Hashable {
    /// A rule of the server denies it.
    case denied(reasons: [String])
    /// The server rejects a signature.
    case signature(reasons: [String])
    /// The swap fails the server's validation.
    case invalidSwap(reasons: [String])
    /// The chain rejected the transaction, or it expired.
    case transactionFailed(reasons: [String])
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

    init(_ error: Ocp_Transaction_V1_StatelessSwapResponse.Error) {
        let reasons = error.errorDetails.map(\.reason)
        switch error.code {
        case .denied: self = .denied(reasons: reasons)
        case .signatureError: self = .signature(reasons: reasons)
        case .invalidSwap: self = .invalidSwap(reasons: reasons)
        case .transactionFailed: self = .transactionFailed(reasons: reasons)
        case .UNRECOGNIZED(let code): self = .unrecognized(code: code, reasons: reasons)
        }
    }

    /// True if the chain did not execute the transaction, and for failed calls that may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .transactionFailed: true
        case .rpc(let failure): failure.isRetryable
        case .denied, .signature, .invalidSwap, .unrecognized, .serverParameters, .unexpectedMessage, .encoding: false
        }
    }

    /// The user never sees these errors, because the next start of a wallet sweeps again.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .invalidSwap, .transactionFailed: .info
        case .signature, .unrecognized, .serverParameters, .unexpectedMessage, .encoding: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

extension StatelessSwapError: TwoStepFailure {}
