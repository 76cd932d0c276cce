import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// People who share expenses on a node, over its whole gRPC stack.
struct SplitTown: ConformanceSubject {
    let harness: NodeHarness

    /// Runs `body` on a fresh node.
    static func run(_ body: @escaping @Sendable (SplitTown) async throws -> Void) async throws {
        try await NodeHarness.run { try await body(SplitTown(harness: $0)) }
    }

    var store: NodeStore { harness.node.context.store }

    static func somebody(_ person: Int) throws -> Somebody { try Somebody("split/\(person)") }

    func service(for person: Int) async throws -> any SharedExpensesService {
        let somebody = try Self.somebody(person)
        let user = try #require(AccountID(userID: try await harness.register(somebody)))
        return SharedExpensesClient(
            stub: Flipcash_Split_V1_SharedExpenses.Client(wrapping: harness.client), owner: somebody.key, user: user)
    }

    var now: SplitTime { get async { SplitTime(harness.clock.now()) } }

    /// The violations that the node's own check finds.
    func violations() async throws -> [String] {
        try store.audit(harness.node.context.ledger.settings).findings.map(\.description)
    }
}
