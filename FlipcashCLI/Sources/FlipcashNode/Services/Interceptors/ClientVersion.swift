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

/// The product, platform and version in the `user-agent` of a client's calls.
struct ClientIdentity: Equatable, Sendable {
    let platform: String
    let version: ClientVersion

    /// Finds `PRODUCT/PLATFORM/VERSION` anywhere in `userAgent`; case matters.
    ///
    /// Exactly one such token must be present; otherwise the client counts as one without a version (wire contract §2).
    /// Any platform name is accepted.
    init?(userAgent: String, products: [String]) {
        var found: [ClientIdentity] = []
        for product in products {
            var rest = userAgent[...]
            while let range = rest.firstRange(of: product + "/") {
                rest = rest[range.upperBound...]
                if let identity = ClientIdentity(afterProduct: rest) { found.append(identity) }
            }
        }
        guard found.count == 1 else { return nil }
        self = found[0]
    }

    private init?(afterProduct text: Substring) {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let platform = text[..<slash]
        guard !platform.isEmpty, platform.utf8.allSatisfy(Self.isWord) else { return nil }
        let digits = text[text.index(after: slash)...].prefix { $0 == "." || ("0"..."9").contains($0) }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false).prefix(3).prefix { !$0.isEmpty }
        guard let version = ClientVersion(parts.joined(separator: ".")) else { return nil }
        self.platform = String(platform)
        self.version = version
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
    }
}
