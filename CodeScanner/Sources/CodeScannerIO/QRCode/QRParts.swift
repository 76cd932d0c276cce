import CodeScanner

/// The joined segments of a symbol's data.
struct QRParts {
    private(set) var bytes: [UInt8] = []
    private var isUTF8 = false

    /// Reads the segments; `nil` when the data ends within one or contains an unsupported one.
    init?(_ data: [UInt8], _ version: QRVersion) {
        var reader = QRBitReader(data)
        while let indicator = reader.next(QRMode.indicatorBits), indicator != 0 {
            if let mode = QRMode(rawValue: indicator) {
                guard let count = reader.next(mode.countBits(version)), let part = reader.part(mode, count: count)
                else { return nil }
                bytes += part
                continue
            }
            switch indicator {
            case QRMode.characterSetIndicator:
                guard let set = reader.nextCharacterSet() else { return nil }
                isUTF8 = set == QRMode.utf8
            case QRMode.firstFunctionIndicator:
                continue  // trade data: the segments that follow are read as usual
            case QRMode.secondFunctionIndicator:
                guard reader.next(8) != nil else { return nil }
            default:
                return nil  // kanji, a symbol continued in another one, or an unknown mode
            }
        }
    }

    /// The bytes as text.
    var text: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return isUTF8
            ? String(decoding: bytes, as: UTF8.self)
            : String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// Reads numbers from a sequence of bits.
struct QRBitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next bits as a number, most significant first; `nil` when too few are left.
    mutating func next(_ width: Int) -> Int? {
        guard width <= 8 * bytes.count - position else { return nil }
        var value = 0
        for bit in position..<position + width { value = value << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1) }
        position += width
        return value
    }

    /// Reads the number of a character set, one to three bytes long.
    mutating func nextCharacterSet() -> Int? {
        guard let first = next(8) else { return nil }
        if first & 0x80 == 0 { return first }
        if first & 0xC0 == 0x80 { return next(8).map { (first & 0x3F) << 8 | $0 } }
        return first & 0xE0 == 0xC0 ? next(16).map { (first & 0x1F) << 16 | $0 } : nil
    }

    /// Reads a segment of `count` characters as bytes.
    mutating func part(_ mode: QRMode, count: Int) -> [UInt8]? {
        switch mode {
        case .numeric: groups(count: count, size: 3, widths: [4, 7, 10], alphabet: Array(QRMode.alphabet[..<10]))
        case .alphanumeric: groups(count: count, size: 2, widths: [6, 11], alphabet: QRMode.alphabet)
        case .bytes: bytes(count: count)
        }
    }

    private mutating func bytes(count: Int) -> [UInt8]? {
        var part: [UInt8] = []
        for _ in 0..<count {
            guard let value = next(8) else { return nil }
            part.append(UInt8(truncatingIfNeeded: value))
        }
        return part
    }

    /// Reads groups of characters packed into one number each. A short last group has fewer bits.
    private mutating func groups(count: Int, size: Int, widths: [Int], alphabet: [UInt8]) -> [UInt8]? {
        var part: [UInt8] = []
        while part.count < count {
            let length = min(size, count - part.count)
            guard var value = next(widths[length - 1]) else { return nil }
            var group: [UInt8] = []
            for _ in 0..<length {
                group.append(alphabet[value % alphabet.count])
                value /= alphabet.count
            }
            guard value == 0 else { return nil }
            part += group.reversed()
        }
        return part
    }
}
