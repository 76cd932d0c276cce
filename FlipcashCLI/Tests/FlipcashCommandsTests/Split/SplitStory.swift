import FlipcashCore
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashCommands

/// A person with an account, and the service of shared expenses in memory.
struct SplitStory: Sendable {
    let world: PlayMoneyWorld
    let server: InMemorySharedExpenses

    static func tell(_ story: (SplitStory) async throws -> Void) async throws {
        let server = InMemorySharedExpenses()
        server.advance(seconds: SystemClock().now().seconds - server.now.seconds)
        try await PlayMoneyWorld.visit(split: server) { world in
            _ = try await world.run("balance")
            try await story(SplitStory(world: world, server: server))
        }
    }

    /// Runs `flipcash split …`, which has to succeed.
    @discardableResult
    func run(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let result = try await world.run(["split"] + words)
        #expect(result.status == .done, "\(words): \(result.failure?.message ?? "")", sourceLocation: sourceLocation)
        return result.output
    }

    /// The JSON answer of `flipcash split … --json`.
    func ask(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> SplitAnswer {
        let result = try await world.run(["split"] + words + ["--json"])
        #expect(result.status == .done, "\(words): \(result.failure?.message ?? "")", sourceLocation: sourceLocation)
        return try SplitAnswer(result.output)
    }

    /// The failure of `flipcash split …`.
    func fail(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> CommandFailure {
        let result = try await world.run(["split"] + words)
        return try #require(result.failure, "\(words): \(result.output)", sourceLocation: sourceLocation)
    }

    /// The service as another device of the same account uses it.
    func otherDevice() async throws -> any SharedExpensesService {
        let user = try await ask("account", "show")["user"]
        return server.service(for: AccountID(user), name: "Lea")
    }

    /// Carries out a change of another device.
    func change(_ change: SplitChange, id: Int) async throws {
        let stamp = ClockStamp(
            milliseconds: UInt64(server.now.milliseconds), counter: 0, actor: "0123456789abcdef")
        let operation = SplitOperation(id: TestID.entity(0xDE_0000 + id), stamp: stamp, change: change)
        let applied = try await otherDevice().apply([operation], at: server.now)
        let isAccepted = applied.results.allSatisfy(\.isAccepted)
        #expect(isAccepted, "\(applied.results)")
    }
}

/// A JSON answer. Missing fields are empty.
struct SplitAnswer {
    private let value: Any

    init(_ text: String) throws { value = try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    private init(value: Any) { self.value = value }

    subscript(name: String) -> String {
        guard let found = (value as? [String: Any])?[name] else { return "" }
        return found as? String ?? "\(found)"
    }

    func flag(_ name: String) -> Bool? { (value as? [String: Any])?[name] as? Bool }

    func object(_ name: String) -> SplitAnswer { SplitAnswer(value: (value as? [String: Any])?[name] ?? [:]) }

    func list(_ name: String) -> [SplitAnswer] {
        ((value as? [String: Any])?[name] as? [Any] ?? []).map { SplitAnswer(value: $0) }
    }

    /// The shares of an expense by name.
    var shares: [String: String] {
        Dictionary(list("splits").map { ($0["name"], $0.object("amount")["value"]) }) { first, _ in first }
    }
}
