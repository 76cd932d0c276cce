public import SharedExpenses

/// The service in memory, as the conformance suite uses it.
public struct InMemorySubject: ConformanceSubject {
    private let server: InMemorySharedExpenses

    /// Creates the subject of a service.
    public init(_ server: InMemorySharedExpenses = InMemorySharedExpenses()) { self.server = server }

    /// Returns the service as the account of `person` sees it, with the name `Person N`. Never throws.
    public func service(for person: Int) async throws -> any SharedExpensesService {
        server.service(for: TestID.account(person), name: "Person \(person)")
    }

    /// The time of the service in memory, which only the conformance suite moves.
    public var now: SplitTime { get async { server.now } }
}
