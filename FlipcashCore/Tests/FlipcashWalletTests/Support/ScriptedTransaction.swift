import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec
import Synchronization

struct ScriptedTransaction: Ocp_Transaction_V1_Transaction.SimpleServiceProtocol {
    let node: ScriptedNode

    func submitIntent(
        request: RPCAsyncSequence<Ocp_Transaction_V1_SubmitIntentRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_SubmitIntentResponse>, context: ServerContext
    ) async throws {
        try node.enter("submitIntent")
        var iterator = request.makeAsyncIterator()
        guard case .submitActions(let actions) = try await iterator.next()?.request else {
            throw RPCError(code: .invalidArgument, message: "first message")
        }
        node.change { $0.submitted.append(actions) }
        let isOpening = actions.actions.allSatisfy { if case .openAccount = $0.type { true } else { false } }
        let script = isOpening ? .commit : node.read { $0.submission }
        let id = try IntentID(actions.id.value)
        if case .refuse(let code, let reason) = script {
            try await refuse(response, code, reason)
            return
        }
        if !isOpening, node.losesRace() {
            try await refuse(response, .staleState, "race detected: the test says so")
            return
        }
        if !isOpening, node.read({ $0.intents[id] != nil }) {
            try await refuse(response, .staleState, "intent already exists")
            return
        }
        guard !isOpening else {
            node.commit(actions, signatures: [])
            try await answer(response, .with { $0.success = .with { $0.code = .ok } })
            return
        }
        switch script {
        case .hangUpBeforeParameters: throw RPCError(code: .unavailable, message: "gone")
        case .claimSuccess:
            try await response.write(.with { $0.success = .with { $0.code = .ok } })
            return
        case .silentAfterActions: return try await silence()
        case .commit, .parameters, .hangUpAfterSignatures, .silentAfterSignatures, .refuse: break
        }
        var parameters = node.honestParameters(for: actions)
        if case .parameters(let scripted) = script { parameters = scripted }
        let offered = parameters
        try await response.write(
            .with { $0.serverParameters = .with { $0.serverParameters = offered } })
        guard case .submitSignatures(let signatures) = try await iterator.next()?.request else {
            throw RPCError(code: .deadlineExceeded, message: "timeout receiving message")
        }
        await node.read { $0.onSignatures }?()
        if case .silentAfterSignatures(let commits) = script {
            if commits { node.commit(actions, signatures: signatures.signatures) }
            return try await silence()
        }
        if case .hangUpAfterSignatures(let commits) = script {
            if commits { node.commit(actions, signatures: signatures.signatures) }
            throw RPCError(code: .unavailable, message: "gone")
        }
        node.commit(actions, signatures: signatures.signatures)
        try await answer(response, .with { $0.success = .with { $0.code = .ok } })
    }

    /// Waits for longer than any client does.
    private func silence() async throws {
        try await node.clock.sleep(for: .seconds(86_400))
    }

    private func refuse(
        _ response: RPCWriter<Ocp_Transaction_V1_SubmitIntentResponse>,
        _ code: Ocp_Transaction_V1_SubmitIntentResponse.Error.Code, _ reason: String
    ) async throws {
        try await answer(
            response,
            .with {
                $0.error = .with {
                    $0.code = code
                    $0.errorDetails = [.with { $0.reasonString = .with { $0.reason = reason } }]
                }
            })
    }

    /// Sends the last message, and does what the test wants to happen before the end of the stream.
    private func answer(
        _ response: RPCWriter<Ocp_Transaction_V1_SubmitIntentResponse>,
        _ message: Ocp_Transaction_V1_SubmitIntentResponse
    ) async throws {
        try await response.write(message)
        try await node.read { $0.afterAnswer }?()
    }

