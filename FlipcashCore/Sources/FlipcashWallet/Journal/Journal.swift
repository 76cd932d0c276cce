public import CodeCurves
public import FlipcashCore

/// The append-only journal of one owner (client specification §12.8).
///
/// A record is durable when ``append(_:)`` returns. Later records of the same link, payment or asked-for cash replace
/// earlier ones. A line that a crash tore is skipped; nothing that was synced before it is lost.
public final class Journal: Sendable {
    /// The size at which superseded lines are dropped.
    public static let compactionByteCount = 1 << 20

    private let path: String
    private let files: any FileSystem
    private let seal: JournalSeal

    /// Opens the journal at `path`; `seed` is the owner's Ed25519 seed.
    public init(path: String, seed: Secret32, files: any FileSystem, random: any RandomSource) {
        self.path = path
        self.files = files
        seal = JournalSeal(seed: seed, random: random)
    }

    /// Writes a record and returns when it is durable.
    ///
    /// - Throws: `JournalFailure.cannotSeal`, or `.file` when the file cannot be written or is open to other people.
    public func append(_ record: JournalRecord) throws(JournalFailure) {
        try write(record) { _ in true }
    }

    /// Writes a record in place of `previous`, unless somebody else has written a later one meanwhile.
    ///
    /// - Parameter previous: what was read last of the same link, payment or asked-for cash; nil when there was
    ///   nothing.
    /// - Returns: whether it was written.
    @discardableResult
    func replace(_ previous: JournalRecord?, with record: JournalRecord) throws(JournalFailure) -> Bool {
        try write(record) { existing in
            contents(of: existing).records.first { $0.identity == record.identity } == previous
        }
    }

    /// Writes a record if what the file holds at that very moment allows it.
    @discardableResult
    private func write(
        _ record: JournalRecord, where isWanted: (_ existing: [UInt8]) -> Bool
    ) throws(JournalFailure) -> Bool {
        let line: [UInt8]
        do { line = try seal.seal(record) } catch { throw .cannotSeal }
        do {
            let lock = try files.lock(path + ".lock")
            defer { withExtendedLifetime(lock) {} }
            let existing = try files.readSecret(path) ?? []
            guard isWanted(existing) else { return false }
            // A line that a crash tore must not swallow this one.
            let separator: [UInt8] = existing.isEmpty || existing.last == 0x0A ? [] : [0x0A]
            if existing.count + line.count >= Self.compactionByteCount {
                try files.replace(path, with: compacted(existing + separator + line + [0x0A]))
            } else {
                try files.append(separator + line + [0x0A], to: path)
            }
            return true
        } catch { throw .file(error) }
    }

    /// The latest record of every link, payment and asked-for cash, in the order in which they first appeared.
    ///
    /// - Throws: `JournalFailure.file` when the file cannot be read or is open to other people.
    public func records() throws(JournalFailure) -> [JournalRecord] {
        try contents().records
    }

    /// The records, and how many lines could not be read.
    func contents() throws(JournalFailure) -> (records: [JournalRecord], damagedLineCount: Int) {
        let bytes: [UInt8]
        do { bytes = try files.readSecret(path) ?? [] } catch { throw .file(error) }
        return contents(of: bytes)
    }

    private func contents(of bytes: [UInt8]) -> (records: [JournalRecord], damagedLineCount: Int) {
        var order: [String] = []
        var latest: [String: JournalRecord] = [:]
        var damaged = 0
        for line in bytes.split(separator: 0x0A) {
            switch seal.open(line) {
            case .record(let record):
                if latest.updateValue(record, forKey: record.identity) == nil { order.append(record.identity) }
            case .unknownType: break
            case .damaged: damaged += 1
            }
        }
        return (order.compactMap { latest[$0] }, damaged)
    }

    /// The links made here, newest first.
    ///
    /// - Throws: as `records`.
    public func links() throws(JournalFailure) -> [LinkRecord] {
        try records().compactMap { record in
            if case .link(let link) = record { link } else { nil }
        }.reversed()
    }

    /// What is known of the asking for a bill's cash; nil when it was never asked for.
    func grab(_ intent: IntentID) throws(JournalFailure) -> GrabRecord? {
        for case .grab(let grab) in try records() where grab.intent == intent { return grab }
        return nil
    }

    /// What was submitted or asked for and never heard of again.
    ///
    /// - Throws: as `records`.
    public func unfinished() throws(JournalFailure) -> [JournalRecord] {
        try records().filter { record in
            switch record {
            case .link(let link): link.state == .submitting
            case .payment(let payment): payment.state == .submitting
            case .grab(let grab): grab.state == .asking
            }
        }
    }

    /// How long the secret of a link whose money is gone is kept, and cash that came unseen is remembered, counted back
    /// from the newest record.
    static let finishedAgeMax: Duration = .seconds(30 * 86_400)

    /// Keeps the last line of everything that may still matter: finished payments go, links whose money has long been
    /// gone go, and lines that this program cannot read stay as they are.
    private func compacted(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: 0x0A)
        let opened = lines.map { seal.open($0) }
        var lastLine: [String: Int] = [:]
        var newest = Instant(seconds: 0)
        for (index, line) in opened.enumerated() {
            guard case .record(let record) = line else { continue }
            lastLine[record.identity] = index
            newest = max(newest, record.created)
        }
        var kept: [UInt8] = []
        for (index, line) in opened.enumerated() {
            let isKept =
                switch line {
                case .record(let record):
                    lastLine[record.identity] == index && record.mayStillMatter(newest: newest)
                case .unknownType, .damaged: true
                }
            if isKept { kept += Array(lines[index]) + [0x0A] }
        }
        return kept
    }
}

extension JournalRecord {
    /// Whether compaction keeps the record.
    fileprivate func mayStillMatter(newest: Instant) -> Bool {
        switch self {
        case .payment(let payment): return payment.state == .submitting
        case .link(let link):
            switch link.state {
            case .submitting, .open: return true
            case .claimed, .cancelled, .returned, .failed:
                return newest.duration(since: link.created) < Journal.finishedAgeMax
            }
        case .grab(let grab):
            switch grab.state {
            case .asking: return true
            case .arrived: return newest.duration(since: grab.created) < Journal.finishedAgeMax
            // Another program that asks for the same cash must still find it told.
            case .received: return newest.duration(since: grab.created) < GrabRecord.openTimeMax
            case .failed: return false
            }
        }
    }
}

/// Why the journal did not do what was asked.
public enum JournalFailure: WalletFailure, Equatable {
    /// A record could not be written down or sealed.
    case cannotSeal
    /// The file failed.
    case file(FileFailure)

    public var report: FailureReport {
        switch self {
        case .cannotSeal: FailureReport(.fileError, .inputOutput, "The journal record could not be sealed.")
        case .file(let failure): failure.report
        }
    }
}
