import FlipcashWallet
import Synchronization

/// The files of one wallet, in memory. They outlive the process that wrote them.
final class SimulatedDrive: Sendable {
    fileprivate struct State {
        var files: [String: [UInt8]] = [:]
        var folders: Set<String> = []
        /// The mount that holds each lock.
        var locks: [String: Int] = [:]
        var mount = 0
    }

    fileprivate let state = Mutex(State())

    /// Gives the files to a new process. Every operation of the former process fails from now on, and its locks are
    /// free.
    func mount() -> SimulatedFiles {
        let number = state.withLock { state in
            state.mount += 1
            state.locks = [:]
            return state.mount
        }
        return SimulatedFiles(drive: self, mount: number)
    }

    /// Takes the files away from the process that has them.
    func unmount() { _ = mount() }
}

/// A process's access to the files of its wallet.
struct SimulatedFiles: FileSystem {
    fileprivate let drive: SimulatedDrive
    fileprivate let mount: Int

    func read(_ path: String) throws(FileFailure) -> [UInt8]? {
        try use("read", path) { $0.files[path] }
    }

    func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
        try use("write", path) { $0.files[path] = bytes }
    }

    func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try use("write", path) { $0.files[path, default: []] += bytes }
    }

    func remove(_ path: String) throws(FileFailure) {
        try use("remove", path) { $0.files[path] = nil }
    }

    func makeFolder(_ path: String) throws(FileFailure) {
        try use("make the folder", path) { _ = $0.folders.insert(path) }
    }

    func permissions(_ path: String) throws(FileFailure) -> UInt16? {
        try use("read", path) { state -> UInt16? in
            if state.files[path] != nil { return 0o600 }
            return state.folders.contains(path) ? 0o700 : nil
        }
    }

    func tryLock(_ path: String) throws(FileFailure) -> HeldLock? {
        let isTaken = try use("lock", path) { state in
            guard state.locks[path] == nil else { return false }
            state.locks[path] = mount
            return true
        }
        guard isTaken else { return nil }
        return HeldLock { [drive, mount] in
            drive.state.withLock { state in
                if state.locks[path] == mount { state.locks[path] = nil }
            }
        }
    }

    func lock(_ path: String) throws(FileFailure) -> HeldLock {
        // Held around file operations only, which no other task interrupts.
        guard let lock = try tryLock(path) else { throw .stopped(path: path) }
        return lock
    }

    private func use<Value: Sendable>(
        _ operation: String, _ path: String, _ body: (inout SimulatedDrive.State) -> Value
    ) throws(FileFailure) -> Value {
        let result = drive.state.withLock { state in
            state.mount == mount ? body(&state) : nil
        }
        guard let result else { throw .failed(operation: operation, path: path, reason: "the process was killed") }
        return result
    }
}
