public import CodeCurves
public import FlipcashCore

/// The append-only journal of one owner (client specification §12.8).
///
/// A record is durable when ``append(_:)`` returns. Later records of the same link, payment or cash request replace
/// earlier ones. A line that a crash cut short is skipped; records that were synced before it stay readable.
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

    /// Appends a record, and returns once it is durable.
    ///
    /// - Throws: `JournalFailure.cannotSeal`, or `.file` if the file cannot be written or other users can access it.
    public func append(_ record: JournalRecord) throws(JournalFailure) {
        try write(record) { _ in true }
    }

    /// Appends a record, unless the latest record of the same link, payment or cash request is no longer `previous`.
    ///
    /// - Parameter previous: the record that was last read; nil if there was none.
    /// - Returns: whether the record was written.
    @discardableResult
    func replace(_ previous: JournalRecord?, with record: JournalRecord) throws(JournalFailure) -> Bool {
        try write(record) { existing in
            contents(of: existing).records.first { $0.identity == record.identity } == previous
        }
    }

    /// Appends a record if the file's content, read under the lock, allows it.
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
            // Start a new line after one that a crash cut short.
            let separator: [UInt8] = existing.isEmpty || existing.last == 0x0A ? [] : [0x0A]
            if existing.count + line.count >= Self.compactionByteCount {
                try files.replace(path, with: compacted(existing + separator + line + [0x0A]))
            } else {
                try files.append(separator + line + [0x0A], to: path)
            }
            return true
        } catch { throw .file(error) }
    }

    /// Returns the latest record of every link, payment and cash request, in the order of their first records.
    ///
    /// - Throws: `JournalFailure.file` if the file cannot be read or other users can access it.
    public func records() throws(JournalFailure) -> [JournalRecord] {
        try contents().records
    }

    /// Returns the records, and the number of unreadable lines.
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

    /// Returns the links made here, newest first.
    ///
    /// - Throws: as `records`.
    public func links() throws(JournalFailure) -> [LinkRecord] {
        try records().compactMap { record in
            if case .link(let link) = record { link } else { nil }
        }.reversed()
    }

    /// Returns the record of a request for a bill's cash; nil if there is none.
    func grab(_ intent: IntentID) throws(JournalFailure) -> GrabRecord? {
        for case .grab(let grab) in try records() where grab.intent == intent { return grab }
        return nil
    }

    /// Returns the swaps started here, newest first.
    ///
    /// - Throws: as `records`.
    public func swaps() throws(JournalFailure) -> [SwapRecord] {
        try records().compactMap { record in
            if case .swap(let swap) = record { swap } else { nil }
        }.reversed()
    }

    /// Returns the currencies created here, newest first.
    ///
    /// - Throws: as `records`.
    public func launches() throws(JournalFailure) -> [LaunchRecord] {
        try records().compactMap { record in
            if case .launch(let launch) = record { launch } else { nil }
        }.reversed()
    }

    /// Returns the payments between people whose settling has not ended, oldest first.
    ///
    /// - Throws: as `records`.
    public func settlements() throws(JournalFailure) -> [SettlementRecord] {
        try records().compactMap { record in
            if case .settlement(let settlement) = record, settlement.isOpen { settlement } else { nil }
        }
    }

    /// Returns the records of submissions and requests whose outcome is unknown.
    ///
    /// - Throws: as `records`.
    public func unfinished() throws(JournalFailure) -> [JournalRecord] {
        try records().filter { record in
            switch record {
            case .link(let link): link.state == .submitting
            case .payment(let payment): payment.state == .submitting
            case .grab(let grab): grab.state == .asking
            case .swap(let swap): swap.state.isUnfinished
            // Only the person can decide how a launch goes on.
            case .launch: false
            // See `settlements`.
            case .settlement: false
            }
        }
    }

    /// How long finished links and unreported cash are kept, measured from the time that was written last.
    static let finishedAgeMax: Duration = .seconds(30 * 86_400)

    /// Returns the lines to keep: the last line of every record that may still matter, and all lines that this program
    /// cannot read. Finished payments, and long finished links and swaps, are dropped, unless a payment between people
    /// that is still being settled needs them.
    private func compacted(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: 0x0A)
        let opened = lines.map { seal.open($0) }
        var lastLine: [String: Int] = [:]
        var times: [String: Instant] = [:]
        var newest = Instant(seconds: 0)
        var settled: [String: Bool] = [:]
        for (index, line) in opened.enumerated() {
            guard case .record(let record) = line else { continue }
            lastLine[record.identity] = index
            // The last new time in the order of the file, not the latest time: if the clock was ahead, an earlier line
            // has a time in the future, which would make all others look old.
            if times.updateValue(record.created, forKey: record.identity) != record.created { newest = record.created }
            if case .settlement(let settlement) = record { settled[settlement.payment] = settlement.isOpen }
        }
        var kept: [UInt8] = []
        for (index, line) in opened.enumerated() {
            let isKept =
                switch line {
                case .record(let record):
                    lastLine[record.identity] == index
                        && (record.mayStillMatter(newest: newest) || settled[record.splitPayment ?? ""] == true)
                case .unknownType, .damaged: true
                }
            if isKept { kept += Array(lines[index]) + [0x0A] }
        }
        return kept
    }
}

extension JournalRecord {
    /// The payment between people that the record's money settles.
    fileprivate var splitPayment: String? {
        switch self {
        case .payment(let payment): payment.splitPayment
        case .link(let link): link.splitPayment
        case .grab, .swap, .launch, .settlement: nil
        }
    }

    /// Returns whether compaction keeps the record.
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
            // Another program that requests the same cash must see that it was already reported.
            case .received: return newest.duration(since: grab.created) < GrabRecord.openTimeMax
            case .failed: return false
            }
        case .swap(let swap):
            return swap.state.isUnfinished || newest.duration(since: swap.created) < Journal.finishedAgeMax
        case .launch(let launch):
            switch launch.state {
            // The name is taken, and only this record says by which mint.
            case .creating, .created: return true
            case .done, .failed: return newest.duration(since: launch.created) < Journal.finishedAgeMax
            }
        case .settlement(let settlement): return settlement.isOpen
        }
    }
}

/// Errors from the journal.
public enum JournalFailure: WalletFailure, Equatable {
    /// A record could not be encoded or encrypted.
    case cannotSeal
    /// The file failed.
    case file(FileFailure)

    /// Says that the record could not be encrypted, or which file failed.
    public var report: FailureReport {
        switch self {
        case .cannotSeal:
            FailureReport(.fileError, .inputOutput, "The record of the payment could not be encrypted. Try again.")
        case .file(let failure): failure.report
        }
    }
}
