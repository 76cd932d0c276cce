public import SharedExpenses

/// The service in memory, as the conformance suite uses it.
public struct InMemorySubject: ConformanceSubject {
    private let server: InMemorySharedExpenses

    /// Creates the subject of a service.
    public init(_ server: InMemorySharedExpenses = InMemorySharedExpenses()) { self.server = server }

    public func service(for person: Int) async throws -> any SharedExpensesService {
        server.service(for: TestID.account(person), name: "Person \(person)")
    }

    public var now: SplitTime { get async { server.now } }
}
