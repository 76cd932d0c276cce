import FlipcashAPI
import FlipcashCore
import GRPCCore
import Logging

/// Processes one intent from its actions to its commit (payment specification §4).
///
/// Before the commit, nothing is stored. Locks are held from the checks to the commit; database transactions are never
/// held across a wait. Only a verified signature entitles a request to hold a lock across a wait, so the gift card of a
/// claim is locked only after its own signature has arrived.
struct SubmitIntentSession: Sendable {
    typealias Request = Ocp_Transaction_V1_SubmitIntentRequest
    typealias Response = Ocp_Transaction_V1_SubmitIntentResponse

    let ledger: LedgerCore
    let timing: SubmitIntentTiming
    let send: @Sendable (Response) async throws -> Void

    /// Serves the stream; returning normally ends it with OK.
    ///
    /// - Throws: the status that ends the stream.
    func run(_ messages: RPCAsyncSequence<Request, any Error>) async throws {
        try await TwoStepStream<Request>(
            ticker: ledger.ticker, clock: ledger.environment.clock, timing: timing, timeout: "timeout submitting intent"
        ).run(messages) { next in try await serve(next) }
    }

    private func serve(_ next: TwoStepStream<Request>.Next) async throws {
        guard case .submitActions(let actions)? = try await next().request else {
            throw RPCError(code: .invalidArgument, message: "expected submit actions")
        }
        do {
            let request = try IntentRequest(actions)
            let fundedSwap = try await submit(request) { parameters in
                try await send(parameters)
                ledger.crashPoints.pass(.parametersSent)
                guard case .submitSignatures(let signatures)? = try await next().request else {
                    throw RPCError(code: .invalidArgument, message: "expected submit signatures")
                }
                return signatures
            }
            ledger.crashPoints.pass(.intentCommitted)
            try await send(SubmitIntentAnswer.success)
            ledger.crashPoints.pass(.answerSent)
            // The client has its answer already. This saves the swap the wait for the worker's next round.
            if let fundedSwap { await ledger.swaps.advance(fundedSwap) }
        } catch let refusal as IntentRefusal {
            try await send(try SubmitIntentAnswer.error(refusal))
        } catch is LocksBusy {
            try await send(try SubmitIntentAnswer.error(.race("busy")))
        } catch let error as StoreError {
            throw ledger.status(of: error)
        } catch let failure as PostingFailure {
            throw ledger.status(of: failure)
        }
    }

    // MARK: The intent

    /// Performs the checks before the accounts are locked; nil when there is nothing to do.
    private func admit(_ request: IntentRequest) async throws -> Admission? {
        guard var admission = try ledger.judge({ try $0.admit(request) }) else { return nil }
        // Asked before anything is locked, because the answers may take time.
        if let vault = request.openedVault {
            admission.hasUnlockStarted = try await ledger.ask { try await $0.unlockStarted(vault) }
        }
        if let address = admission.outsideDestination {
            let mint = admission.mint.mint
            admission.destinationPresence = try await ledger.ask { try await $0.tokenAccount(address, mint: mint) }
        }
        return admission
    }

    /// Checks the intent, asks for signatures if needed, and commits.
    ///
    /// - Returns: the swap that the intent has funded; nil for any other intent.
    private func submit(
        _ request: IntentRequest,
        askForSignatures: (Response) async throws -> Request.SubmitSignatures
    ) async throws -> SwapID? {
        let isOff = request.terms.kind.map(ledger.settings.intentsOff.contains) ?? false
        let unavailable = RPCError(code: .unavailable, message: "temporarily unavailable")
        if isOff, request.terms.kind != .openings { throw unavailable }
        guard let admission = try await admit(request) else { return nil }
        // Opening an open account is not an intent: clients do this before they receive money.
        if isOff { throw unavailable }
        // Counted only after the signature is verified: a stranger can name any owner.
        guard ledger.requestsInFlight.enter(request.owner) else {
            throw RPCError(
                code: .resourceExhausted, message: "too many requests of this account at a time; try again later")
        }
        defer { ledger.requestsInFlight.leave(request.owner) }
        return try await ledger.locks.withLocks(admission.locks) {
            // Of two requests that open the same account at once, the second finds it open and has nothing to do.
            guard let plan = try ledger.judge({ try $0.planUnlessDone(request, admission) }) else { return nil }
            guard !plan.signings.isEmpty else {
                try await ledger.commit(plan, movements: [:])
                return nil
            }
            guard let claim = NonceClaim(plan.signings.count, environment: ledger.environment) else {
                throw IntentRefusal.unavailable
            }
            let answer = try await askForSignatures(SubmitIntentAnswer.parameters(plan, nonces: claim.nonces))
            let movements = try verify(answer, plan, claim)
            ledger.crashPoints.pass(.signaturesVerified)
            guard claim.isValid(at: ledger.environment.clock.uptime()) else {
                throw IntentRefusal.race("nonce claim is stale")
            }
            try await commit(plan, request, admission, movements: movements)
            return plan.fundedSwap
        }
    }

    /// Writes the intent. Takes the remaining locks now and checks again, since others could change these accounts
    /// until now.
    private func commit(
        _ plan: IntentPlan, _ request: IntentRequest, _ admission: Admission, movements: [Int: SignedMovement]
    ) async throws {
        guard !admission.locksAfterSigning.isEmpty else { return try await ledger.commit(plan, movements: movements) }
        try await ledger.locks.withLocks(admission.locksAfterSigning) {
            let plan = try ledger.judge { try $0.plan(request, admission) }
            try await ledger.commit(plan, movements: movements)
        }
    }

    /// Checks every signature against the message that the node expects (payment specification §6.7).
    private func verify(_ answer: Request.SubmitSignatures, _ plan: IntentPlan, _ claim: NonceClaim) throws
        -> [Int: SignedMovement]
    {
        let signings = plan.signings
        guard answer.signatures.count >= signings.count else {
            throw IntentRefusal.signatureCount("at least one signature is missing")
        }
        guard answer.signatures.count == signings.count else {
            throw IntentRefusal.signatureCount("too many signatures provided")
        }
        var movements: [Int: SignedMovement] = [:]
        var bad: [IntentRefusal.BadSignature] = []
        for (index, (actionID, signing)) in signings.enumerated() {
            let signature = try Signature(answer.signatures[index])
            let nonce = claim.nonces[index]
            let message = signing.message(nonce)
            if message.isSigned(by: signing.authority, signature: signature) {
                movements[actionID] = SignedMovement(nonce: nonce, signature: signature)
            } else {
                bad.append(.init(actionID: actionID, expectedHash: message.hash, provided: signature))
            }
        }
        guard bad.isEmpty else { throw IntentRefusal.badSignatures(bad) }
        return movements
    }
}
