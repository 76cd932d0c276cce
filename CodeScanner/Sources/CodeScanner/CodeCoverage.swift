import CKikCodes

/// The share of each pixel that the ink of a code covers, for drawing the code into a raster.
public struct CodeCoverage: Sendable {
    private let radius: Double
    private let softness: Double
    private let bits: [UInt8]  // of all rings, always 312

    /// Prepares a figure for drawing.
    ///
    /// - Parameters:
    ///   - geometry: The figure, in pixels.
    ///   - softness: The number of pixels over which an edge fades; 1 is sharp, larger values make a shadow.
    public init(_ geometry: CodeGeometry, softness: Double = 1) {
        radius = geometry.centre
        self.softness = max(softness, 1)
        bits = CodeGeometry.Ring.all.flatMap { geometry.bits(of: $0) }.map { $0 ? 1 : 0 }
    }

    /// The covered share, 0…1, of the pixel whose centre is `x` right of and `y` below the centre of the code.
    public func share(x: Double, y: Double) -> Double {
        // Safe: `bits` has a bit for each place of the figure.
        kikInk(bits, radius, softness, x, y)
    }

    /// Writes the covered shares of neighbouring pixels of a row, the first at `x` and `y`.
    public func writeRow(x: Double, y: Double, to shares: inout ArraySlice<Float>) {
        shares.withUnsafeMutableBufferPointer { shares in
            guard let start = shares.baseAddress else { return }
            // Safe: `bits` has a bit for each place of the figure, and exactly the slice is written.
            kikInkRow(bits, radius, softness, x, y, start, shares.count)
        }
    }
}
