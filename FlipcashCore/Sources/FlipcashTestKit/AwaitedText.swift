import FlipcashCore
import Synchronization

/// A text that arrives in parts, such as the output of a program, for tests that wait until it says something.
///
/// ```swift
/// let screen = AwaitedText()
/// let command = Task { await run(on: screen) }
/// #expect(try await screen.contains("Continue? [y/N] "))
/// ```
public final class AwaitedText: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        /// The waiting tasks with what they wait for; nil for the end.
        var waiting: [(part: String?, waiter: Waiter<Bool>)] = []

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// Resumes the tasks whose part is there, and at the end all of them.
        mutating func resumeWaiting() {
            guard !waiting.isEmpty else { return }
            let (text, hasEnded) = (self.text, self.hasEnded)
            waiting.removeAll { entry in
                let isThere = entry.part.map { text.contains($0) } ?? hasEnded
                if isThere || hasEnded { entry.waiter.resume(with: .success(isThere)) }
                return isThere || hasEnded
            }
        }
    }

    private let state = Mutex(State())

    /// Creates an empty text.
    public init() {}

    /// Everything that has arrived.
    public var text: String { state.withLock { $0.text } }

    /// Adds bytes of UTF-8 at the end. A character may arrive in parts.
    public func append(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes += bytes
            state.resumeWaiting()
        }
    }

    /// Forgets what has arrived, so that tests wait only for new text.
    public func clear() { state.withLock { $0.bytes = [] } }

    /// Marks the end of the text. Nothing waits for it any longer.
    public func end() {
        state.withLock { state in
            state.hasEnded = true
            state.resumeWaiting()
        }
    }

    /// Waits until `part` has arrived.
    ///
    /// - Returns: false if the text ended without it.
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func contains(_ part: String) async throws -> Bool { try await wait(for: part) }

    /// Waits for the end of the text, or until the task is cancelled, and returns everything that has arrived.
    public func whole() async -> String {
        _ = try? await wait(for: nil)
        return text
    }

    private func wait(for part: String?) async throws -> Bool {
        let waiter = Waiter<Bool>()
        state.withLock { state in
            state.waiting.append((part, waiter))
            state.resumeWaiting()
        }
        return try await waiter.value()
    }
}
