public import CodeScanner

/// The content of a QR code.
public struct QRContent: Hashable, Sendable {
    /// The size of the symbol.
    public let version: QRVersion
    /// The level and mask of the symbol.
    public let format: QRFormat
    /// The bytes of all segments; digits and letters as ASCII.
    public let bytes: [UInt8]
    /// The bytes as text: UTF-8 when valid, otherwise Latin-1.
    public let text: String
}

extension QRContent {
    /// Decodes the modules of a symbol, without quiet zone.
    ///
    /// Returns `nil` when the symbol cannot be corrected or contains data that links never use, such as kanji.
    public init?(_ modules: QRModules) {
        guard let version = QRVersion(side: modules.side) else { return nil }
        self.init(modules, QRLayout(version))
    }

    init?(_ modules: QRModules, _ layout: QRLayout) {
        guard modules.side == layout.version.side, QRContent.isVersionRight(modules, layout) else { return nil }
        var tried: Set<QRFormat> = []
        for format in layout.formatPlaces.compactMap({ QRFormat(nearestTo: QRContent.bits(modules, at: $0)) })
        where tried.insert(format).inserted {
            guard let data = QRContent.data(modules, layout, format), let parts = QRParts(data, layout.version) else {
                continue
            }
            version = layout.version
            self.format = format
            bytes = parts.bytes
            text = parts.text
            return
        }
        return nil
    }

    /// Whether the version stored in a large symbol matches its size. If it clearly differs, the size was measured
    /// wrongly.
    private static func isVersionRight(_ modules: QRModules, _ layout: QRLayout) -> Bool {
        let copies = layout.versionPlaces
        let mostWrongBits = 3
        return copies.isEmpty
            || copies.contains { (bits(modules, at: $0) ^ layout.version.bits).nonzeroBitCount <= mostWrongBits }
    }

    private static func bits(_ modules: QRModules, at places: [QRLayout.Place]) -> Int {
        places.enumerated().reduce(0) { $0 | (modules[$1.element.x, $1.element.y] ? 1 << $1.offset : 0) }
    }

    /// The corrected data of all blocks.
    private static func data(_ modules: QRModules, _ layout: QRLayout, _ format: QRFormat) -> [UInt8]? {
        var codewords = [UInt8](repeating: 0, count: layout.version.codewordCount)
        for (index, place) in layout.dataPath.enumerated() where index / 8 < codewords.count {
            let isSet = modules[place.x, place.y] != format.mask.inverts(x: place.x, y: place.y)
            if isSet { codewords[index / 8] |= 0x80 >> UInt8(index % 8) }
        }
        let blocks = QRBlocks(layout.version, format.level)
        var words = blocks.dataCounts.map { [UInt8](repeating: 0, count: $0 + blocks.checkCount) }
        for (codeword, target) in zip(codewords, blocks.interleaving) { words[target.block][target.place] = codeword }
        var data: [UInt8] = []
        for (word, count) in zip(words, blocks.dataCounts) {
            guard let corrected = ReedSolomon.corrected(word, checks: blocks.checkCount) else { return nil }
            data += corrected[..<count]
        }
        return data
    }
}
