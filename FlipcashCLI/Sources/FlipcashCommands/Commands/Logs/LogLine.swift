/// A parsed line of a log file: `[LEVEL] yyyy-MM-dd HH:mm:ss label message k=v` (client specification §6.2).
struct LogLine: Hashable, Sendable {
    /// The levels, lowest first.
    static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    let text: String
    /// In lower case.
    let level: String
    /// Local date and time, `yyyy-MM-dd HH:mm:ss`.
    let time: String
    let label: String
    /// The message with its metadata.
    let message: String

    /// Parses a line; nil if it has another form, such as a line whose beginning was cut off.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].hasPrefix("["), parts[0].hasSuffix("]"),
            parts[1].utf8.count == 10, parts[2].utf8.count == 8
        else { return nil }
        self.text = text
        level = parts[0].dropFirst().dropLast().lowercased()
        time = "\(parts[1]) \(parts[2])"
        label = String(parts[3])
        message = String(parts[4])
    }

    /// Whether the line has at least the level `least`.
    func isAtLeast(_ least: String) -> Bool {
        guard let index = Self.levels.firstIndex(of: level), let bound = Self.levels.firstIndex(of: least) else {
            return false
        }
        return index >= bound
    }

    var object: OutputObject {
        var object = OutputObject()
        object["level"] = .string(level)
        object["time"] = .string(time)
        object["label"] = .string(label)
        object["message"] = .string(message)
        return object
    }
}
