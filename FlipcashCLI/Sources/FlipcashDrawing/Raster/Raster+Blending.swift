import CDrawing
import CodeScanner

extension Raster {
    /// Blends a colour into the columns of a row by their coverage, optionally through a mask of the whole picture.
    mutating func blend(
        _ color: RGBColor, _ coverage: [Float], mask: [UInt8]? = nil, opacity: Double, row: Int, columns: Range<Int>
    ) {
        let start = row * width + columns.lowerBound
        guard (0..<height).contains(row), columns.lowerBound >= 0, columns.upperBound <= min(width, coverage.count),
            mask.map({ $0.count == width * height }) ?? true
        else { return }
        let channels = [color.red, color.green, color.blue]
        pixels.withUnsafeMutableBufferPointer { pixels in
            coverage.withUnsafeBufferPointer { coverage in
                mask.withBaseAddress { mask in
                    // Safe: row and columns are in the picture and the columns in the coverage; the mask has the
                    // picture's size.
                    drawingBlend(
                        pixels.baseAddress.map { $0 + 3 * start }, coverage.baseAddress.map { $0 + columns.lowerBound },
                        mask.map { $0 + start }, columns.count, channels, opacity)
                }
            }
        }
    }

    /// Blends a colour into the figure of a code, in the middle of the picture or `offset` below it.
    ///
    /// - Parameter reach: The distance from the middle of the picture within which ink is possible.
    mutating func blend(
        _ color: RGBColor, _ figure: CodeCoverage, offset: Double = 0, opacity: Double = 1, reach: Double
    ) {
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        let columns = max(Int(middleX - reach), 0)..<min(Int(middleX + reach) + 1, width)
        var shares = [Float](repeating: 0, count: width)
        for row in max(Int(middleY - reach), 0)..<min(Int(middleY + reach) + 1, height) {
            let x = Double(columns.lowerBound) + 0.5 - middleX
            figure.writeRow(x: x, y: Double(row) + 0.5 - middleY - offset, to: &shares[columns])
            blend(color, shares, opacity: opacity, row: row, columns: columns)
        }
    }
}

extension [UInt8]? {
    /// Calls `body` with the address of the bytes; `nil` when there are none.
    fileprivate func withBaseAddress(_ body: (UnsafePointer<UInt8>?) -> Void) {
        switch self {
        case .some(let bytes): bytes.withUnsafeBufferPointer { body($0.baseAddress) }
        case .none: body(nil)
        }
    }
}
