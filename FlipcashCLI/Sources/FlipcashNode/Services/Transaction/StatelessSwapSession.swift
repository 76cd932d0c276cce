import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// Answers a client that wants stablecoins of its own token account converted and deposited (payment specification
/// §16.8). Without a chain the node sees no such account, so that every request ends with a refusal.
struct StatelessSwapSession: Sendable {
    typealias Request = Ocp_Transaction_V1_StatelessSwapRequest
    typealias Response = Ocp_Transaction_V1_StatelessSwapResponse

    let ledger: LedgerCore
    let timing: SubmitIntentTiming
    let send: @Sendable (Response) async throws -> Void

    /// Serves the stream; returning normally ends it with OK.
    ///
    /// - Throws: the status that ends the stream.
    func run(_ messages: RPCAsyncSequence<Request, any Error>) async throws {
        try await TwoStepStream<Request>(
            ticker: ledger.ticker, clock: ledger.environment.clock, timing: timing, timeout: "timeout swapping"
        ).run(messages) { next in
            guard case .initiate(let initiate)? = try await next().request else {
                throw RPCError(code: .invalidArgument, message: "expected initiate")
            }
            do {
                try await send(try answer(initiate))
            } catch let error as StoreError {
                throw ledger.status(of: error)
            }
        }
    }

    private func answer(_ initiate: Request.Initiate) throws -> Response {
        do {
            try initiate.validate()
        } catch {
            throw RPCError(code: .invalidArgument, message: error.description)
        }
        let owner = try PublicKey(initiate.owner)
        try RequestSignature.verify(initiate, signer: owner, signature: initiate.signature) { $0.clearSignature() }
        guard case .stablecoin(let terms)? = initiate.kind else {
            throw RPCError(code: .invalidArgument, message: "invalid Initiate.Kind: value is required")
        }
        guard try PublicKey(terms.fromMint) == .usdc else { return invalid("source mint must be usdc") }
        guard try PublicKey(terms.toMint) == ledger.settings.coreMint else {
            return invalid("destination mint must be the core mint")
        }
        switch try ledger.store.read({ try $0.ownerKind(owner) }) {
        case .user?: break
        case .giftCard?: return denied("not a user ocp account")
        case nil: return denied("not an ocp account")
        }
        return invalid("source ata not found or invalid")
    }

    private func invalid(_ reason: String) -> Response {
        .with {
            $0.error.code = .invalidSwap
            $0.error.errorDetails = [.with { $0.reasonString.reason = reason }]
        }
    }

    private func denied(_ reason: String) -> Response {
        .with {
            $0.error.code = .denied
            $0.error.errorDetails = [.with { $0.denied = .with { $0.reason = reason } }]
        }
    }
}
