import FlipcashAPI
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

@testable import FlipcashCore
@testable import FlipcashWallet

/// The currencies and swaps of the scripted service. Swaps are carried out with the chain's own functions.
struct ScriptedMarket: Sendable {
    /// A currency on a curve.
    struct Currency: Sendable {
        let name: String
        let symbol: String
        let creator: PublicKey
        let seed: PublicKey
        let reserve: ReserveCurrency
        var supply: UInt64
        /// Whether the currency exists only as a name, until its first purchase.
        var isReserved = false
    }

    struct Swap: Sendable {
        let owner: PublicKey
        let metadata: Ocp_Transaction_V1_VerifiedSwapMetadata
        let proof: Ocp_Common_V1_Signature
        let parameters: SwapParameters
        var state = SwapState.created
    }

    /// How the service handles a swap.
    enum Script: Sendable {
        case honest
        case refuse(Ocp_Transaction_V1_StatefulSwapResponse.Error.Code, String)
        case hangUpBeforeParameters
        case hangUpAfterSignatures(stores: Bool)
        /// Names the payer's own account as payer.
        case hostilePayer
    }

    var currencies: [PublicKey: Currency] = [:]
    var swaps: [SwapID: Swap] = [:]
    var script = Script.honest
    /// The states that a funded swap passes through, one for each question.
    var states: [SwapState] = [.funding, .submitting, .finalized]
    /// Whether questions about swaps fail.
    var swapsAreDown = false
    /// Whether stored terms are returned with a changed amount.
    var forges = false
    /// Runs when a swap is stored, before the answer.
    var onStored: (@Sendable () async -> Void)?
    var losesLaunchAnswers = false
    var launchCount = 0
}

extension ScriptedNode {
    static let fees = PublicKey(raw: Hash(sha256: "fees".utf8).raw)

    /// Adds a currency with a supply, and returns its mint.
    @discardableResult
    func addCurrency(_ name: String, supply: UInt64, isReserved: Bool = false) -> PublicKey {
        let creator = PublicKey(raw: Hash(sha256: "creator of \(name)".utf8).raw)
        let seed = PublicKey(raw: Hash(sha256: "seed of \(name)".utf8).raw)
        guard let padded = try? PaddedName(name: name) else { return .usdc }
        let mint = CurrencyCreatorAddresses.mint(authority: creator, name: padded, seed: seed).address
        let symbol = String(name.uppercased().filter { $0 != " " }.prefix(8))
        change {
            $0.market.currencies[mint] = ScriptedMarket.Currency(
                name: name, symbol: symbol, creator: creator, seed: seed,
                reserve: ReserveCurrency(mint: mint, authority: creator), supply: supply, isReserved: isReserved)
        }
        return mint
    }

    /// Gives an owner tokens.
    func give(_ quarks: UInt64, of mint: PublicKey, to owner: PublicKey) {
        guard let vault = vault(of: owner, mint: mint) else { return }
        change { state in
            state.opened.insert(vault)
            state.quarks[vault, default: 0] += quarks
        }
    }

    func vault(of owner: PublicKey, mint: PublicKey) -> PublicKey? {
        if mint == .usdf { return vault(of: owner) }
        guard let currency = read({ $0.market.currencies[mint] }) else { return nil }
        return TimelockAccount(owner: owner, virtualMachine: currency.reserve.virtualMachine).vault.address
    }

    func wireMint(_ mint: PublicKey) -> Ocp_Currency_V1_Mint? {
        guard let currency = read({ $0.market.currencies[mint] }), !currency.isReserved else { return nil }
        let machine = currency.reserve.virtualMachine
        return .with {
            $0.address = mint.test
            $0.decimals = 10
            $0.name = currency.name
            $0.symbol = currency.symbol
            $0.description_p = "d"
            $0.imageURL = "https://x.example/i"
            $0.createdAt = Google_Protobuf_Timestamp(seconds: 1_767_225_600)
            $0.vmMetadata = .with {
                $0.vm = machine.address.address.test
                $0.authority = machine.authority.test
                $0.omnibus = machine.omnibus.address.test
                $0.lockDurationInDays = 21
            }
            $0.launchpadMetadata = .with {
                $0.currencyConfig = CurrencyCreatorAddresses.currency(mint: mint).address.test
                $0.liquidityPool = currency.reserve.pool.test
                $0.seed = currency.seed.test
                $0.authority = currency.creator.test
                $0.mintVault = currency.reserve.targetVault.test
                $0.coreMintVault = currency.reserve.baseVault.test
                $0.supplyFromBonding = currency.supply
                $0.sellFeeBps = 100
            }
        }
    }

