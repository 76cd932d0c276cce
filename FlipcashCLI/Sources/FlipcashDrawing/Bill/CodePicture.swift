import CodeScanner

/// A picture of a circular code without a bill.
public struct CodePicture: Hashable, Sendable {
    /// The 35 bytes of the code.
    public let code: [UInt8]

    /// Makes a picture of a code.
    public init(code: [UInt8]) {
        self.code = code
    }

    /// The canonical SVG on the standard dark ground.
    ///
    /// - Throws: ``DrawingError/undrawableCode``.
    public func svg(side: Int = 1024) throws(DrawingError) -> String {
        try geometry(side: side).svg(background: CodeGeometry.exportBackground)
    }

    /// The code in white on dark, checked with the project's own scanner.
    ///
    /// - Parameters:
    ///   - side: The side of the code's square in pixels.
    ///   - margin: The width of the dark margin in pixels.
    /// - Throws: ``DrawingError``, including ``DrawingError/unreadable(width:height:)`` when there are too few pixels.
    public func raster(side: Int, margin: Int = 0) throws(DrawingError) -> Raster {
        let (total, overflow) = side.addingReportingOverflow(margin.multipliedReportingOverflow(by: 2).partialValue)
        guard !overflow, margin >= 0, side >= 1 else { throw .sizeOutOfRange(width: side, height: side) }
        let ground = RGBColor(hex: CodeGeometry.exportBackground) ?? .black
        var raster = try Raster(width: total, height: total, color: ground)
        raster.blend(.white, CodeCoverage(try geometry(side: side)), reach: Double(side) / 2)
        try ReadBack.check(raster, code: code)
        return raster
    }

    /// The code as a PNG file, checked with the scanner.
    ///
    /// - Throws: ``DrawingError``.
    public func png(side: Int = 1024) throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster(side: side))
    }

    private func geometry(side: Int) throws(DrawingError) -> CodeGeometry {
        do {
            return try CodeGeometry(code: code, side: Double(side))
        } catch {
            throw .undrawableCode
        }
    }
}
