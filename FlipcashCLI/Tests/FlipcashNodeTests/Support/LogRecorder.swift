import Logging
import Synchronization

/// Records log messages.
final class LogRecorder: Sendable {
    private let entries = Mutex<[(level: Logger.Level, message: String)]>([])

    /// The messages of `level`, with their metadata.
    func messages(_ level: Logger.Level) -> [String] {
        entries.withLock { $0.filter { $0.level == level }.map(\.message) }
    }

    var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let text = "\(event.message) \(event.metadata ?? [:])"
            recorder.entries.withLock { $0.append((event.level, text)) }
        }
    }
}
