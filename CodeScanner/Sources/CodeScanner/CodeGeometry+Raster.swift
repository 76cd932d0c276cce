extension CodeGeometry {
    /// Draws the figure into a luma plane with smooth edges. The side is rounded up to whole pixels.
    ///
    /// - Parameters:
    ///   - ink: The brightness of the marks.
    ///   - ground: The brightness of everything else.
    ///   - margin: The number of blank pixels around the figure, 0…10,000.
    /// - Throws: ``KikCodesError/rasterOutOfRange(side:margin:)`` for a side above 16,384 pixels or an invalid margin.
    public func raster(ink: UInt8 = 255, ground: UInt8 = 0, margin: Int = 0) throws(KikCodesError) -> LumaImage {
        guard side <= 16_384, (0...10_000).contains(margin) else {
            throw .rasterOutOfRange(side: side, margin: margin)
        }
        let size = Int(side.rounded(.up)) + 2 * margin
        let middle = Double(size) / 2
        let coverage = CodeCoverage(self)
        var pixels = [UInt8](repeating: ground, count: size * size)
        var shares = [Float](repeating: 0, count: size)
        for row in 0..<size {
            coverage.writeRow(x: 0.5 - middle, y: Double(row) + 0.5 - middle, to: &shares[...])
            for column in 0..<size where shares[column] > 0 {
                let value = Double(ground) + Double(shares[column]) * (Double(ink) - Double(ground))
                pixels[row * size + column] = UInt8(min(max(value.rounded(), 0), 255))
            }
        }
        return try LumaImage(width: size, height: size, pixels: pixels)
    }
}