    func getIntentMetadata(
        request: Ocp_Transaction_V1_GetIntentMetadataRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetIntentMetadataResponse {
        try node.enter("getIntentMetadata")
        if let delay = node.read({ $0.metadataDelay }) { try await node.clock.sleep(for: delay) }
        if node.read({ $0.metadataIsDown }) { throw RPCError(code: .unavailable, message: "the test says so") }
        let id = try IntentID(request.intentID.value)
        guard !node.read({ $0.metadataIsHidden }), let record = node.read({ $0.intents[id] }) else {
            return .with { $0.result = .notFound }
        }
        if node.read({ $0.metadataMakesNoSense }) { return .init() }
        let owner = PublicKey(exactly: request.owner.value)
        var metadata = record.actions.metadata
        switch metadata.type {
        case .sendPublicPayment(var payment):
            guard case .clientExchangeData(let data) = payment.exchangeData else {
                throw RPCError(code: .internalError, message: "")
            }
            let isParty =
                owner == PublicKey(exactly: record.actions.owner.value)
                || owner.map { node.vault(of: $0).bytes } == payment.destination.value
            guard isParty else { return .with { $0.result = .denied } }
            payment.serverExchangeData = .with {
                $0.currency = data.coreMintFiatExchangeRate.exchangeRate.currencyCode
                $0.exchangeRate = data.coreMintFiatExchangeRate.exchangeRate.exchangeRate
                $0.nativeAmount = data.nativeAmount
                $0.quarks = data.quarks
                $0.mint = data.mint
            }
            metadata.sendPublicPayment = payment
        case .receivePaymentsPublicly(var receipt):
            receipt.exchangeData = .with {
                $0.currency = "usd"
                $0.exchangeRate = 1
                $0.nativeAmount = Double(receipt.quarks) / 1_000_000
                $0.quarks = receipt.quarks
                $0.mint = receipt.mint
            }
            metadata.receivePaymentsPublicly = receipt
        case .openAccounts, .publicDistribution, nil: return .with { $0.result = .notFound }
        }
        let answer = metadata
        return .with { $0.metadata = answer }
    }

    func getLimits(
        request: Ocp_Transaction_V1_GetLimitsRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetLimitsResponse {
        try node.enter("getLimits")
        let next = node.read { $0.limitsNext }
        let limit = Ocp_Transaction_V1_SendLimit.with {
            $0.nextTransaction = next
            $0.maxPerTransaction = 250
            $0.maxPerDay = 1_000
        }
        return .with { $0.sendLimitsByCurrency = ["usd": limit, "cad": limit, "xau": limit] }
    }

    func voidGiftCard(
        request: Ocp_Transaction_V1_VoidGiftCardRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse {
        try node.enter("voidGiftCard")
        let vault = try PublicKey(request.giftCardVault.value)
        node.change { $0.voided.append(vault) }
        if node.read({ $0.losesVoids }) { throw RPCError(code: .unavailable, message: "lost") }
        return .with { $0.result = node.read { $0.voidResult } }
    }

    func canWithdrawToAccount(
        request: Ocp_Transaction_V1_CanWithdrawToAccountRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_CanWithdrawToAccountResponse {
        try node.enter("canWithdrawToAccount")
        let address = try PublicKey(request.account.value)
        return node.read { state in
            if let scripted = state.withdrawalAccounts[address] { return scripted }
            if state.opened.contains(address) {
                return .with {
                    $0.isValidPaymentDestination = true
                    $0.accountType = .tokenAccount
                }
            }
            guard address.isOnCurve else { return .init() }
            return .with {
                $0.isValidPaymentDestination = true
                $0.accountType = .ownerAccount
                $0.requiresInitialization = true
                $0.feeAmount = .with {
                    $0.currency = "usd"
                    $0.nativeAmount = 0.5
                }
            }
        }
    }
    func statelessSwap(
        request: RPCAsyncSequence<Ocp_Transaction_V1_StatelessSwapRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_StatelessSwapResponse>, context: ServerContext
    ) async throws { throw Self.unused }

    private static var unused: RPCError { RPCError(code: .unimplemented, message: "the double does not do this") }
}

extension ScriptedNode {
    /// Returns parameters as an honest node sends them: a new nonce for every signing action.
    /// The account that collects fees.
    static let feeCollector = Hash(sha256: "fee collector".utf8).bytes

    func honestParameters(
        for actions: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions
    ) -> [Ocp_Transaction_V1_ServerParameter] {
        actions.actions.map { action in
            var parameter = Ocp_Transaction_V1_ServerParameter()
            parameter.actionID = action.id
            switch action.type {
            case .openAccount: parameter.openAccount = .init()
            case .noPrivacyTransfer:
                parameter.noPrivacyTransfer = .init()
                parameter.nonces = [nextNonce()]
            case .noPrivacyWithdraw:
                parameter.noPrivacyWithdraw = .init()
                parameter.nonces = [nextNonce()]
            case .feePayment:
                parameter.feePayment = .with { $0.destination = .with { $0.value = Self.feeCollector } }
                parameter.nonces = [nextNonce()]
            case nil: break
            }
            return parameter
        }
    }

    func nextNonce() -> Ocp_Transaction_V1_NoncedTransactionMetadata {
        let number = state.withLock { state in
            state.nonceCounter += 1
            return state.nonceCounter
        }
        return .with {
            $0.nonce = .with { $0.value = Hash(sha256: "nonce-\(number)".utf8).bytes }
            $0.blockhash = .with { $0.value = Hash(sha256: "hash-\(number)".utf8).bytes }
        }
    }

    /// Applies a submission's actions: opens, transfers and withdraws.
    func commit(
        _ actions: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions, signatures: [Ocp_Common_V1_Signature]
    ) {
        guard let id = IntentID(exactly: actions.id.value), let owner = PublicKey(exactly: actions.owner.value) else {
            return
        }
        state.withLock { state in
            state.intents[id] = Record(actions: actions, signatures: signatures)
            for action in actions.actions {
                switch action.type {
                case .openAccount(let opening):
                    guard let token = PublicKey(exactly: opening.token.value) else { continue }
                    state.opened.insert(token)
                    if opening.accountType == .remoteSendGiftCard, let card = PublicKey(exactly: opening.owner.value),
                        case .clientExchangeData(let data) = actions.metadata.sendPublicPayment.exchangeData
                    {
                        let rate = data.coreMintFiatExchangeRate.exchangeRate
                        state.giftCards[card] = GiftCard(
                            vault: token, issuer: owner,
                            exchangeData: .with {
                                $0.currency = rate.currencyCode
                                $0.exchangeRate = rate.exchangeRate
                                $0.nativeAmount = data.nativeAmount
                                $0.quarks = data.quarks
                                $0.mint = data.mint
                            })
                    }
                case .noPrivacyTransfer(let transfer):
                    move(transfer.amount, transfer.source.value, transfer.destination.value, &state)
                case .noPrivacyWithdraw(let withdraw):
                    guard !withdraw.isAutoReturn else { continue }
                    move(withdraw.amount, withdraw.source.value, withdraw.destination.value, &state)
                    if let card = state.giftCards.first(where: { $0.value.vault.bytes == withdraw.source.value })?.key {
                        state.giftCards[card]?.claimState = .claimed
                    }
                case .feePayment(let fee): move(fee.amount, fee.source.value, Self.feeCollector, &state)
                case nil: break
                }
            }
        }
        noteFunding(id)
    }

    private func move(_ amount: UInt64, _ source: [UInt8], _ destination: [UInt8], _ state: inout State) {
        guard let source = PublicKey(exactly: source), let destination = PublicKey(exactly: destination) else { return }
        state.quarks[source, default: 0] &-= amount
        state.quarks[destination, default: 0] &+= amount
    }
}

struct ScriptedCoreAccount: Flipcash_Account_V1_Account.SimpleServiceProtocol {
    let node: ScriptedNode

    func register(
        request: Flipcash_Account_V1_RegisterRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_RegisterResponse {
        try node.enter("register")
        let owner = try PublicKey(request.publicKey.value)
        var unsigned = request
        unsigned.clearSignature()
        guard let signature = Signature(exactly: request.signature.value),
            owner.verify(signature: signature, data: try unsigned.serializedBytes() as [UInt8])
        else { throw RPCError(code: .unauthenticated, message: "") }
        let id = Array(owner.bytes.prefix(16))
        node.change { $0.users[owner] = id }
        return .with { $0.userID = .with { $0.value = id } }
    }

    func login(
        request: Flipcash_Account_V1_LoginRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_LoginResponse {
        try node.enter("login")
        let owner = try PublicKey(request.auth.keyPair.pubKey.value)
        guard let id = node.read({ $0.users[owner] }) else { return .with { $0.result = .denied } }
        return .with { $0.userID = .with { $0.value = id } }
    }

    func getUserFlags(
        request: Flipcash_Account_V1_GetUserFlagsRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_GetUserFlagsResponse {
        try node.enter("getUserFlags")
        if node.read({ $0.flagsAreDown }) { throw RPCError(code: .unavailable, message: "lost") }
        let minBuild = node.read { $0.minBuild }
        return .with {
            $0.userFlags = .with {
                $0.isRegisteredAccount = true
                $0.minBuildNumber = minBuild
                $0.newCurrencyPurchaseAmount = 10_000_000
                $0.newCurrencyFeeAmount = 10_000_000
            }
        }
    }

    func getUnauthenticatedUserFlags(
        request: Flipcash_Account_V1_GetUnauthenticatedUserFlagsRequest, context: ServerContext
    ) async throws -> Flipcash_Account_V1_GetUnauthenticatedUserFlagsResponse {
        try node.enter("getUnauthenticatedUserFlags")
        return .with { $0.userFlags = .with { $0.minBuildNumber = node.read { $0.minBuild } } }
    }
}

struct ScriptedActivity: Flipcash_Activity_V1_ActivityFeed.SimpleServiceProtocol {
    let node: ScriptedNode

    func getLatestNotifications(
        request: Flipcash_Activity_V1_GetLatestNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetLatestNotificationsResponse {
        try node.enter("getLatestNotifications")
        let all = node.read { $0.activities }
        return .with { $0.notifications = Array(all.reversed().prefix(Int(request.maxItems))) }
    }

    func getPagedNotifications(
        request: Flipcash_Activity_V1_GetPagedNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetPagedNotificationsResponse {
        try node.enter("getPagedNotifications")
        if node.read({ $0.historyIsDown }) { throw RPCError(code: .unavailable, message: "the test says so") }
        let cursor =
            request.queryOptions.hasPagingToken ? IntentID(exactly: request.queryOptions.pagingToken.value) : nil
        node.change { $0.pagedRequests.append(cursor) }
        if let cursor, node.read({ $0.rejectsCursor }) == cursor {
            throw RPCError(code: .internalError, message: "unknown token")
        }
        if node.read({ $0.pagesWithoutEnd }) {
            // Alternates between two pages without end.
            let all = node.read { $0.activities }
            let isFirst = all.first.map { cursor?.bytes == $0.id.value } ?? true
            return .with { $0.notifications = isFirst ? Array(all.suffix(1)) : Array(all.prefix(1)) }
        }
        let all = node.read { $0.activities }
        let start = cursor.flatMap { id in all.firstIndex { $0.id.value == id.bytes } }.map { $0 + 1 } ?? 0
        // Returns short pages, like a server that filters after paging.
        return .with { $0.notifications = Array(all[start...].prefix(2)) }
    }

    func getBatchNotifications(
        request: Flipcash_Activity_V1_GetBatchNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetBatchNotificationsResponse {
        try node.enter("getBatchNotifications")
        let all = node.read { $0.activities }
        let found = request.ids.compactMap { id in all.first { $0.id.value == id.value } }
        guard found.count == request.ids.count else { return .with { $0.result = .notFound } }
        return .with { $0.notifications = found }
    }
}
