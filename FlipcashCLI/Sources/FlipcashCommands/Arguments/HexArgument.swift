public import ArgumentParser

/// Bytes on the command line, two hexadecimal digits each.
public struct HexArgument: ExpressibleByArgument, Sendable, Hashable {
    /// The bytes, 1 to 2,048.
    public let bytes: [UInt8]

    /// Reads hexadecimal digits of either case; nil for an odd number of them, none, or more than 4,096.
    public init?(argument: String) {
        let digits = Array(argument.utf8)
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= 4_096 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The digits in lower case.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
