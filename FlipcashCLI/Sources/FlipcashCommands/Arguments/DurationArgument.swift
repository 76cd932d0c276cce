public import ArgumentParser

/// A span of time on the command line: digits and one of `s`, `m`, `h`, `d`.
public struct DurationArgument: ExpressibleByArgument, Sendable, Hashable {
    /// The span; always above zero and at most ten years.
    public let duration: Duration

    /// Reads `90s`, `5m`, `2h` or `7d`; nil for anything else.
    public init?(argument: String) {
        guard let unit = argument.last, let secondsPerUnit = Self.seconds[unit] else { return nil }
        let digits = argument.dropLast()
        guard !digits.isEmpty, digits.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(digits), count > 0
        else { return nil }
        let seconds = count * secondsPerUnit
        guard seconds <= Self.longest else { return nil }
        duration = .seconds(seconds)
    }

    /// The span in seconds, such as `90s`.
    public var defaultValueDescription: String { "\(duration.components.seconds)s" }

    private static let seconds: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    private static let longest: Int64 = 3_650 * 86_400
}
