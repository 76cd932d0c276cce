import FlipcashAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// Parameters that a hostile server may send (payment specification §7).
@Suite struct ServerParametersTests {
    typealias Parameter = Ocp_Transaction_V1_ServerParameter

    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let link: Intent
    private let honest: [Parameter]

    init() throws {
        node = ScriptedNode(clock: world.clock)
        let owner = TestWallet.account("a").ownerKey
        let cluster = AccountCluster(authority: owner, mint: .usdf, timeAuthority: node.key.publicKey)
        let card = GiftCardCluster.generate(
            mint: .usdf, timeAuthority: node.key.publicKey, using: world.environment.random)
        link = Intent.cashLink(
            id: .generate(using: world.environment.random), from: cluster, giftCard: card,
            exchangeData: try Self.exchangeData(node, at: world.clock.now()))
        honest = node.honestParameters(for: try link.submitActions())
    }

    static func exchangeData(_ node: ScriptedNode, at time: Instant) throws -> PinnedExchangeData {
        let rate = try VerifiedRate(node.signedRate("usd", 1, at: time), nodeKey: node.key.publicKey)
        let amount = try ExchangedFiat(nativeAmount: .usd("5"), rate: rate.rate)
        return PinnedExchangeData(amount: amount, state: VerifiedState(rateProof: rate, reserveProof: nil))
    }

    private func check(
        _ parameters: [Parameter], for actions: [IntentAction]? = nil, memory: NonceMemory = NonceMemory()
    ) -> ServerParametersError? {
        do {
            _ = try ServerParametersValidator.validate(parameters, for: actions ?? link.actions, alreadyUsed: memory)
            return nil
        } catch {
            return error
        }
    }

    private func changed(_ index: Int, _ change: (inout Parameter) -> Void) -> [Parameter] {
        var parameters = honest
        change(&parameters[index])
        return parameters
    }

    @Test("Valid parameters give one nonce for each signing action and none for the opening")
    func nonces_honest_match() throws {
        let validated = try ServerParametersValidator.validate(
            honest, for: link.actions, alreadyUsed: NonceMemory())
        #expect(validated.map { $0 != nil } == [false, true, true])
        #expect(validated.allSatisfy { $0?.feeDestination == nil })
    }

    @Test("Too few, too many, swapped or mislabelled parameters are refused")
    func nonces_wrongShape_isRefused() {
        #expect(check(Array(honest.dropLast())) == .wrongCount(expected: 3, received: 2))
        #expect(check(honest + [honest[2]]) == .wrongCount(expected: 3, received: 4))
        #expect(check([]) == .wrongCount(expected: 3, received: 0))
        #expect(check([honest[1], honest[0], honest[2]]) == .wrongActionID(action: 0, received: 1))
        #expect(check(changed(1) { $0.noPrivacyWithdraw = .init() }) == .wrongKind(action: 1))
        #expect(check(changed(1) { $0.type = nil }) == .wrongKind(action: 1))
        #expect(check(changed(2) { $0.feePayment = .init() }) == .wrongKind(action: 2))
    }

    @Test("Missing, extra, short or repeated nonces are refused")
    func nonces_wrongNonces_areRefused() {
        #expect(check(changed(1) { $0.nonces = [] }) == .wrongNonceCount(action: 1, received: 0))
        #expect(check(changed(1) { $0.nonces += $0.nonces }) == .wrongNonceCount(action: 1, received: 2))
        #expect(check(changed(0) { $0.nonces = [node.nextNonce()] }) == .wrongNonceCount(action: 0, received: 1))
        #expect(check(changed(1) { $0.nonces[0].nonce.value.removeLast() }) == .malformedNonce(action: 1))
        #expect(check(changed(1) { $0.nonces[0].clearBlockhash() }) == .malformedNonce(action: 1))
        let repeated = honest[1].nonces
        #expect(check(changed(2) { $0.nonces = repeated }) == .nonceReused(action: 2))
    }

    /// A withdrawal of 5 USD to a new token account, with its honest parameters.
    private func withdrawal() throws -> (intent: Intent, owner: AccountCluster, parameters: [Parameter]) {
        let cluster = AccountCluster(
            authority: TestWallet.account("a").ownerKey, mint: .usdf, timeAuthority: node.key.publicKey)
        let destination = AssociatedTokenAccount.address(owner: Self.outsider, mint: .usdf).address
        let intent = try Intent.withdrawal(
            id: link.id, from: cluster, to: destination, destinationOwner: Self.outsider, fee: 500_000,
            exchangeData: try Self.exchangeData(node, at: world.clock.now()))
        return (intent, cluster, node.honestParameters(for: try intent.submitActions()))
    }

    private static let outsider = TestWallet.account("outsider").owner

