/// A line chart in character cells: each cell has two by four dots.
public enum ChartText {
    /// The lines of a chart without line ends, from top to bottom.
    ///
    /// Returns no lines for fewer than two values or for a size below two cells. Values that are not finite are drawn
    /// as 0.
    ///
    /// - Parameters:
    ///   - values: evenly spaced.
    ///   - columns: the width in cells.
    ///   - rows: the height in cells.
    public static func lines(_ values: [Double], columns: Int, rows: Int) -> [String] {
        let values = values.map { $0.isFinite ? $0 : 0 }
        guard values.count >= 2, columns >= 2, rows >= 2, let low = values.min(), let high = values.max() else {
            return []
        }
        let (dotColumns, dotRows) = (columns * 2, rows * 4)
        var cells = [UInt8](repeating: 0, count: columns * rows)
        var last: Int?
        for x in 0..<dotColumns {
            let value = sample(values, at: Double(x) / Double(dotColumns - 1))
            let share = high > low ? (value - low) / (high - low) : 0.5
            let y = dotRows - 1 - Int((share * Double(dotRows - 1)).rounded())
            // Joins the dots, so that a steep line has no gaps.
            for dot in min(last ?? y, y)...max(last ?? y, y) {
                cells[dot / 4 * columns + x / 2] |= bit(x: x % 2, y: dot % 4)
            }
            last = y
        }
        return (0..<rows).map { row in
            String(
                String.UnicodeScalarView(
                    cells[(row * columns)..<((row + 1) * columns)].compactMap { Unicode.Scalar(0x2800 + UInt32($0)) }))
        }
    }

    /// The value at a share of the width, interpolated between its neighbours.
    private static func sample(_ values: [Double], at share: Double) -> Double {
        let position = share * Double(values.count - 1)
        let index = min(Int(position), values.count - 2)
        return values[index] + (values[index + 1] - values[index]) * (position - Double(index))
    }

    /// The bit of a dot in a Braille pattern.
    private static func bit(x: Int, y: Int) -> UInt8 {
        switch (x, y) {
        case (0, 0): 0x01
        case (0, 1): 0x02
        case (0, 2): 0x04
        case (1, 0): 0x08
        case (1, 1): 0x10
        case (1, 2): 0x20
        case (0, _): 0x40
        default: 0x80
        }
    }
}
