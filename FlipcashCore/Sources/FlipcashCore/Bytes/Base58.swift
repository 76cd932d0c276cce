public import CodeCurves

/// Base58 in Bitcoin's alphabet: one leading `1` for every leading zero byte; no bytes give empty text.
public enum Base58 {
    static let alphabet = [UInt8]("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    /// The value of each ASCII character, 255 for those outside the alphabet.
    static let digits: [UInt8] = {
        var digits = [UInt8](repeating: .max, count: 256)
        for (value, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(value) }
        return digits
    }()

    /// The longest text that is decoded; the time for decoding grows with the square of the length.
    public static let characterCountMax = 2048

    /// Encodes `bytes` as text.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encodedCharacters(bytes), as: UTF8.self)
    }

    /// Encodes `bytes` as ASCII characters.
    ///
    /// Zeroes its own working memory. A caller that encodes a secret must zero the result.
    static func encodedCharacters(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let zeros = bytes.prefix { $0 == 0 }.count
        // Least significant digit first, five base-58 digits to a limb: 58⁵ fits 32 bits.
        var limbs: [UInt64] = []
        // A limb holds more than 29 bits, so the array never grows and leaves no copy behind.
        limbs.reserveCapacity(bytes.count * 8 / 29 + 1)
        defer { for index in limbs.indices { limbs[index] = 0 } }
        for byte in bytes.dropFirst(zeros) {
            var carry = UInt64(byte)
            for index in limbs.indices {
                carry += limbs[index] << 8
                limbs[index] = carry % limbBase
                carry /= limbBase
            }
            if carry > 0 { limbs.append(carry) }
        }
        var characters: [UInt8] = []
        characters.reserveCapacity(zeros + limbs.count * 5)
        for var limb in limbs {
            for _ in 0..<5 {
                characters.append(alphabet[Int(limb % 58)])
                limb /= 58
            }
        }
        while characters.last == alphabet[0] { characters.removeLast() }
        characters.append(contentsOf: repeatElement(alphabet[0], count: zeros))
        characters.reverse()
        return characters
    }

    static let limbBase: UInt64 = 58 * 58 * 58 * 58 * 58

    /// Decodes text, ignoring ASCII white space around it.
    ///
    /// - Parameters:
    ///   - text: the digits, with or without white space around them.
    ///   - characterCountMax: the longest text to accept.
    /// - Throws: `Base58Error` for a character outside the alphabet or more than `characterCountMax` characters.
    public static func decode(
        _ text: String, characterCountMax: Int = Self.characterCountMax
    ) throws(Base58Error) -> [UInt8] {
        var bytes: [UInt8] = []
        try decode(Array(text.utf8), characterCountMax: characterCountMax, into: &bytes)
        return bytes
    }

    /// Decodes text that holds a secret, ignoring ASCII white space around it.
    ///
    /// Zeroes every copy made here, also when it throws. The caller zeroes its own text.
    ///
    /// - Throws: `Base58Error` for a character outside the alphabet or more than `characterCountMax` characters.
    public static func decodeSecret(_ text: some Collection<UInt8>) throws(Base58Error) -> SecretBytes {
        var characters = Array(text)
        var bytes: [UInt8] = []
        defer {
            Zeroing.zero(&characters)
            Zeroing.zero(&bytes)
        }
        try decode(characters, characterCountMax: characterCountMax, into: &bytes)
        return SecretBytes(bytes)
    }

    /// Decodes into `bytes`, which must be empty; their memory is reserved once and never moves.
    private static func decode(
        _ text: [UInt8], characterCountMax: Int, into bytes: inout [UInt8]
    ) throws(Base58Error) {
        let characters = text.trimmingASCIISpace
        guard characters.count <= characterCountMax else { throw .tooLong(characters.count, max: characterCountMax) }
        let zeros = characters.prefix { $0 == alphabet[0] }.count
        bytes.reserveCapacity(characters.count)
        for (offset, character) in characters.enumerated().dropFirst(zeros) {
            let digit = digits[Int(character)]
            guard digit != .max else { throw .foreignCharacter(at: offset) }
            var carry = UInt32(digit)
            for index in bytes.indices {
                carry += UInt32(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            if carry > 0 { bytes.append(UInt8(truncatingIfNeeded: carry)) }
        }
        bytes.append(contentsOf: repeatElement(0, count: zeros))
        bytes.reverse()
    }
}

/// Errors from decoding base58. Messages do not repeat the text, which may be a secret.
public enum Base58Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character at this offset (from 0, after trimming) is not in the alphabet.
    case foreignCharacter(at: Int)
    /// The text has this many characters, more than `max`.
    case tooLong(Int, max: Int)

    /// What is wrong, in lower case and without a full stop. Characters are counted from 1.
    public var description: String {
        switch self {
        case .foreignCharacter(let offset):
            "character \(offset + 1) is not base58 (digits and letters without 0, O, I and l)"
        case .tooLong(let count, let max):
            "base58 text has at most \(max) characters here, this has \(count)"
        }
    }
}

extension [UInt8] {
    /// The bytes without leading and trailing space, tab, line feed, vertical tab, form feed and carriage return.
    fileprivate var trimmingASCIISpace: ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return []
        }
        return self[first...last]
    }
}
