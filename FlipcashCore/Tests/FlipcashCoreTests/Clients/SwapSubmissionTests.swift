import FlipcashAPI
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashCore

@Suite("Starting a swap")
struct SwapSubmissionTests {
    typealias Response = Ocp_Transaction_V1_StatefulSwapResponse

    private let world: SwapWorld

    init() throws { world = try SwapWorld() }

    private func machine(_ order: SwapOrder) -> TwoStepMachine<StatefulSwapSubmission> {
        TwoStepMachine(StatefulSwapSubmission(order: order, nonces: NonceMemory()))
    }

    private var parameters: Response {
        .with { $0.serverParameters = .with { $0.reserveExistingCurrency = world.existing(fee: true) } }
    }

    @Test("The owner signs the terms and the whole proposal; the service can return the terms to any device")
    func proposal_isSignedTwice() throws {
        let order = try world.buy()
        var machine = machine(order)
        let initiate = try machine.start().initiate
        var unsigned = initiate
        unsigned.clearSignature()
        let owner = order.owner.publicKey
        let signature = try #require(Signature(wire: initiate.signature))
        #expect(owner.verify(signature: signature, data: try canonicalBytes(unsigned)))
        let metadata = Ocp_Transaction_V1_SwapMetadata.with {
            $0.verifiedMetadata = .with { $0.reserve = .with { $0.clientParameters = initiate.reserve } }
            $0.state = .created
            $0.signature = initiate.proofSignature
        }
        let read = try SwapMetadata(wire: metadata, owner: owner)
        #expect(read == SwapMetadata(parameters: order.parameters, state: .created))
        #expect(initiate.reserve.fundingID.count >= 32 && initiate.reserve.fundingSource == .submitIntent)
    }

    @Test("Stored terms with any changed field, and terms of another owner, are refused as forged")
    func metadata_changed_isForged() throws {
        let order = try world.buy()
        let signed = try order.parameters.verifiedMetadata(fullAmount: nil)
        let proof = order.owner.sign(try canonicalBytes(signed))
        func read(_ change: (inout Ocp_Transaction_V1_StatefulSwapRequest.Initiate.ReserveSwapClientParameters) -> Void)
            -> Result<SwapMetadata, SwapLookUpError>
        {
            var metadata = signed
            change(&metadata.reserve.clientParameters)
            let changed = metadata
            let wire = Ocp_Transaction_V1_SwapMetadata.with {
                $0.verifiedMetadata = changed
                $0.state = .funding
                $0.signature = proof.wire
            }
            return Result { () throws(SwapLookUpError) in
                try SwapMetadata(wire: wire, owner: order.owner.publicKey)
            }
        }
        #expect(throws: Never.self) { try read { _ in }.get() }
        #expect(read { $0.swapAmount += 1 } == .failure(.forged))
        #expect(read { $0.feeAmount = 0 } == .failure(.forged))
        #expect(read { $0.toMint = PublicKey.named("x").wire } == .failure(.forged))
        #expect(read { $0.fromMint = PublicKey.named("x").wire } == .failure(.forged))
        #expect(read { $0.id.value[0] ^= 1 } == .failure(.forged))
        #expect(read { $0.fundingID = IntentID.generate(using: world.random).base58 } == .failure(.forged))
        #expect(read { $0.fundingID = "short" } == .failure(.malformed))
        #expect(read { $0.swapAmount = 0 } == .failure(.malformed))
        #expect(read { $0.feeAmount = .max } == .failure(.malformed))
        #expect(read { $0.fundingSource = .unknown } == .failure(.malformed))
    }

    @Test("All three kinds of funding, and a withdrawal's terms, survive the wire")
    func parameters_roundTrip() throws {
        let id = SwapID.generate(using: world.random)
        let signature = world.owner.sign([1])
        for funding in [
            SwapFunding.intent(.generate(using: world.random)), .externalWallet(signature),
            .cardOrder("0f6c7c3a-0d5e-4f57-9d5b-3c6c7f1e2d3c"),
        ] {
            let parameters = try SwapParameters(
                id: id, fromMint: .usdf, toMint: world.jeffy.mint, amount: 7, fee: 0, funding: funding)
            #expect(SwapParameters(wire: try parameters.verifiedMetadata(fullAmount: nil)) == parameters)
        }
        let withdrawal = try world.withdrawal().parameters
        #expect(SwapParameters(wire: try withdrawal.verifiedMetadata(fullAmount: nil)) == withdrawal)
        #expect(SwapParameters(wire: .init()) == nil)
    }

