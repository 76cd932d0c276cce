import FlipcashCore

/// Finds nonces and signatures that were used more than once (payment specification §22, I6).
///
/// Both are random, so the first eight bytes of each almost always tell two of them apart. Only where they do not are
/// the whole values compared, in a second round. Each round reads the actions in steps and keeps the first bytes of a
/// part of them, so that the memory is bounded.
struct AuditedUses {
    let source: AuditSource
    /// The last place in the order of commits that is checked.
    let end: Int64

    /// How many values a round keeps, about.
    var partSize: Int64 = 2_000_000

    private static let pageSize = 5000

    func check(_ report: inout AuditReport) throws {
        // An intent has two movements at most, most have one.
        let parts = UInt64(max(1, end / partSize))
        for part in 0..<parts {
            var found = (nonces: [UInt64](), signatures: [UInt64]())
            try forEachUse { use in
                if use.nonceStart % parts == part { found.nonces.append(use.nonceStart) }
                if use.signatureStart % parts == part { found.signatures.append(use.signatureStart) }
            }
            try compare(Self.repeated(found.nonces), "nonce", &report, \.nonceStart, \.nonce)
            try compare(Self.repeated(found.signatures), "signature", &report, \.signatureStart, \.signature)
        }
    }

    /// The nonce and the signature of an action.
    private struct Use {
        /// The nonce's address, and its value where that does not follow from the address.
        let nonce: [UInt8]
        let signature: [UInt8]

        var nonceStart: UInt64 { Self.start(of: nonce) }
        var signatureStart: UInt64 { Self.start(of: signature) }

        private static func start(of bytes: [UInt8]) -> UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private static func repeated(_ starts: [UInt64]) -> Set<UInt64> {
        let sorted = starts.sorted()
        return Set(zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map(\.0))
    }

    /// Compares the whole values whose first bytes are repeated.
    private func compare(
        _ starts: Set<UInt64>, _ name: String, _ report: inout AuditReport, _ start: KeyPath<Use, UInt64>,
        _ value: KeyPath<Use, [UInt8]>
    ) throws {
        guard !starts.isEmpty else { return }
        var counts: [[UInt8]: Int] = [:]
        try forEachUse { use in
            if starts.contains(use[keyPath: start]) { counts[use[keyPath: value], default: 0] += 1 }
        }
        let repeated = counts.values.count { $0 > 1 }
        if repeated > 0 { report.add("I6", "\(repeated) times a \(name) was used more than once") }
    }

    private func forEachUse(_ body: (Use) -> Void) throws {
        var last = ActionPlace(sequence: .min, actionID: 0)
        while true {
            let page = try source.read { reader in
                try reader.rows(
                    """
                    SELECT seq, action_id, nonce, blockhash, signature FROM actions
                    WHERE (seq, action_id) > (?, ?) AND seq <= ? AND signature IS NOT NULL
                    ORDER BY seq, action_id LIMIT ?
                    """, [last.sequence, last.actionID, end, Self.pageSize])
            }
            for row in page {
                last = ActionPlace(sequence: try row.integer("seq"), actionID: Int(try row.integer("action_id")))
                let value = try row.optionalBytes("blockhash") ?? []
                body(Use(nonce: try row.bytes("nonce") + value, signature: try row.bytes("signature")))
            }
            if page.isEmpty { return }
        }
    }
}
