import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// The claim on nonces ends even if the node waits for a client longer than it usually does.
@Suite struct LateSignatureTests {
    @Test(
        "signatures that come after the claim of their nonces has ended move nothing",
        arguments: [(Int64(20), LedgerWorld.Outcome.success), (21, .stale("race detected: nonce claim is stale"))])
    func submit_claimEnded_isStale(seconds: Int64, expected: LedgerWorld.Outcome) async throws {
        let world = try LedgerWorld()
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let payment = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
        let patient = SubmitIntentTiming(message: .seconds(60), call: .seconds(60))
        let outcome = try await world.converse(with: [.with { $0.submitActions = payment }], timing: patient) {
            parameters in
            world.clock.advance(by: .seconds(seconds))
            let signatures = LedgerWorld.signatures(payment, parameters, [a])
            return .with { $0.submitSignatures.signatures = signatures.map(\.wire) }
        }
        #expect(outcome == expected)
        #expect(try world.balance(b) == (expected == .success ? 1_000_000 : 0))
    }
}
