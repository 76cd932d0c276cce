import CodeScanner

/// Draws pictures with character cells, each showing two pixels one above the other.
public enum HalfBlocks {
    /// The lines of a picture without line ends. Each cell is one pixel wide and two high.
    ///
    /// With colours, every line sets its colours and resets them at its end. Without, pixels of at least half
    /// brightness are ink.
    public static func lines(_ raster: Raster, colors: TerminalColors) -> [String] {
        stride(from: 0, to: raster.height, by: 2).map { row in
            switch colors {
            case .full: coloured(raster, row: row) { "2;\($0.red);\($0.green);\($0.blue)" }
            case .palette256: coloured(raster, row: row) { "5;\(TerminalColors.paletteIndex(of: $0))" }
            case .mono: plain(raster, row: row)
            }
        }
    }

    private static func coloured(_ raster: Raster, row: Int, name: (RGBColor) -> String) -> String {
        var line = ""
        var current: (String, String)?
        for column in 0..<raster.width {
            let upper = name(raster.color(x: column, y: row))
            let lower = name(raster.color(x: column, y: row + 1))
            if current?.0 != upper || current?.1 != lower {
                line += "\u{1B}[38;\(upper);48;\(lower)m"
                current = (upper, lower)
            }
            line += "▀"
        }
        return line + "\u{1B}[0m"
    }

    private static func plain(_ raster: Raster, row: Int) -> String {
        String(
            (0..<raster.width).map { column -> Character in
                switch (isInk(raster, column, row), isInk(raster, column, row + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            })
    }

    /// The smallest brightness that counts as ink in terminals without colours.
    static let inkThreshold: UInt8 = 128

    private static func isInk(_ raster: Raster, _ column: Int, _ row: Int) -> Bool {
        let color = raster.color(x: column, y: row)
        return LumaImage.luma(red: color.red, green: color.green, blue: color.blue) >= inkThreshold
    }
}

extension CodePicture {
    /// The code in character cells, as large as the terminal allows, checked with the scanner in the terminal's
    /// colours.
    ///
    /// A code needs about 96 columns and 48 rows with colours, 128 and 64 without.
    ///
    /// - Throws: ``DrawingError/unreadable(width:height:)`` when the terminal is too small.
    public func halfBlocks(columns: Int, rows: Int, colors: TerminalColors) throws(DrawingError) -> [String] {
        let (height, overflow) = rows.multipliedReportingOverflow(by: 2)
        let largest = min(columns, overflow ? columns : height, Raster.sides.upperBound)
        // A size may fall badly on the pixel grid. A slightly smaller one often works.
        for side in stride(from: largest, through: max(CodePicture.fewestPixels, largest - 8), by: -1) {
            guard let picture = try? raster(side: side),
                (try? ReadBack.check(picture.shown(with: colors), code: code)) != nil
            else { continue }
            return HalfBlocks.lines(picture, colors: colors)
        }
        throw .unreadable(width: max(largest, 0), height: max(largest, 0))
    }

    /// Codes with fewer pixels were never readable.
    static let fewestPixels = 88
}

extension Raster {
    /// The picture as a terminal with these colours shows it.
    func shown(with colors: TerminalColors) -> Raster {
        guard colors == .mono else { return self }  // the palette keeps the greys of a code
        var result = self
        for start in stride(from: 0, to: pixels.count, by: 3) {
            let luma = LumaImage.luma(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
            let value: UInt8 = luma >= HalfBlocks.inkThreshold ? 255 : 0
            for channel in 0..<3 { result.pixels[start + channel] = value }
        }
        return result
    }
}
