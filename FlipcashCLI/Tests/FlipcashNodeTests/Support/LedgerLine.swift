import FlipcashAPI
import FlipcashCore
import Testing

@testable import FlipcashNode

/// A client's line to a world's ledger: the same steps run with messages handed to the ledger's sessions, and over
/// HTTP/2 on a port of the loopback interface.
struct LedgerLine: Sendable {
    /// How the messages travel.
    enum Road: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sessions
        case http2

        var testDescription: String { rawValue }
    }

    typealias Outcome = LedgerWorld.Outcome
    typealias Request = LedgerWorld.Request
    typealias Response = LedgerWorld.Response
    typealias SwapResponse = LedgerWorld.SwapResponse

    let world: LedgerWorld
    /// The connection; nil to hand messages to the sessions.
    let caller: LedgerCaller?

    /// Submits as an honest client does.
    func submit(_ actions: Request.SubmitActions, signers: [Payer]) async throws -> Outcome {
        try await submit(actions) { LedgerWorld.signatures(actions, $0, signers) }
    }

    /// Submits `actions`, and answers the parameters with the signatures that `answer` returns.
    func submit(
        _ actions: Request.SubmitActions, answer: @escaping @Sendable (Response.ServerParameters) -> [Signature]
    ) async throws -> Outcome {
        guard let caller else { return try await world.submit(actions, answer: answer) }
        return await caller.submit(actions, answer: answer)
    }

    /// Submits a request that must succeed.
    func submitted(_ actions: Request.SubmitActions, signers: [Payer]) async throws {
        let outcome = try await submit(actions, signers: signers)
        guard outcome == .success else { throw LedgerWorld.Unexpected(outcome) }
    }

    /// Takes a cash link back.
    func void(_ vault: PublicKey, by person: Payer) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse.Result {
        guard let caller else { return try await GiftCardVoid(ledger: world.ledger).void(vault, by: person.owner) }
        return try await caller.void(vault, by: person)
    }

    /// Starts a swap as an honest client does.
    ///
    /// - Parameter seeing: called with the node's parameters before they are signed.
    func start(
        _ order: SwapOrder, by owner: Payer,
        seeing: @escaping @Sendable (SwapResponse.ServerParameters) -> Void = { _ in }
    ) async throws -> SwapOutcome {
        let world = world
        guard let caller else {
            return try await world.start(order.request(by: owner)) { parameters in
                seeing(parameters)
                return try? world.signatures(order, owner, parameters)
            }
        }
        return await caller.start(order, by: owner, seeing: seeing)
    }

    /// Pays a swap.
    func fund(_ order: SwapOrder, by owner: Payer) async throws -> Outcome {
        try await submit(world.funding(order, by: owner), signers: [owner])
    }
}

extension LedgerWorld {
    /// Opens a line to the ledger for as long as `body` runs.
    func reached<Value: Sendable>(
        over road: LedgerLine.Road, _ body: @escaping @Sendable (LedgerLine) async throws -> Value
    ) async throws -> Value {
        switch road {
        case .sessions: try await body(LedgerLine(world: self, caller: nil))
        case .http2: try await serving { try await body(LedgerLine(world: self, caller: $0)) }
        }
    }
}
