/// The sixel protocol: bands of six rows, drawn once for each colour in the band.
enum Sixel {
    /// Steps of each channel. Together they give 216 colours, which every sixel terminal has.
    private static let levels = 6

    static func sequence(_ raster: Raster) -> String {
        var text = "\u{1B}P0;1;0q\"1;1;\(raster.width);\(raster.height)"
        let indexes = paletteIndexes(raster)
        for index in Set(indexes).sorted() { text += definition(of: index) }
        for top in stride(from: 0, to: raster.height, by: 6) {
            text += band(indexes, width: raster.width, rows: top..<min(top + 6, raster.height)) + "-"
        }
        return text + "\u{1B}\\"
    }

    private static func paletteIndexes(_ raster: Raster) -> [Int] {
        stride(from: 0, to: raster.pixels.count, by: 3).map { start in
            (0..<3).reduce(0) { $0 * levels + (Int(raster.pixels[start + $1]) * (levels - 1) + 127) / 255 }
        }
    }

    /// The definition of a colour. Channels are in per cent.
    private static func definition(of index: Int) -> String {
        let channels = [index / (levels * levels), index / levels % levels, index % levels]
        return "#\(index);2;" + channels.map { String($0 * 100 / (levels - 1)) }.joined(separator: ";")
    }

    private static func band(_ indexes: [Int], width: Int, rows: Range<Int>) -> String {
        var masks: [Int: [UInt8]] = [:]
        for row in rows {
            for column in 0..<width {
                let bit = UInt8(1) << UInt8(row - rows.lowerBound)
                masks[indexes[row * width + column], default: [UInt8](repeating: 0, count: width)][column] |= bit
            }
        }
        return masks.keys.sorted().map { color in
            "#\(color)" + runs(of: masks[color] ?? [])
        }.joined(separator: "$")
    }

    /// Writes repeated cells once, with their number.
    private static func runs(of cells: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < cells.count {
            var end = start
            while end < cells.count, cells[end] == cells[start] { end += 1 }
            let character = String(UnicodeScalar(63 + cells[start]))
            text += end - start > 3 ? "!\(end - start)\(character)" : String(repeating: character, count: end - start)
            start = end
        }
        return text
    }
}
