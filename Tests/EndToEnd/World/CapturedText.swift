import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Collects what a running process writes to one of its outputs, so that tests can wait for it.
final class CapturedText: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var waiting: [(text: String, continuation: CheckedContinuation<Bool, Never>)] = []
        var untilEnd: [CheckedContinuation<Void, Never>] = []

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let state = Mutex(State())

    /// Everything written so far.
    var text: String { state.withLock { $0.text } }

    /// Collects from `pipe` on a separate thread, so that a process with much output never waits for its reader.
    func collect(from pipe: Pipe) { collect(from: dup(pipe.fileHandleForReading.fileDescriptor)) }

    /// Collects from `descriptor`, and closes it at the end.
    func collect(from descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                append(buffer[..<count])
            }
            close(descriptor)
            end()
        }
    }

    /// Waits until `text` has been written; false if the output ended without it.
    func contains(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.text.contains(text) {
                    continuation.resume(returning: true)
                } else if state.hasEnded {
                    continuation.resume(returning: false)
                } else {
                    state.waiting.append((text, continuation))
                }
            }
        }
    }

    /// Waits for the end of the output and returns all of it.
    func whole() async -> String {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.hasEnded { continuation.resume() } else { state.untilEnd.append(continuation) }
            }
        }
        return text
    }

    private func append(_ chunk: ArraySlice<UInt8>) {
        state.withLock { state in
            state.bytes += chunk
            guard !state.waiting.isEmpty else { return }
            let text = state.text
            let found = state.waiting.filter { text.contains($0.text) }
            state.waiting.removeAll { text.contains($0.text) }
            found.forEach { $0.continuation.resume(returning: true) }
        }
    }

    /// Marks the end of the output.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.waiting.forEach { $0.continuation.resume(returning: false) }
            state.untilEnd.forEach { $0.resume() }
            state.waiting = []
            state.untilEnd = []
        }
    }
}
