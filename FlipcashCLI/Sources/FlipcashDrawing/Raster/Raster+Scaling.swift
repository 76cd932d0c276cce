extension Raster {
    /// Scales the picture. Each new pixel is the mean of the area that it covers.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``.
    public func scaled(width newWidth: Int, height newHeight: Int) throws(DrawingError) -> Raster {
        var result = try Raster(width: newWidth, height: newHeight)
        let columns = Raster.shares(from: width, to: newWidth)
        let rows = Raster.shares(from: height, to: newHeight)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                var sums = (0.0, 0.0, 0.0)
                for (row, vertical) in rows[y] {
                    for (column, horizontal) in columns[x] {
                        let start = 3 * (row * width + column)
                        let weight = vertical * horizontal
                        sums.0 += weight * Double(pixels[start])
                        sums.1 += weight * Double(pixels[start + 1])
                        sums.2 += weight * Double(pixels[start + 2])
                    }
                }
                let target = 3 * (y * newWidth + x)
                result.pixels[target] = UInt8(min(max(sums.0.rounded(), 0), 255))
                result.pixels[target + 1] = UInt8(min(max(sums.1.rounded(), 0), 255))
                result.pixels[target + 2] = UInt8(min(max(sums.2.rounded(), 0), 255))
            }
        }
        return result
    }

    /// The old pixels of each new pixel along an edge, with their weights.
    private static func shares(from old: Int, to new: Int) -> [[(index: Int, weight: Double)]] {
        let ratio = Double(old) / Double(new)
        return (0..<new).map { place in
            let start = Double(place) * ratio
            let end = min(start + ratio, Double(old))
            let first = min(Int(start), old - 1)
            let last = min(max(Int(end.rounded(.up)) - 1, first), old - 1)
            return (first...last).map { index in
                let overlap = min(end, Double(index + 1)) - max(start, Double(index))
                return (index, overlap / (end - start))
            }
        }
    }
}
