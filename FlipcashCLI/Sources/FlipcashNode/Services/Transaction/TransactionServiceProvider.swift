import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.transaction.v1.Transaction`: intents, limits, cash links and swaps (wire contract §7.4).
struct TransactionServiceProvider: Ocp_Transaction_V1_Transaction.SimpleServiceProtocol {
    let ledger: LedgerCore
    var timing = SubmitIntentTiming.standard

    func submitIntent(
        request: RPCAsyncSequence<Ocp_Transaction_V1_SubmitIntentRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_SubmitIntentResponse>,
        context: ServerContext
    ) async throws {
        try await SubmitIntentSession(ledger: ledger, timing: timing) { [metrics = ledger.metrics] answer in
            if let metrics, let result = SubmitIntentAnswer.metricResult(answer) {
                metrics.count(.intentsAnswered, result)
            }
            try await response.write(answer)
        }.run(request)
    }

    func getIntentMetadata(
        request: Ocp_Transaction_V1_GetIntentMetadataRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetIntentMetadataResponse {
        let owner = request.hasOwner ? try PublicKey(request.owner) : nil
        let id = try IntentID(wire: request.intentID)
        // The id is the rendezvous key: a client that can sign with it has seen the code on the bill.
        try RequestSignature.verify(
            request, signer: owner ?? PublicKey(raw: id.raw), signature: request.signature
        ) { $0.clearSignature() }
        return try serving {
            try find({ try $0.intentMetadata(id, for: owner) }, isAbsent: { $0.result == .notFound })
        }
    }

    /// Reads something. Answers that it does not exist only if no earlier commit can still add it: a client that gets
    /// this answer about a payment may pay again.
    ///
    /// - Throws: `StoreError.unavailable` if the outcome of a commit is not known.
    private func find<Found>(_ body: (StoreReader) throws -> Found, isAbsent: (Found) -> Bool) throws -> Found {
        // Checked before and after the read: a commit that was open during the read may have ended since.
        let wasCertain = ledger.committer.isCertain
        let found = try ledger.store.read(body)
        guard !isAbsent(found) || (wasCertain && ledger.committer.isCertain) else {
            throw StoreError.unavailable(path: ledger.store.path, reason: "the outcome of a commit is not known")
        }
        return found
    }

    func getLimits(
        request: Ocp_Transaction_V1_GetLimitsRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetLimitsResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        let since = Instant(request.consumedSince)
        return try serving {
            try ledger.store.read {
                try $0.limits(
                    of: owner, consumedSince: since, time: ledger.time($0), daily: ledger.settings.dailyLimit)
            }
        }
    }

    func canWithdrawToAccount(
        request: Ocp_Transaction_V1_CanWithdrawToAccountRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_CanWithdrawToAccountResponse {
        let account = try PublicKey(request.account)
        let mint = try PublicKey(request.mint)
        do {
            return try await WithdrawalDestination.find(account, mint: mint, ledger: ledger)
                .response(fee: ledger.settings.withdrawalFee)
        } catch let error as StoreError {
            throw ledger.status(of: error)
        }
    }

    func voidGiftCard(
        request: Ocp_Transaction_V1_VoidGiftCardRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse {
        let owner = try PublicKey(request.owner)
        let vault = try PublicKey(request.giftCardVault)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        do {
            let result = try await GiftCardVoid(ledger: ledger).void(vault, by: owner)
            return .with { $0.result = result }
        } catch is LocksBusy {
            throw RPCError(code: .unavailable, message: "race detected: busy")
        } catch let error as StoreError {
            throw ledger.status(of: error)
        } catch let failure as PostingFailure {
            throw ledger.status(of: failure)
        }
    }

    private func serving<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do {
            return try body()
        } catch let error as StoreError {
            throw ledger.status(of: error)
        }
    }

    // MARK: Swaps

    func statefulSwap(
        request: RPCAsyncSequence<Ocp_Transaction_V1_StatefulSwapRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_StatefulSwapResponse>,
        context: ServerContext
    ) async throws {
        try await StatefulSwapSession(ledger: ledger, timing: timing) { [metrics = ledger.metrics] answer in
            if let metrics, let result = StatefulSwapAnswer.metricResult(answer) {
                metrics.count(.swapsAnswered, result)
            }
            try await response.write(answer)
        }.run(request)
    }

    func statelessSwap(
        request: RPCAsyncSequence<Ocp_Transaction_V1_StatelessSwapRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_StatelessSwapResponse>,
        context: ServerContext
    ) async throws {
        try await StatelessSwapSession(ledger: ledger, timing: timing) { try await response.write($0) }.run(request)
    }

    func getSwap(
        request: Ocp_Transaction_V1_GetSwapRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetSwapResponse {
        let owner = try PublicKey(request.owner)
        let id = try SwapID(wire: request.id)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        return try serving {
            guard let swap = try find({ try $0.swap(id) }, isAbsent: { $0 == nil }) else {
                return .with { $0.result = .notFound }
            }
            guard swap.owner == owner else { return .with { $0.result = .denied } }
            let metadata = try swap.wire()
            return .with {
                $0.result = .ok
                $0.swap = metadata
            }
        }
    }

    /// The most swaps in one answer.
    private static let pendingSwapsMax = 1024

    func getPendingSwaps(
        request: Ocp_Transaction_V1_GetPendingSwapsRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetPendingSwapsResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        return try serving {
            let swaps = try find(
                { try $0.unfundedSwaps(of: owner, limit: Self.pendingSwapsMax) }, isAbsent: { $0.isEmpty })
            guard !swaps.isEmpty else { return .with { $0.result = .notFound } }
            let metadata = try swaps.map { swap throws(StoreError) in try swap.wire() }
            return .with {
                $0.result = .ok
                $0.swaps = metadata
            }
        }
    }
}
