/// A client program's version: one to three numbers.
public struct ClientVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number; 0 if missing.
    public let minor: Int
    /// The third number; 0 if missing.
    public let patch: Int

    /// Creates a version from its numbers.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses `1`, `1.2` or `1.2.3`; missing parts are 0. Nil for other text, and for numbers above 999,999,999.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard !part.isEmpty, part.utf8.count <= 9, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    public static func < (left: ClientVersion, right: ClientVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    public var description: String { "\(major).\(minor).\(patch)" }
}
