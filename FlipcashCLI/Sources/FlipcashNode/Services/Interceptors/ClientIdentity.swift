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
