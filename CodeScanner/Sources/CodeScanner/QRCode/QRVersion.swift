/// The size of a QR code, 1…40 (ISO/IEC 18004, model 2).
public struct QRVersion: Hashable, Sendable, Comparable {
    /// 1…40.
    public let number: Int

    /// A version by its number; `nil` outside 1…40.
    public init?(number: Int) {
        guard (1...40).contains(number) else { return nil }
        self.number = number
    }

    /// The version of a symbol so many modules wide; `nil` when there is none.
    public init?(side: Int) {
        guard side % 4 == 1 else { return nil }
        self.init(number: (side - 17) / 4)
    }

    /// All versions, the smallest first.
    public static let all = (1...40).compactMap { QRVersion(number: $0) }

    /// Modules along an edge, without the quiet zone.
    public var side: Int { 17 + 4 * number }

    /// Whether the symbol states its version in two blocks of its own.
    public var hasVersionBlocks: Bool { number >= 7 }

    /// Where the middles of alignment patterns lie on both axes; none in version 1.
    public var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        // Evenly spaced from the far end, by even steps; version 32 alone deviates from the rule.
        let step = number == 32 ? 26 : (4 * number + 2 * count + 1) / (2 * count - 2) * 2
        let far = (0..<count - 1).map { side - 7 - $0 * step }
        return [6] + far.reversed()
    }

    /// Bytes that the symbol holds, data and checks together.
    public var codewordCount: Int {
        var modules = (16 * number + 128) * number + 64
        if number >= 2 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
        }
        if hasVersionBlocks { modules -= 36 }
        return modules / 8
    }

    /// By number.
    public static func < (left: QRVersion, right: QRVersion) -> Bool { left.number < right.number }
}
