import CodeScanner

/// A picture as layers, from bottom to top; it can be written as SVG or drawn into a raster.
struct Drawing: Sendable {
    /// What a layer is painted with.
    enum Paint: Hashable, Sendable {
        case solid(RGBColor, opacity: Double)
        /// From the top of the drawing to its bottom.
        case vertical(BillColors, opacity: Double)

        var opacity: Double {
            switch self {
            case .solid(_, let opacity), .vertical(_, let opacity): opacity
            }
        }
    }

    enum Layer: Sendable {
        /// An area by the even-odd rule.
        case fill(Path, Paint)
        /// Lines with round ends and joins.
        case stroke(Path, width: Double, Paint)
        /// The same, only where ``Drawing/region`` lies.
        case ornament(Path, width: Double, Paint)
        /// A white circular code in the middle, with a soft shadow.
        case code(CodeGeometry, shadow: Shadow)
    }

    /// Black behind the code.
    struct Shadow: Hashable, Sendable {
        var opacity: Double
        var radius: Double
        var offset: Double
    }

    var width: Int
    var height: Int
    /// Where ornaments may be, by the even-odd rule.
    var region: Path
    var layers: [Layer]
}
