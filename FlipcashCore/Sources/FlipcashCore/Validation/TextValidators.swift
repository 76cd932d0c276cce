/// Accepts e-mail addresses by the server's pattern (money specification §9.1).
public struct EmailValidator: Validator {
    /// The longest address in UTF-8 bytes.
    public static let byteCountMax = 254

    /// Creates a validator for addresses of up to 254 bytes.
    public init() {}

    /// Returns the address without white space around it; case is kept.
    public func validate(_ input: String) -> String? {
        let trimmed = input.trimmingUnicodeWhitespace
        let parts = trimmed.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard trimmed.utf8.count <= EmailValidator.byteCountMax, parts.count == 2, !parts[0].isEmpty,
            parts[0].allSatisfy({ $0.isAlphanumeric || "._%+-".utf8.contains($0) }),
            parts[1].allSatisfy({ $0.isAlphanumeric || ".-".utf8.contains($0) }),
            let lastDot = parts[1].lastIndex(of: UInt8(ascii: ".")), lastDot > parts[1].startIndex
        else { return nil }
        let topLevel = parts[1][parts[1].index(after: lastDot)...]
        guard topLevel.count >= 2, topLevel.allSatisfy(\.isLetter) else { return nil }
        return String(trimmed)
    }
}

/// Accepts text up to a length (money specification §9.3).
public struct LengthValidator: Validator {
    /// The largest number of user-perceived characters.
    public let maxLength: Int

    /// Creates a validator for up to `maxLength` characters.
    public init(maxLength: Int) {
        self.maxLength = maxLength
    }

    /// Returns the text unchanged, unless it is empty, only white space or too long.
    public func validate(_ input: String) -> String? {
        guard !input.trimmingUnicodeWhitespace.isEmpty, input.count <= maxLength else { return nil }
        return input
    }
}

/// Accepts display names (money specification §9.5).
public struct DisplayNameValidator: Validator {
    /// The largest number of Unicode scalars; a family emoji has five or more.
    public static let scalarCountMax = 64

    /// Creates a validator for names of 1 to 64 Unicode scalars.
    public init() {}

    /// Returns the name without white space around it.
    public func validate(_ input: String) -> String? {
        let trimmed = input.trimmingUnicodeWhitespace
        guard (1...DisplayNameValidator.scalarCountMax).contains(trimmed.unicodeScalars.count) else { return nil }
        return String(trimmed)
    }

    /// Returns the number of scalars that may still be typed; negative when there are too many.
    public func remaining(in input: String) -> Int {
        DisplayNameValidator.scalarCountMax - input.trimmingUnicodeWhitespace.unicodeScalars.count
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isAlphanumeric: Bool { isLetter || (0x30...0x39).contains(self) }
}

extension String {
    /// The text without Unicode white space and newlines around it.
    fileprivate var trimmingUnicodeWhitespace: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return Substring(scalars[first...last])
    }
}
