import CodeScanner

/// A picture of layers, from bottom to top, which can be written as SVG or drawn into a raster.
struct Drawing: Sendable {
    /// The colour of a layer.
    enum Paint: Hashable, Sendable {
        case solid(RGBColor, opacity: Double)
        /// A gradient from the top of the drawing to its bottom.
        case vertical(BillColors, opacity: Double)

        var opacity: Double {
            switch self {
            case .solid(_, let opacity), .vertical(_, let opacity): opacity
            }
        }
    }

    enum Layer: Sendable {
        /// An area, filled by the even-odd rule.
        case fill(Path, Paint)
        /// Lines with round ends and joins.
        case stroke(Path, width: Double, Paint)
        /// Lines with round ends and joins, clipped to ``Drawing/region``.
        case ornament(Path, width: Double, Paint)
        /// A white circular code in the middle, with a soft shadow.
        case code(CodeGeometry, shadow: Shadow)
    }

    /// The shadow below a code.
    struct Shadow: Hashable, Sendable {
        var opacity: Double
        var radius: Double
        var offset: Double
    }

    var width: Int
    var height: Int
    /// The area of ornaments, filled by the even-odd rule.
    var region: Path
    var layers: [Layer]
}
