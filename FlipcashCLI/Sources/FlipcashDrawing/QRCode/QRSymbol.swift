import CodeScanner

extension QRBlocks {
    /// Data and check bytes in symbol order.
    func codewords(of data: [UInt8]) -> [UInt8] {
        var start = 0
        let blocks = dataCounts.map { count in
            defer { start += count }
            let part = Array(data[start..<min(start + count, data.count)])
            return part + (ReedSolomon.checks(of: part, count: checkCount) ?? [])
        }
        return interleaving.map { blocks[$0.block][$0.place] }
    }
}

/// A symbol without its mask.
struct QRSymbol: Sendable {
    private let layout: QRLayout
    private let path: [QRLayout.Place]
    private let codewords: [UInt8]

    init(_ version: QRVersion, codewords: [UInt8]) {
        layout = QRLayout(version)
        path = layout.dataPath
        self.codewords = codewords
    }

    /// Makes the finished symbol.
    func modules(with format: QRFormat) -> QRModules {
        var modules = layout.patterns
        for (index, place) in path.enumerated() {
            // A few modules remain after the last byte.
            let byte = index / 8 < codewords.count ? codewords[index / 8] : 0
            let isSet = byte >> UInt8(7 - index % 8) & 1 == 1
            modules[place.x, place.y] = isSet != format.mask.inverts(x: place.x, y: place.y)
        }
        write(format.bits, at: layout.formatPlaces, into: &modules)
        write(layout.version.bits, at: layout.versionPlaces, into: &modules)
        return modules
    }

    private func write(_ bits: Int, at copies: [[QRLayout.Place]], into modules: inout QRModules) {
        for copy in copies {
            for (bit, place) in copy.enumerated() { modules[place.x, place.y] = bits >> bit & 1 == 1 }
        }
    }
}