    func signedReserve(
        _ mint: PublicKey, at time: Instant
    ) -> Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState? {
        guard let currency = read({ $0.market.currencies[mint] }), !currency.isReserved else { return nil }
        let inner = Ocp_Currency_V1_LaunchpadCurrencyReserveState.with {
            $0.mint = mint.test
            $0.supplyFromBonding = currency.supply
            $0.timestamp = Google_Protobuf_Timestamp(seconds: time.seconds, nanos: time.nanoseconds)
        }
        let bytes: [UInt8] = (try? inner.serializedBytes()) ?? []
        return .with {
            $0.reserveState = inner
            $0.signature = .with { $0.value = key.sign(bytes).bytes }
        }
    }

    /// The lookup table of a currency, as a node keeps it.
    func table(_ reserve: ReserveCurrency) -> Ocp_Common_V1_SolanaAddressLookupTable {
        let address = PublicKey(raw: Hash(sha256: "table of \(reserve.mint.base58)".utf8).raw)
        let table = AddressLookupTable.launchpad(at: address, currency: reserve)
        return .with {
            $0.address = table.address.test
            $0.entries = table.addresses.map(\.test)
        }
    }

    /// The lookup table of launches.
    var coreTable: Ocp_Common_V1_SolanaAddressLookupTable {
        let core = VirtualMachine(mint: .usdf, authority: key.publicKey)
        return .with {
            $0.address = PublicKey(raw: Hash(sha256: "core table".utf8).raw).test
            $0.entries = [core.address.address, .usdf, Sysvar.rent, Sysvar.recentBlockhashes].map(\.test)
        }
    }

    /// The accounts of an owner in the market's currencies.
    func marketAccounts(of owner: PublicKey) -> [String: Ocp_Account_V1_TokenAccountInfo] {
        var infos: [String: Ocp_Account_V1_TokenAccountInfo] = [:]
        for mint in read({ $0.market.currencies.keys.sorted() }) {
            guard let vault = vault(of: owner, mint: mint), let wire = wireMint(mint),
                read({ $0.opened.contains(vault) })
            else { continue }
            infos[vault.base58] = .with {
                $0.address = vault.test
                $0.owner = owner.test
                $0.authority = owner.test
                $0.accountType = .primary
                $0.balance = read { $0.quarks[vault] ?? 0 }
                $0.balanceSource = .cache
                $0.managementState = .locked
                $0.mint = mint.test
                $0.mintMetadata = wire
            }
        }
        return infos
    }

    /// Marks the swap that an intent funds.
    func noteFunding(_ id: IntentID) {
        change { state in
            for (swap, entry) in state.market.swaps where entry.parameters.funding == .intent(id) {
                state.market.swaps[swap]?.state = .funding
            }
        }
    }

    /// Moves a funded swap one step on, and carries it out when it is final.
    func advance(_ id: SwapID) {
        change { state in
            guard let swap = state.market.swaps[id], swap.state != .created, !swap.state.isFinal,
                let index = state.market.states.firstIndex(of: swap.state), index + 1 < state.market.states.count
            else { return }
            state.market.swaps[id]?.state = state.market.states[index + 1]
        }
        guard let swap = read({ $0.market.swaps[id] }) else { return }
        if swap.state == .finalized { carryOut(swap) }
        if swap.state == .cancelled, let vault = vault(of: swap.owner, mint: swap.parameters.fromMint) {
            change { $0.quarks[vault, default: 0] += swap.parameters.fundedAmount }
        }
    }

