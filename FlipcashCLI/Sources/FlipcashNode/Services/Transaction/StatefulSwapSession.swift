import FlipcashAPI
import FlipcashCore
import GRPCCore
import Logging

/// Processes one swap from the client's wish to its commit (payment specification §16.1). Before the commit, nothing is
/// stored.
struct StatefulSwapSession: Sendable {
    typealias Request = Ocp_Transaction_V1_StatefulSwapRequest
    typealias Response = Ocp_Transaction_V1_StatefulSwapResponse

    let ledger: LedgerCore
    let timing: SubmitIntentTiming
    let send: @Sendable (Response) async throws -> Void

    /// Serves the stream; returning normally ends it with OK.
    ///
    /// - Throws: the status that ends the stream.
    func run(_ messages: RPCAsyncSequence<Request, any Error>) async throws {
        try await TwoStepStream<Request>(
            ticker: ledger.ticker, clock: ledger.environment.clock, timing: timing, timeout: "timeout starting swap"
        ).run(messages) { next in try await serve(next) }
    }

    private func serve(_ next: TwoStepStream<Request>.Next) async throws {
        guard case .initiate(let initiate)? = try await next().request else {
            throw RPCError(code: .invalidArgument, message: "expected initiate")
        }
        do {
            guard !ledger.settings.intentsOff.contains(.swaps) else { throw SwapRefusal.unavailable }
            try await start(try SwapRequest(initiate), next)
            try await send(StatefulSwapAnswer.success)
        } catch let refusal as SwapRefusal {
            try await send(try StatefulSwapAnswer.error(refusal))
        } catch let refusal as IntentRefusal {
            try await send(try StatefulSwapAnswer.error(SwapRefusal(refusal)))
        } catch is LocksBusy {
            try await send(try StatefulSwapAnswer.error(.denied("race detected: busy")))
        } catch let error as StoreError {
            throw ledger.status(of: error)
        } catch let failure as PostingFailure {
            throw ledger.status(of: failure)
        } catch let error as SwapTransactionError {
            ledger.log.error("a swap's transaction cannot be built", metadata: ["error": "\(error)"])
            throw RPCError(code: .internalError, message: "rpc server failure")
        }
    }

    private func start(_ request: SwapRequest, _ next: TwoStepStream<Request>.Next) async throws {
        // First the signature, so that a stranger cannot use up another's place.
        _ = try plan(request)
        guard ledger.requestsInFlight.enter(request.owner) else {
            throw RPCError(
                code: .resourceExhausted, message: "too many requests of this account at a time; try again later")
        }
        defer { ledger.requestsInFlight.leave(request.owner) }
        try await ledger.locks.withLocks([.owner(request.owner.bytes)]) {
            let plan = try plan(request)
            guard let claim = NonceClaim(1, environment: ledger.environment), let nonce = claim.nonces.first,
                let core = try ledger.store.read({ try $0.mint(ledger.settings.coreMint) })
            else { throw SwapRefusal.unavailable }
            let transactionPlan = SwapTransactionPlan(plan, nonce: nonce, core: core)
            try await send(try StatefulSwapAnswer.parameters(transactionPlan))
            ledger.crashPoints.pass(.parametersSent)
            guard case .submitSignatures(let answer)? = try await next().request else {
                throw RPCError(code: .invalidArgument, message: "expected submit signatures")
            }
            let transaction = try signed(transactionPlan, answer)
            ledger.crashPoints.pass(.signaturesVerified)
            guard claim.isValid(at: ledger.environment.clock.uptime()) else {
                throw IntentRefusal.race("nonce claim is stale")
            }
            try await ledger.committer.commit(.swapStart(plan.record(transaction, nonce: nonce.address))).get()
            ledger.metrics?.count(.swapsStarted, plan.flow.metricKind)
            ledger.crashPoints.pass(.intentCommitted)
        }
    }

    private func plan(_ request: SwapRequest) throws -> SwapPlan {
        try ledger.store.read { reader in
            try SwapRules(view: LedgerFacts(reader), settings: ledger.settings, time: ledger.time(reader)).plan(request)
        }
    }

    /// Checks the client's signatures over the transaction that the node has built, and adds the node's.
    private func signed(_ plan: SwapTransactionPlan, _ answer: Request.SubmitSignatures) throws -> SolanaTransaction {
        let built = try plan.transaction()
        var transaction = try built.unsigned()
        let unsigned = transaction.encoded
        let signers = built.clientSigners
        guard answer.transactionSignatures.count == signers.count else {
            throw SwapRefusal.signatureCount(signers.count)
        }
        for (signer, provided) in zip(signers, answer.transactionSignatures) {
            let signature = try Signature(provided)
            do {
                try transaction.insert(signature, of: signer)
            } catch {
                throw SwapRefusal.badSignature(.init(expected: unsigned, provided: signature))
            }
        }
        try sign(&transaction, plan.plan)
        return transaction
    }

    private func sign(_ transaction: inout SolanaTransaction, _ plan: SwapPlan) throws {
        let keys = ledger.swaps.keys
        let authorities = try ledger.store.read { reader in
            try [plan.source.mint, plan.target.mint].compactMap { mint in
                try reader.sealedSeed(of: mint).map { try keys.open($0, mint: mint) }
            }
        }
        try keys.sign(&transaction, authorities: authorities)
    }
}
