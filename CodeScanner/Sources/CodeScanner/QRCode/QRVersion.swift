/// The size of a QR code, 1…40 (ISO/IEC 18004, model 2).
public struct QRVersion: Hashable, Sendable, Comparable {
    /// The version number, 1…40.
    public let number: Int

    /// Makes a version from its number; `nil` outside 1…40.
    public init?(number: Int) {
        guard (1...40).contains(number) else { return nil }
        self.number = number
    }

    /// Makes the version whose symbols have this many modules along an edge; `nil` for other sizes.
    public init?(side: Int) {
        guard side % 4 == 1 else { return nil }
        self.init(number: (side - 17) / 4)
    }

    /// All versions, the smallest first.
    public static let all = (1...40).compactMap { QRVersion(number: $0) }

    /// The number of modules along an edge, without the quiet zone.
    public var side: Int { 17 + 4 * number }

    /// Whether the symbol stores its version in two blocks.
    public var hasVersionBlocks: Bool { number >= 7 }

    /// The coordinates of the alignment patterns' centres on both axes; empty for version 1.
    public var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        // Evenly spaced from the far end with an even step. Version 32 is the only exception.
        let step = number == 32 ? 26 : (4 * number + 2 * count + 1) / (2 * count - 2) * 2
        let far = (0..<count - 1).map { side - 7 - $0 * step }
        return [6] + far.reversed()
    }

    /// The number of bytes in the symbol, data and checks together.
    public var codewordCount: Int {
        var modules = (16 * number + 128) * number + 64
        if number >= 2 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
        }
        if hasVersionBlocks { modules -= 36 }
        return modules / 8
    }

    /// Orders versions by number.
    public static func < (left: QRVersion, right: QRVersion) -> Bool { left.number < right.number }
}
