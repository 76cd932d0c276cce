import FlipcashTestKit
import Synchronization

@testable import FlipcashCore

/// A log folder in memory whose writes can be made to fail.
final class MemoryLogFolder: LogFolder {
    private struct State {
        var files: [String: (bytes: [UInt8], modified: Int64)] = [:]
        var tick: Int64 = 0
        var fails = false
        var operations: [String] = []
    }

    private let state = Mutex(State())

    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    var operations: [String] { state.withLock { $0.operations } }

    func text(_ name: String) -> String? {
        state.withLock { state in state.files[name].map { String(decoding: $0.bytes, as: UTF8.self) } }
    }

    func status(_ name: String) throws(LogFileFailure) -> LogFileStatus? {
        state.withLock { state in
            state.operations.append("status \(name)")
            return state.files[name].map {
                LogFileStatus(size: UInt64($0.bytes.count), modified: Instant(seconds: $0.modified))
            }
        }
    }

    func names() throws(LogFileFailure) -> [String] { state.withLock { $0.files.keys.sorted() } }

    func append(_ bytes: [UInt8], to name: String) throws(LogFileFailure) {
        let fails = state.withLock { state in
            state.operations.append("append \(name)")
            guard !state.fails else { return true }
            state.tick += 1
            state.files[name] = ((state.files[name]?.bytes ?? []) + bytes, state.tick)
            return false
        }
        if fails { throw LogFileFailure(operation: "write", path: name, reason: "the test says so") }
    }

    func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8] {
        state.withLock { state in Array((state.files[name]?.bytes ?? []).dropFirst(Int(offset)).prefix(count)) }
    }

    func remove(_ name: String) throws(LogFileFailure) {
        state.withLock { state in
            state.operations.append("remove \(name)")
            state.files[name] = nil
        }
    }
}

extension TestClock {
    /// A clock that shows the time of the expected log lines.
    static func ofLogLines() -> TestClock { TestClock(now: Instant(seconds: 1_777_636_800, nanoseconds: 7_000_000)) }
}
