import CKikCodes

/// How much of each pixel the ink of a code covers; for drawing it into a raster.
public struct CodeCoverage: Sendable {
    private let radius: Double
    private let softness: Double
    private let bits: [UInt8]  // of all rings, always 312

    /// Prepares the figure for drawing; its side is in pixels.
    ///
    /// - Parameters:
    ///   - geometry: the figure, in pixels.
    ///   - softness: over how many pixels an edge fades; 1 is sharp, more makes a shadow.
    public init(_ geometry: CodeGeometry, softness: Double = 1) {
        radius = geometry.centre
        self.softness = max(softness, 1)
        bits = CodeGeometry.Ring.all.flatMap { geometry.bits(of: $0) }.map { $0 ? 1 : 0 }
    }

    /// The covered share, 0…1, of the pixel whose middle lies `x` right of and `y` below the middle of the code.
    public func share(x: Double, y: Double) -> Double {
        // Safe: there is a bit for each of the figure's places.
        kikInk(bits, radius, softness, x, y)
    }

    /// Writes the covered shares of neighbouring pixels of a row, the first of which lies at `x` and `y`.
    public func writeRow(x: Double, y: Double, to shares: inout ArraySlice<Float>) {
        shares.withUnsafeMutableBufferPointer { shares in
            guard let start = shares.baseAddress else { return }
            // Safe: there is a bit for each of the figure's places, and exactly the slice is written.
            kikInkRow(bits, radius, softness, x, y, start, shares.count)
        }
    }
}