    private func carryOut(_ swap: ScriptedMarket.Swap) {
        let parameters = swap.parameters
        var amount = parameters.amount
        if parameters.fromMint != .usdf, let supply = read({ $0.market.currencies[parameters.fromMint]?.supply }) {
            amount = (try? TradeQuote.sell(parameters.fromMint, supply: supply, amount: amount).received.quarks) ?? 0
            change { $0.market.currencies[parameters.fromMint]?.supply -= parameters.amount }
        }
        if parameters.toMint != .usdf, let supply = read({ $0.market.currencies[parameters.toMint]?.supply }) {
            amount = (try? TradeQuote.buy(parameters.toMint, supply: supply, amount: amount).received.quarks) ?? 0
            let bought = amount
            change {
                $0.market.currencies[parameters.toMint]?.supply += bought
                $0.market.currencies[parameters.toMint]?.isReserved = false
            }
        }
        guard let vault = vault(of: swap.owner, mint: parameters.toMint) else { return }
        let credit = amount
        change { state in
            state.opened.insert(vault)
            state.quarks[vault, default: 0] += credit
        }
    }

    func swapMetadata(_ swap: ScriptedMarket.Swap) -> Ocp_Transaction_V1_SwapMetadata {
        let forges = read { $0.market.forges }
        return .with {
            $0.verifiedMetadata = swap.metadata
            if forges { $0.verifiedMetadata.reserve.clientParameters.swapAmount += 1 }
            $0.state = Ocp_Transaction_V1_SwapMetadata.State(rawValue: swap.state.rawValue) ?? .unknown
            $0.signature = swap.proof
        }
    }
}

extension ScriptedTransaction {
    func statefulSwap(
        request: RPCAsyncSequence<Ocp_Transaction_V1_StatefulSwapRequest, any Error>,
        response: RPCWriter<Ocp_Transaction_V1_StatefulSwapResponse>, context: ServerContext
    ) async throws {
        try node.enter("statefulSwap")
        var iterator = request.makeAsyncIterator()
        guard case .initiate(let initiate) = try await iterator.next()?.request else {
            throw RPCError(code: .invalidArgument, message: "first message")
        }
        let script = node.read { $0.market.script }
        if case .refuse(let code, let reason) = script {
            try await response.write(
                .with {
                    $0.error = .with {
                        $0.code = code
                        $0.errorDetails = [.with { $0.reasonString = .with { $0.reason = reason } }]
                    }
                })
            return
        }
        if case .hangUpBeforeParameters = script { throw RPCError(code: .unavailable, message: "gone") }
        let metadata = Ocp_Transaction_V1_VerifiedSwapMetadata.with {
            $0.reserve = .with { $0.clientParameters = initiate.reserve }
        }
        guard let owner = PublicKey(exactly: initiate.owner.value), let parameters = SwapParameters(wire: metadata)
        else {
            throw RPCError(code: .invalidArgument, message: "parameters")
        }
        try await response.write(.with { $0.serverParameters = serverParameters(parameters, owner: owner, script) })
        guard case .submitSignatures(let signatures) = try await iterator.next()?.request else { return }
        let isLaunch = node.read { $0.market.currencies[parameters.toMint]?.isReserved ?? false }
        guard signatures.transactionSignatures.count == (isLaunch ? 1 : 2) else {
            throw RPCError(code: .invalidArgument, message: "signatures")
        }
        if case .hangUpAfterSignatures(stores: false) = script { throw RPCError(code: .unavailable, message: "gone") }
        node.change {
            $0.market.swaps[parameters.id] = ScriptedMarket.Swap(
                owner: owner, metadata: metadata, proof: initiate.proofSignature, parameters: parameters)
        }
        await node.read { $0.market.onStored }?()
        if case .hangUpAfterSignatures = script { throw RPCError(code: .unavailable, message: "gone") }
        try await response.write(.with { $0.success = .with { $0.code = .ok } })
    }