    @Test("A withdrawal with a fee is marked as one, and signs the fee to the server's destination")
    func withdrawal_withFee_signsBoth() throws {
        let (intent, cluster, parameters) = try withdrawal()
        let actions = try intent.submitActions()
        let metadata = actions.metadata.sendPublicPayment
        #expect(metadata.isWithdrawal && !metadata.isIndirectSend)
        #expect(metadata.destinationOwner == Self.outsider.wire)
        #expect(metadata.clientExchangeData.quarks == 5_000_000)
        #expect(actions.actions.map(\.noPrivacyTransfer.amount) == [4_500_000, 0])
        #expect(actions.actions[1].feePayment.amount == 500_000)
        #expect(actions.actions[1].feePayment.type == .createOnSendWithdrawal)
        var machine = SubmitIntentMachine(intent: intent, nonces: NonceMemory())
        _ = try machine.start()
        let answer = Ocp_Transaction_V1_SubmitIntentResponse.with {
            $0.serverParameters = .with { $0.serverParameters = parameters }
        }
        guard case .send(let message) = try machine.receive(answer) else {
            Issue.record("no signatures were sent")
            return
        }
        let validated = try ServerParametersValidator.validate(
            parameters, for: intent.actions, alreadyUsed: NonceMemory())
        let fee = try #require(validated[1])
        let collector = try #require(fee.feeDestination)
        let signed = CompactMessage.transfer(
            source: cluster.vault, destination: collector, amount: 500_000, nonce: fee.nonce)
        #expect(message.submitSignatures.signatures.count == 2)
        #expect(message.submitSignatures.signatures[1] == signed.sign(with: cluster.authority).wire)
    }

    @Test("A fee that leaves nothing to withdraw makes no intent", arguments: [5_000_000, 5_000_001, UInt64.max])
    func withdrawal_feeTakesAll_throws(fee: UInt64) throws {
        let (_, cluster, _) = try withdrawal()
        #expect(throws: MoneyError.feeLargerThanAmount) {
            try Intent.withdrawal(
                id: link.id, from: cluster, to: Self.outsider, destinationOwner: nil, fee: fee,
                exchangeData: try Self.exchangeData(node, at: world.clock.now()))
        }
    }

    @Test("A fee destination that is malformed or an account of the payment is refused")
    func feeDestination_hostile_isRefused() throws {
        let (intent, cluster, parameters) = try withdrawal()
        func answer(_ destination: Ocp_Common_V1_SolanaAccountId?) -> ServerParametersError? {
            var parameters = parameters
            parameters[1].feePayment = .with {
                if let destination { $0.destination = destination }
            }
            return check(parameters, for: intent.actions)
        }
        #expect(check(parameters, for: intent.actions) == nil)
        #expect(answer(nil) == .malformedFeeDestination(action: 1))
        #expect(answer(.with { $0.value = [1, 2, 3] }) == .malformedFeeDestination(action: 1))
        #expect(answer(cluster.vault.wire) == .feeDestinationOfIntent(action: 1))
        guard case .transfer(let movement) = intent.actions[0] else {
            Issue.record("the first action is not the transfer")
            return
        }
        #expect(answer(movement.destination.wire) == .feeDestinationOfIntent(action: 1))
        var swapped = parameters
        swapped[1].noPrivacyTransfer = .init()
        #expect(check(swapped, for: intent.actions) == .wrongKind(action: 1))
    }

    @Test("A used nonce is never used again")
    func nonces_usedBefore_areRefused() throws {
        let memory = NonceMemory()
        var machine = SubmitIntentMachine(intent: link, nonces: memory)
        _ = try machine.start()
        let response = Ocp_Transaction_V1_SubmitIntentResponse.with {
            $0.serverParameters = .with { $0.serverParameters = honest }
        }
        guard case .send(let message) = try machine.receive(response) else {
            Issue.record("no signatures were sent")
            return
        }
        #expect(message.submitSignatures.signatures.count == 2)
        #expect(check(honest, memory: memory) == .nonceReused(action: 1))
    }

    @Test("An unexpected message ends the attempt")
    func machine_outOfOrder_throws() throws {
        let success = Ocp_Transaction_V1_SubmitIntentResponse.with { $0.success = .init() }
        var early = SubmitIntentMachine(intent: link, nonces: NonceMemory())
        _ = try early.start()
        #expect(throws: SubmitIntentError.unexpectedMessage) { try early.receive(success) }
        var empty = SubmitIntentMachine(intent: link, nonces: NonceMemory())
        _ = try empty.start()
        #expect(throws: SubmitIntentError.unexpectedMessage) { try empty.receive(.init()) }
        let cluster = AccountCluster(
            authority: TestWallet.account("a").ownerKey, mint: .usdf, timeAuthority: node.key.publicKey)
        let opening = Intent.openPrimary(id: link.id, cluster: cluster)
        var unsigned = SubmitIntentMachine(intent: opening, nonces: NonceMemory())
        _ = try unsigned.start()
        let asked = Ocp_Transaction_V1_SubmitIntentResponse.with { $0.serverParameters = .init() }
        #expect(throws: SubmitIntentError.unexpectedMessage) { try unsigned.receive(asked) }
    }

    @Test("An empty error counts as denied, because denied is code 0")
    func machine_emptyError_isDenied() throws {
        var machine = SubmitIntentMachine(intent: link, nonces: NonceMemory())
        _ = try machine.start()
        let error = Ocp_Transaction_V1_SubmitIntentResponse.with { $0.error = .init() }
        #expect(throws: SubmitIntentError.denied(reasons: [])) { try machine.receive(error) }
    }
}