    @Test("A swap into the same mint, of zero, or of too large an amount is refused")
    func parameters_invalid_areRefused() {
        let (id, funding) = (SwapID.generate(using: world.random), SwapFunding.cardOrder("x"))
        func make(_ to: PublicKey, _ amount: UInt64, _ fee: UInt64) throws(SwapParametersError) {
            _ = try SwapParameters(id: id, fromMint: .usdf, toMint: to, amount: amount, fee: fee, funding: funding)
        }
        #expect(throws: SwapParametersError.sameMint) { try make(.usdf, 1, 0) }
        #expect(throws: SwapParametersError.noAmount) { try make(.usdc, 0, 0) }
        #expect(throws: SwapParametersError.amountTooLarge) { try make(.usdc, .max, 1) }
    }

    @Test("Parameters are signed once, then success ends the exchange")
    func machine_honest_finishes() throws {
        var machine = machine(try world.buy())
        _ = try machine.start()
        guard case .send(let request) = try machine.receive(parameters) else {
            Issue.record("nothing was signed")
            return
        }
        #expect(request.submitSignatures.transactionSignatures.count == 2)
        guard case .finish = try machine.receive(.with { $0.success = .init() }) else {
            Issue.record("the success did not end the exchange")
            return
        }
    }

    @Test("Success before the signatures, a second set of parameters and an empty message end the attempt")
    func machine_outOfOrder_throws() throws {
        for early in [Response.with { $0.success = .init() }, .init()] {
            var machine = machine(try world.buy())
            _ = try machine.start()
            #expect(throws: StatefulSwapError.unexpectedMessage) { try machine.receive(early) }
        }
        var machine = machine(try world.buy())
        _ = try machine.start()
        _ = try machine.receive(parameters)
        #expect(throws: StatefulSwapError.unexpectedMessage) { try machine.receive(parameters) }
    }

    @Test("An empty error counts as denied, because denied is code 0")
    func machine_emptyError_isDenied() throws {
        var machine = machine(try world.buy())
        _ = try machine.start()
        #expect(throws: StatefulSwapError.denied(reasons: [])) { try machine.receive(.with { $0.error = .init() }) }
    }

    @Test("After the signatures, a lost connection or an unexpected answer leaves the outcome open")
    func isVerdict_dependsOnTheStage() {
        let lost = StatefulSwapError.rpc(.transportFailure(code: .unavailable))
        #expect(lost.isVerdict(after: .actionsSent) && !lost.isVerdict(after: .signaturesSent))
        #expect(!StatefulSwapError.unexpectedMessage.isVerdict(after: .signaturesSent))
        #expect(StatefulSwapError.denied(reasons: []).isVerdict(after: .signaturesSent))
        #expect(StatefulSwapError.serverParameters(.wrongKind).isVerdict(after: .signaturesSent))
    }

    @Test("The server's texts are recognised")
    func reasons_areRecognised() {
        #expect(StatefulSwapError.denied(reasons: ["swap would not generate a sell fee"]).isTooSmall)
        #expect(StatefulSwapError.invalidSwap(reasons: ["insufficient balance"]).isInsufficientBalance)
        #expect(StatefulSwapError.denied(reasons: ["attempt to reuse swap id"]).isAlreadyStarted)
        #expect(StatefulSwapError.denied(reasons: ["fee amount must be 100000 quarks"]).isPriceChange)
        #expect(!StatefulSwapError.denied(reasons: ["rate limited"]).isPriceChange)
    }

    @Test("States only move forward, and final states stay")
    func states_order() {
        #expect(SwapState.allCases.filter(\.isFinal) == [.finalized, .failed, .cancelled])
        for state in SwapState.allCases {
            #expect(state.canBecome(state))
            if state.isFinal { #expect(SwapState.allCases.filter(state.canBecome) == [state]) }
            #expect(state == .created || !state.canBecome(.created))
        }
        #expect(SwapState.submitting.canBecome(.cancelling) && !SwapState.cancelling.canBecome(.finalized))
        #expect(SwapState(wire: .unknown) == nil && SwapState(wire: .UNRECOGNIZED(99)) == nil)
    }
}