    private func serverParameters(
        _ parameters: SwapParameters, owner: PublicKey, _ script: ScriptedMarket.Script
    ) -> Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters {
        let nonce = node.nextNonce()
        var payer = node.key.publicKey
        if case .hostilePayer = script { payer = owner }
        if let currency = node.read({ $0.market.currencies[parameters.toMint] }), currency.isReserved {
            return .with {
                $0.reserveNewCurrency = .with {
                    $0.payer = payer.test
                    $0.nonce = nonce.nonce
                    $0.blockhash = nonce.blockhash
                    $0.authority = currency.creator.test
                    $0.name = currency.name
                    $0.symbol = currency.symbol
                    $0.seed = currency.seed.test
                    $0.sellFeeBps = 100
                    $0.vmLockDurationInDays = 21
                    $0.feeDestination = ScriptedNode.fees.test
                    $0.alts = [node.coreTable]
                }
            }
        }
        let tables = [parameters.fromMint, parameters.toMint].compactMap { mint in
            node.read { $0.market.currencies[mint]?.reserve }
        }.map { node.table($0) }
        return .with {
            $0.reserveExistingCurrency = .with {
                $0.payer = payer.test
                $0.nonce = nonce.nonce
                $0.blockhash = nonce.blockhash
                $0.alts = tables
                $0.computeUnitLimit = 150_000
                $0.memoValue = "buy_v0"
                $0.memoryAccount = ScriptedNode.fees.test
                if parameters.fee > 0 { $0.feeDestination = ScriptedNode.fees.test }
            }
        }
    }

    func getSwap(
        request: Ocp_Transaction_V1_GetSwapRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetSwapResponse {
        try node.enter("getSwap")
        if node.read({ $0.market.swapsAreDown }) { throw RPCError(code: .unavailable, message: "the test says so") }
        let id = try SwapID(request.id.value)
        node.advance(id)
        guard let swap = node.read({ $0.market.swaps[id] }) else { return .with { $0.result = .notFound } }
        guard swap.owner.bytes == request.owner.value else { return .with { $0.result = .denied } }
        return .with { $0.swap = node.swapMetadata(swap) }
    }

    func getPendingSwaps(
        request: Ocp_Transaction_V1_GetPendingSwapsRequest, context: ServerContext
    ) async throws -> Ocp_Transaction_V1_GetPendingSwapsResponse {
        try node.enter("getPendingSwaps")
        let waiting = node.read { $0.market.swaps.values.filter { $0.state == .created } }
            .filter { $0.owner.bytes == request.owner.value }
        guard !waiting.isEmpty else { return .with { $0.result = .notFound } }
        return .with { $0.swaps = waiting.map(node.swapMetadata) }
    }
}

extension ScriptedCurrency {
    func launch(
        request: Ocp_Currency_V1_LaunchRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_LaunchResponse {
        try node.enter("launch")
        node.change { $0.market.launchCount += 1 }
        guard !node.read({ $0.market.currencies.values.contains { $0.name == request.name } }) else {
            return .with { $0.result = .nameExists }
        }
        let mint = node.addCurrency(request.name, supply: 0, isReserved: true)
        if node.read({ $0.market.losesLaunchAnswers }) { throw RPCError(code: .unavailable, message: "lost") }
        return .with { $0.mint = mint.test }
    }

    func checkAvailability(
        request: Ocp_Currency_V1_CheckAvailabilityRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_CheckAvailabilityResponse {
        try node.enter("checkAvailability")
        let isTaken = node.read { $0.market.currencies.values.contains { $0.name == request.name } }
        return .with { $0.isAvailable = !isTaken }
    }
}

struct ScriptedModeration: Flipcash_Moderation_V1_Moderation.SimpleServiceProtocol {
    let node: ScriptedNode

    func moderateText(
        request: Flipcash_Moderation_V1_ModerateTextRequest, context: ServerContext
    ) async throws -> Flipcash_Moderation_V1_ModerateTextResponse {
        try node.enter("moderateText")
        guard !request.text.contains("bad") else {
            return .with {
                $0.isAllowed = false
                $0.flaggedCategory = .spam
            }
        }
        return .with {
            $0.isAllowed = true
            $0.attestation = .with { $0.contentHash = Hash(sha256: request.text.utf8).bytes }
        }
    }

    func moderateImage(
        request: Flipcash_Moderation_V1_ModerateImageRequest, context: ServerContext
    ) async throws -> Flipcash_Moderation_V1_ModerateImageResponse {
        try node.enter("moderateImage")
        return .with {
            $0.isAllowed = true
            // About other content than was sent.
            $0.attestation = .with { $0.contentHash = Hash(sha256: "other".utf8).bytes }
        }
    }
}
