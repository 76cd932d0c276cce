/// A violated invariant found in the books (payment specification §22).
struct AuditFinding: Hashable, Sendable, CustomStringConvertible {
    /// The invariant's number, such as `I1`; `file` if the database itself is damaged.
    let invariant: String
    /// What is wrong, and where.
    let text: String

    var description: String { "\(invariant): \(text)" }
}

/// The result of an audit.
struct AuditReport: Hashable, Sendable {
    var findings: [AuditFinding] = []
    var vaults = 0
    var intents = 0
    var signatures = 0

    /// Whether the audit found nothing.
    var isClean: Bool { findings.isEmpty }
}

extension AuditReport {
    /// How many findings are kept. A damaged database may have one for each of its rows.
    static let findingsMax = 1000

    mutating func add(_ invariant: String, _ text: String) {
        guard findings.count < Self.findingsMax else { return }
        findings.append(AuditFinding(invariant: invariant, text: text))
    }
}
