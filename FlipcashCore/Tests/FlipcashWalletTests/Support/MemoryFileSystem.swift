import FlipcashWallet
import Synchronization

/// An in-memory file system whose operations can be made to fail, and which can lose the unsynced end of an append.
final class MemoryFileSystem: FileSystem {
    struct File {
        var bytes: [UInt8]
        var mode: UInt16 = 0o600
    }

    private struct State {
        var files: [String: File] = [:]
        var locks: Set<String> = []
        var failing: Set<String> = []
        var log: [String] = []
        var beforeNextLock: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// The operations so far, such as `append journal`.
    var log: [String] { state.withLock { $0.log } }

    /// Makes every write fail whose path ends in `suffix`.
    func failWrites(toPathsEndingIn suffix: String) { state.withLock { _ = $0.failing.insert(suffix) } }

    func allowWrites() { state.withLock { $0.failing = [] } }

    /// Runs `action` right before the next blocking lock, to simulate another program.
    func beforeNextLock(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.beforeNextLock = action } }

    func setMode(_ mode: UInt16, of path: String) { state.withLock { $0.files[path]?.mode = mode } }

    func setBytes(_ bytes: [UInt8], of path: String) { state.withLock { $0.files[path] = File(bytes: bytes) } }

    var paths: [String] { state.withLock { $0.files.keys.sorted() } }

    func read(_ path: String) throws(FileFailure) -> [UInt8]? { state.withLock { $0.files[path]?.bytes } }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        try write("replace", path) { $0.files[path] = File(bytes: bytes) }
    }

    func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try write("append", path) { $0.files[path, default: File(bytes: [])].bytes += bytes }
    }

    func remove(_ path: String) throws(FileFailure) { state.withLock { _ = $0.files.removeValue(forKey: path) } }

    func makeFolder(_ path: String) throws(FileFailure) {}

    func permissions(_ path: String) throws(FileFailure) -> UInt16? { state.withLock { $0.files[path]?.mode } }

    func tryLock(_ path: String) throws(FileFailure) -> HeldLock? {
        guard state.withLock({ $0.locks.insert(path).inserted }) else { return nil }
        return HeldLock { self.state.withLock { _ = $0.locks.remove(path) } }
    }

    func lock(_ path: String) throws(FileFailure) -> HeldLock {
        let action = state.withLock { state in
            defer { state.beforeNextLock = nil }
            return state.beforeNextLock
        }
        action?()
        guard let lock = try tryLock(path) else {
            throw .failed(operation: "lock", path: path, reason: "it would wait without end")
        }
        return lock
    }

    private func write(
        _ operation: String, _ path: String, _ change: (inout State) -> Void
    ) throws(FileFailure) {
        let fails = state.withLock { state in
            state.log.append("\(operation) \(path.split(separator: "/").last ?? "")")
            guard !state.failing.contains(where: { path.hasSuffix($0) }) else { return true }
            change(&state)
            return false
        }
        if fails { throw .failed(operation: operation, path: path, reason: "the test says so") }
    }
}
