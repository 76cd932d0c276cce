public import CodeScanner

/// A QR code of a text (ISO/IEC 18004, model 2).
public struct QRCode: Hashable, Sendable {
    /// The size of the symbol.
    public let version: QRVersion
    /// The level and mask.
    public let format: QRFormat
    /// The modules, without the quiet zone.
    public let modules: QRModules

    /// Makes the smallest symbol that holds a text, with the mask that is easiest to scan.
    ///
    /// - Parameters:
    ///   - text: The text, encoded as UTF-8.
    ///   - level: The lowest error correction level. A higher one is used when the symbol does not grow.
    ///   - smallest: The smallest version to use.
    ///   - mask: The mask to use instead of the best one.
    /// - Throws: ``DrawingError/textTooLong(bytes:)`` when the text does not fit the largest symbol.
    public init(
        _ text: String, level: QRLevel = .medium, smallest: QRVersion? = nil, mask: QRMask? = nil
    ) throws(DrawingError) {
        let (version, bits) = try QRCode.fit(text, level: level, smallest: smallest)
        let raised = QRLevel.allCases.last { $0 >= level && QRBlocks(version, $0).dataCount * 8 >= bits.count } ?? level
        self.init(bits, version: version, level: raised, mask: mask)
    }

    init(_ bits: QRBits, version: QRVersion, level: QRLevel, mask: QRMask?) {
        let blocks = QRBlocks(version, level)
        let symbol = QRSymbol(version, codewords: blocks.codewords(of: bits.padded(to: blocks.dataCount)))
        let candidates = (mask.map { [$0] } ?? QRMask.allCases).map { mask in
            let format = QRFormat(level: level, mask: mask)
            return (format: format, modules: symbol.modules(with: format))
        }
        let penalties = candidates.count > 1 ? candidates.map { QRPenalty.points(of: $0.modules) } : [0]
        let best = penalties.indices.min { penalties[$0] < penalties[$1] } ?? 0
        self.version = version
        format = candidates[best].format
        modules = candidates[best].modules
    }

    /// The smallest version that holds a text at a level, and the text's bits in it.
    private static func fit(
        _ text: String, level: QRLevel, smallest: QRVersion?
    ) throws(DrawingError) -> (QRVersion, QRBits) {
        // Character counts have the same number of bits in all versions of such a group.
        var bits = QRBits()
        var countBits: [Int] = []
        for version in QRVersion.all where version >= smallest ?? version {
            let widths = QRMode.allCases.map { $0.countBits(version) }
            if widths != countBits {
                guard let packed = QRSegments(text, version).bits(version) else { continue }
                bits = packed
                countBits = widths
            }
            if bits.count <= QRBlocks(version, level).dataCount * 8 { return (version, bits) }
        }
        throw .textTooLong(bytes: text.utf8.count)
    }
}
