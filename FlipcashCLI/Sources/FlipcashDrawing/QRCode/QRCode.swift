public import CodeScanner

/// A QR code of a text, ready to be drawn (ISO/IEC 18004, model 2).
public struct QRCode: Hashable, Sendable {
    /// The size.
    public let version: QRVersion
    /// Level and mask.
    public let format: QRFormat
    /// The modules, without the quiet zone.
    public let modules: QRModules

    /// The smallest symbol that holds a text, with the mask that scanners find easiest.
    ///
    /// - Parameters:
    ///   - text: what a scanner will read, as UTF-8.
    ///   - level: at least this much damage is corrected; more where the symbol does not grow by it.
    ///   - smallest: no smaller version than this.
    ///   - mask: this mask instead of the best one.
    /// - Throws: ``DrawingError/textTooLong(bytes:)`` when not even the largest symbol holds the text.
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

    /// The smallest version that holds a text at a level, and the bits of the text in it.
    private static func fit(
        _ text: String, level: QRLevel, smallest: QRVersion?
    ) throws(DrawingError) -> (QRVersion, QRBits) {
        // Counts of characters take as many bits in all versions between these.
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
