import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import Logging
import ProtobufCodec

@testable import FlipcashNode

/// A ledger with users, driven by messages as clients send them.
struct LedgerWorld: Sendable {
    typealias Request = Ocp_Transaction_V1_SubmitIntentRequest
    typealias Response = Ocp_Transaction_V1_SubmitIntentResponse
    typealias Exchange = Ocp_Transaction_V1_VerifiedExchangeData

    let clock: TestClock
    let random: SeededRandomSource
    let store: NodeStore
    let ledger: LedgerCore
    let nodeKey: KeyPair
    let usdf: MintRecord
    let jeffy: MintRecord

    static let start = Instant(seconds: 1_767_225_600)

    /// An empty ledger with the two currencies of the specification's examples.
    init(
        store: NodeStore? = nil, crashPoints: CrashPoints = CrashPoints(),
        antispam: any AntispamPolicy = AllowAllPolicy(), settlement: (any Settlement)? = nil,
        logLimits: LogKeeper.Limits = .standard, seed: UInt64 = 1
    ) throws {
        clock = TestClock(now: Self.start)
        random = SeededRandomSource(seed: seed)
        self.store = try store ?? TestDatabase.store()
        nodeKey = try KeyPair(seed: Hash(sha256: "spec/node".utf8).bytes)
        usdf = Self.mint(.usdf, authority: .usdfAuthority, name: "USDF", decimals: 6, launchpad: nil)
        jeffy = Self.mint(
            try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25"),
            authority: try PublicKey(base58: "jfy1btcfsjSn2WCqLVaxiEjp4zgmemGyRsdCPbPwnZV"), name: "Jeffy",
            decimals: 10,
            launchpad: LaunchpadState(supply: 0, baseVault: 0, feesAccumulated: 0, sellFeeBasisPoints: 100))
        let settings = LedgerSettings(
            nodeKey: nodeKey.publicKey,
            feeCollector: try PublicKey(base58: "Gjvu4D4UcFJeRZw8iw7o8pFJ2gXBL3gqwzFxbyDRtBHW"), coreMint: .usdf,
            antispam: antispam)
        let environment = RuntimeEnvironment(clock: clock, random: random, tasks: ConcurrentTaskSpawner())
        ledger = LedgerCore(
            environment: environment, store: self.store,
            committer: GroupCommitter(
                store: self.store, crashPoints: crashPoints, clock: clock, logLimits: logLimits),
            settings: settings, keys: try NodeKeys(nodeKey),
            settlement: settlement, crashPoints: crashPoints,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let mints = [usdf, jeffy]
        try self.store.write { writer in
            for mint in mints where try writer.mint(mint.mint) == nil { try writer.insert(mint) }
        }
    }

    private static func mint(
        _ mint: PublicKey, authority: PublicKey, name: String, decimals: Int, launchpad: LaunchpadState?
    ) -> MintRecord {
        MintRecord(
            mint: mint, decimals: decimals, vmAuthority: authority,
            vm: VirtualMachine(mint: mint, authority: authority).address.address, lockDays: 21, name: name,
            symbol: name, description: name, imageURL: "https://example.com/\(name)", state: .available,
            launchpad: launchpad, createdAt: start)
    }

    // MARK: People and money

    /// A new user without an account.
    func stranger() -> Payer { Payer(key: .generate(using: random)) }

    /// A new user with a core account that holds `quarks`.
    func user(_ quarks: UInt64 = 0) async throws -> Payer {
        let person = stranger()
        try await open(person, quarks)
        return person
    }

    /// Opens the core account of `person` and fills it.
    func open(_ person: Payer, _ quarks: UInt64 = 0) async throws {
        let outcome = try await submit(person.open(usdf, id: id()), signers: [])
        guard outcome == .success else { throw Unexpected(outcome) }
        if quarks > 0 { try await ledger.deposits.faucet(quarks, mint: usdf.mint, to: person.owner) }
    }

    /// Gives launchpad tokens to `person`, as if they had been issued before.
    func grantJeffy(_ quarks: UInt64, to person: Payer) throws {
        try store.write { writer in
            let vault = person.vault(jeffy)
            let intent = IntentRecord(
                sequence: nil, id: .generate(using: random), type: .externalDeposit, mint: jeffy.mint,
                initiator: person.owner, destinationOwner: person.owner, destination: vault, source: nil,
                amount: IntentAmount(quarks: quarks, currency: "usd", rate: 1, native: 1, usdMicros: 1),
                flags: [], appMetadata: nil, state: .confirmed, createdAt: clock.now())
            guard let sequence = try writer.insert(intent) else { throw IntentRefusal.intentExists }
            try writer.insertDeposit(reference: intent.id.base58, into: vault, sequence: sequence)
            let signed = try quarks.stored()
            if var state = try writer.mint(jeffy.mint)?.launchpad {
                state.supply += quarks
                try writer.update(state, of: jeffy.mint)
            }
            try writer.book(
                Movement.deposit(to: vault, mint: jeffy.mint, quarks: signed, usd: 0), cause: sequence)
        }
    }

    func id() -> IntentID { .generate(using: random) }

    func balance(_ person: Payer, _ mint: MintRecord? = nil) throws -> Int64 {
        try store.read { try $0.vault(person.vault(mint ?? usdf))?.balance.quarks ?? -1 }
    }

    /// The findings of an audit of the whole database.
    func findings() throws -> [AuditFinding] { try store.audit(ledger.settings).findings }

    // MARK: Proofs

    func rate(_ currency: String, _ value: Double, age: Duration = .zero, signedBy key: KeyPair? = nil)
        -> Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate
    {
        let rate = Ocp_Currency_V1_CoreMintFiatExchangeRate.with {
            $0.currencyCode = currency
            $0.exchangeRate = value
            $0.timestamp = clock.now().advanced(by: .zero - age).timestamp
        }
        return .with {
            $0.exchangeRate = rate
            $0.signature.value = (key ?? nodeKey).sign((try? rate.serializedBytes()) ?? []).bytes
        }
    }

    func reserve(_ supply: UInt64, mint: PublicKey? = nil, age: Duration = .zero)
        -> Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState
    {
        let state = Ocp_Currency_V1_LaunchpadCurrencyReserveState.with {
            $0.mint = (mint ?? jeffy.mint).accountID
            $0.supplyFromBonding = supply
            $0.timestamp = clock.now().advanced(by: .zero - age).timestamp
        }
        return .with {
            $0.reserveState = state
            $0.signature.value = nodeKey.sign((try? state.serializedBytes()) ?? []).bytes
        }
    }

    /// An amount of US dollars in the core mint, with a fresh proof.
    func dollars(_ quarks: UInt64) -> Exchange { amount(quarks, "usd", 1, native: Double(quarks) / 1_000_000) }

    func amount(_ quarks: UInt64, _ currency: String, _ rate: Double, native: Double) -> Exchange {
        .with {
            $0.mint = usdf.mint.accountID
            $0.quarks = quarks
            $0.nativeAmount = native
            $0.coreMintFiatExchangeRate = self.rate(currency, rate)
        }
    }

    /// An amount of Jeffy worth `native` US dollars at the supply of the examples.
    func jeffyAmount(_ quarks: UInt64, native: Double) -> Exchange {
        .with {
            $0.mint = jeffy.mint.accountID
            $0.quarks = quarks
            $0.nativeAmount = native
            $0.coreMintFiatExchangeRate = rate("usd", 1)
            $0.launchpadCurrencyReserveState = reserve(10_000_000_000_000_000)
        }
    }

    // MARK: Submitting

    /// The result of a submission.
    enum Outcome: Hashable, Sendable {
        case success
        case denied(String)
        case invalid(String)
        case stale(String)
        /// With the text, or the ids of the actions with bad signatures.
        case signatureError(String?, actions: [UInt32])
        case status(RPCError.Code, String)
    }

    struct Unexpected: Error {
        let outcome: Outcome

        init(_ outcome: Outcome) { self.outcome = outcome }
    }

    /// Submits honestly: signs each movement with the key among `signers` that is its authority.
    func submit(_ actions: Request.SubmitActions, signers: [Payer]) async throws -> Outcome {
        try await submit(actions) { parameters in Self.signatures(actions, parameters, signers) }
    }

    /// Submits `actions` and answers the server's parameters with the result of `answer`; nil sends nothing.
    func submit(
        _ actions: Request.SubmitActions, answer: @escaping @Sendable (Response.ServerParameters) -> [Signature]?
    ) async throws -> Outcome {
        try await converse([.with { $0.submitActions = actions }]) { parameters in
            answer(parameters).map { signatures in
                .with { $0.submitSignatures.signatures = signatures.map(\.wire) }
            }
        }
    }

    /// Sends `messages`, then the result of `answer` for the server's parameters.
    func converse(
        _ messages: [Request], answer: @escaping @Sendable (Response.ServerParameters) -> Request?
    ) async throws -> Outcome {
        try await converse(with: messages, reply: answer)
    }

    /// The same, with an asynchronous reply.
    func converse(
        with messages: [Request], timing: SubmitIntentTiming = .standard,
        reply: @escaping @Sendable (Response.ServerParameters) async -> Request?
    ) async throws -> Outcome {
        let (stream, inbound) = AsyncThrowingStream<Request, any Error>.makeStream()
        for message in messages { inbound.yield(message) }
        let outcomes = AsyncStream<Outcome>.makeStream()
        let session = SubmitIntentSession(ledger: ledger, timing: timing) { response in
            switch response.response {
            case .serverParameters(let parameters)?:
                if let message = await reply(parameters) { inbound.yield(message) }
            case .success?: outcomes.continuation.yield(.success)
            case .error(let error)?: outcomes.continuation.yield(Outcome(error))
            case nil: outcomes.continuation.yield(.status(.internalError, "empty response"))
            }
        }
        do {
            try await session.run(RPCAsyncSequence(wrapping: stream))
        } catch let error as any RPCErrorConvertible {
            let status = RPCError(error)
            return .status(status.code, status.message)
        }
        outcomes.continuation.finish()
        var last = Outcome.status(.internalError, "no response")
        for await outcome in outcomes.stream { last = outcome }
        return last
    }

    /// The signatures of an honest client, one for each parameter that carries a nonce.
    static func signatures(
        _ actions: Request.SubmitActions, _ parameters: Response.ServerParameters, _ signers: [Payer]
    ) -> [Signature] {
        parameters.serverParameters.compactMap { parameter in
            guard let pair = parameter.nonces.first, let address = PublicKey(exactly: pair.nonce.value),
                let value = Hash(exactly: pair.blockhash.value)
            else { return nil }
            let nonce = VirtualNonce(address: address, value: value)
            let action = actions.actions[Int(parameter.actionID)]
            guard let (authority, message) = message(action, parameter, nonce),
                let signer = signers.first(where: { $0.owner == authority })
            else { return .zero }
            return message.sign(with: signer.key)
        }
    }

    private static func message(
        _ action: Ocp_Transaction_V1_Action, _ parameter: Ocp_Transaction_V1_ServerParameter, _ nonce: VirtualNonce
    ) -> (PublicKey, CompactMessage)? {
        func key(_ id: Ocp_Common_V1_SolanaAccountId) -> PublicKey { PublicKey(exactly: id.value) ?? .usdf }
        switch action.type {
        case .noPrivacyTransfer(let transfer)?:
            return (
                key(transfer.authority),
                .transfer(
                    source: key(transfer.source), destination: key(transfer.destination), amount: transfer.amount,
                    nonce: nonce)
            )
        case .noPrivacyWithdraw(let withdraw)?:
            return (
                key(withdraw.authority),
                .withdraw(source: key(withdraw.source), destination: key(withdraw.destination), nonce: nonce)
            )
        case .feePayment(let fee)?:
            return (
                key(fee.authority),
                .transfer(
                    source: key(fee.source), destination: key(parameter.feePayment.destination), amount: fee.amount,
                    nonce: nonce)
            )
        case .openAccount?, nil:
            return nil
        }
    }
}

extension LedgerWorld.Outcome {
    init(_ error: Ocp_Transaction_V1_SubmitIntentResponse.Error) {
        let reason = error.errorDetails.first?.reasonString.reason ?? ""
        switch error.code {
        case .denied: self = .denied(error.errorDetails.first?.denied.reason ?? "")
        case .invalidIntent: self = .invalid(reason)
        case .staleState: self = .stale(reason)
        case .signatureError:
            let actions = error.errorDetails.compactMap { detail -> UInt32? in
                guard case .invalidSignature(let bad)? = detail.type else { return nil }
                return bad.actionID
            }
            self = .signatureError(actions.isEmpty ? reason : nil, actions: actions)
        case .UNRECOGNIZED: self = .status(.internalError, "unknown code")
        }
    }
}

/// Allows everything.
struct AllowAllPolicy: AntispamPolicy {
    func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
}
