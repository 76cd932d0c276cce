import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// The answers to clients that want stablecoins of their own token account deposited (payment specification §16.8).
@Suite struct StatelessSwapTests {
    typealias Request = StatelessSwapSession.Request
    typealias Terms = Request.Initiate.CoinbaseStableSwapperClientParameters

    enum Outcome: Hashable {
        case denied(String)
        case invalid(String)
        case status(RPCError.Code, String)
        case noError
    }

    let world: LedgerWorld
    let a: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(1_000_000)
    }

    private func terms() -> Terms {
        .with {
            $0.fromMint = PublicKey.usdc.accountID
            $0.toMint = world.usdf.mint.accountID
            $0.swapAmount = 1_000_000
        }
    }

    private func request(by owner: Payer, _ change: (inout Request.Initiate) -> Void = { _ in }) -> Request {
        var initiate = Request.Initiate.with {
            $0.stablecoin = terms()
            $0.owner = owner.owner.accountID
        }
        change(&initiate)
        initiate.signature.value = owner.key.sign((try? initiate.serializedBytes()) ?? []).bytes
        return .with { $0.initiate = initiate }
    }

    private func outcome(_ messages: [Request]) async throws -> Outcome {
        let (stream, inbound) = AsyncThrowingStream<Request, any Error>.makeStream()
        for message in messages { inbound.yield(message) }
        inbound.finish()
        let last = Shared<Outcome>(.noError)
        let session = StatelessSwapSession(ledger: world.ledger, timing: .standard) { response in
            guard case .error(let error)? = response.response else { return }
            let detail = error.errorDetails.first
            last.change {
                $0 =
                    error.code == .denied
                    ? .denied(detail?.denied.reason ?? "") : .invalid(detail?.reasonString.reason ?? "")
            }
        }
        do {
            try await session.run(RPCAsyncSequence(wrapping: stream))
        } catch let error as any RPCErrorConvertible {
            let status = RPCError(error)
            return .status(status.code, status.message)
        }
        return last.value
    }

    @Test("without a chain the node sees no token account, so an honest request is refused")
    func run_honestRequest_hasNoSource() async throws {
        #expect(try await outcome([request(by: a)]) == .invalid("source ata not found or invalid"))
    }

    @Test("only USDC is exchanged for the core mint, and only for users")
    func run_terms_areChecked() async throws {
        let jeffy = world.jeffy.mint.accountID
        #expect(
            try await outcome([request(by: a) { $0.stablecoin.fromMint = jeffy }])
                == .invalid("source mint must be usdc"))
        #expect(
            try await outcome([request(by: a) { $0.stablecoin.toMint = jeffy }])
                == .invalid("destination mint must be the core mint"))
        #expect(try await outcome([request(by: world.stranger())]) == .denied("not an ocp account"))
        let card = world.stranger()
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        try await world.submitted(link, signers: [a, card])
        #expect(try await outcome([request(by: card)]) == .denied("not a user ocp account"))
    }

    @Test("a wrong signature, a broken message and a wrong first message end the call with a status")
    func run_badMessages_haveStatuses() async throws {
        var forged = request(by: a)
        forged.initiate.signature.value = Signature.zero.bytes
        guard case .status(.unauthenticated, _) = try await outcome([forged]) else {
            throw IntentRefusal.unavailable
        }
        let empty = try await outcome([request(by: a) { $0.stablecoin.swapAmount = 0 }])
        guard case .status(.invalidArgument, let reason) = empty else { throw IntentRefusal.unavailable }
        #expect(reason.contains("swap_amount") || reason.contains("SwapAmount"), "\(reason)")
        #expect(
            try await outcome([.with { $0.submitSignatures.transactionSignatures = [] }])
                == .status(.invalidArgument, "expected initiate"))
        #expect(
            try await outcome([]) == .status(.invalidArgument, "the stream ended before its next message"))
    }
}
