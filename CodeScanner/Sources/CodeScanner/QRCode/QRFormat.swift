/// The format of a symbol: level and mask, stored in 15 bits beside its finder patterns.
public struct QRFormat: Hashable, Sendable {
    /// The error correction level.
    public var level: QRLevel
    /// The mask that inverts the data.
    public var mask: QRMask

    /// Makes a format of a level and a mask.
    public init(level: QRLevel, mask: QRMask) {
        self.level = level
        self.mask = mask
    }

    /// The 15 bits as stored in the symbol: five of content, ten of checks, XORed with a constant.
    public var bits: Int {
        let content = level.indicator << 3 | mask.rawValue
        return (content << 10 | QRChecks.remainder(content, shift: 10, generator: 0x537)) ^ 0x5412
    }

    /// The format nearest to the bits read; `nil` when more than three bits differ.
    public init?(nearestTo read: Int) {
        let all = QRLevel.allCases.flatMap { level in QRMask.allCases.map { QRFormat(level: level, mask: $0) } }
        let nearest = all.min { ($0.bits ^ read).nonzeroBitCount < ($1.bits ^ read).nonzeroBitCount }
        guard let nearest, (nearest.bits ^ read).nonzeroBitCount <= 3 else { return nil }
        self = nearest
    }
}

extension QRVersion {
    /// The 18 bits in which large symbols store their version: six of content, twelve of checks.
    public var bits: Int { number << 12 | QRChecks.remainder(number, shift: 12, generator: 0x1F25) }
}

/// Remainders of polynomials with bits as coefficients.
private enum QRChecks {
    static func remainder(_ content: Int, shift: Int, generator: Int) -> Int {
        var rest = content << shift
        for bit in stride(from: Int.bitWidth - 2, through: shift, by: -1) where rest >> bit & 1 == 1 {
            rest ^= generator << (bit - shift)
        }
        return rest
    }
}
