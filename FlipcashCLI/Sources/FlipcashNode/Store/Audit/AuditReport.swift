/// Something in the books that must never be (payment specification §22).
struct AuditFinding: Hashable, Sendable, CustomStringConvertible {
    /// The invariant's number, such as `I1`; `file` for damage of the database itself.
    let invariant: String
    /// What is wrong, and where.
    let text: String

    var description: String { "\(invariant): \(text)" }
}

/// What an audit saw.
struct AuditReport: Hashable, Sendable {
    var findings: [AuditFinding] = []
    var vaults = 0
    var intents = 0
    var signatures = 0

    /// Whether the books are in order.
    var isClean: Bool { findings.isEmpty }
}

extension AuditReport {
    mutating func add(_ invariant: String, _ text: String) {
        findings.append(AuditFinding(invariant: invariant, text: text))
    }
}
