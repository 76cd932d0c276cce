/// One property of a calendar file (RFC 5545).
public struct CalendarLine: Hashable, Sendable {
    /// The largest number of bytes of a line.
    private static let octetsMax = 75

    /// The lines that the property takes, without their ends. A continuation begins with a space, which counts.
    public let lines: [String]

    /// Creates a property whose value is text, which is escaped.
    public init(_ name: String, text: String) {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case ";": escaped += "\\;"
            case ",": escaped += "\\,"
            case "\n": escaped += "\\n"
            case "\r": continue
            default:
                // Other control characters are not allowed in a calendar file.
                if scalar.value >= 0x20 && scalar.value != 0x7F || scalar == "\t" {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        self.init(name, value: escaped)
    }

    /// Creates a property whose value needs no escaping.
    public init(_ name: String, value: String) {
        var (lines, line, count): ([String], String, Int) = ([], "", 0)
        for scalar in "\(name):\(value)".unicodeScalars {
            let width = UTF8.width(scalar)
            if count + width > Self.octetsMax {
                lines.append(line)
                (line, count) = (" ", 1)
            }
            line.unicodeScalars.append(scalar)
            count += width
        }
        self.lines = lines + [line]
    }
}
