import CDrawing

/// Computes the share of each pixel that an area covers, row by row.
struct CoverageScanner {
    enum Rule {
        case evenOdd
        case nonZero
    }

    /// The rows that the area touches.
    let rows: Range<Int>
    private let rule: Rule
    private let edges: [DrawingEdge]
    private let heads: [Int32]  // first edge of each row
    private var active: [DrawingCrossing]
    private var activeCount = 0
    private var deltas: [Float]

    /// Prepares an area. Rows must be read in ascending order, without gaps.
    init(_ path: Path, rule: Rule, width: Int, height: Int) {
        self.init(edges: CoverageScanner.edges(of: path), rule: rule, width: width, height: height)
    }

    /// Prepares the area covered by a round pen along a path.
    init(strokeOf path: Path, penWidth: Double, width: Int, height: Int) {
        self.init(edges: Stroker.edges(of: path, width: penWidth), rule: .nonZero, width: width, height: height)
    }

    private init(edges: [DrawingEdge], rule: Rule, width: Int, height: Int) {
        var edges = edges
        var heads = [Int32](repeating: -1, count: height)
        let touched = drawingLink(&edges, edges.count, &heads, height)
        rows = Int(touched.first)..<Int(touched.end)
        self.rule = rule
        self.edges = edges
        self.heads = heads
        active = [DrawingCrossing](repeating: DrawingCrossing(), count: edges.count)
        deltas = [Float](repeating: 0, count: width + 2)
    }

    private static func edges(of path: Path) -> [DrawingEdge] {
        let most = path.contours.reduce(0) { $0 + $1.places.count }
        return [DrawingEdge](unsafeUninitializedCapacity: most) { edges, count in
            guard let start = edges.baseAddress else { return }
            for contour in path.contours {
                // Safe: a contour has at most as many edges as points, and there is room for that many.
                count += contour.withCoordinates { drawingOutline($0, $1, start + count) }
            }
        }
    }

    /// Writes the coverage of a row, 0…1 per pixel, and returns the range of columns that may be covered.
    mutating func cover(row: Int, into coverage: inout [Float]) -> Range<Int> {
        guard heads.indices.contains(row), coverage.count == deltas.count - 2 else { return 0..<0 }
        let touched = drawingCover(
            edges, heads[row], rule == .nonZero, row, &active, &activeCount, &deltas, &coverage, coverage.count)
        return touched.first..<touched.end
    }
}

extension Path.Contour {
    /// Calls `body` with the points as pairs of x and y, and their number.
    func withCoordinates<Result>(_ body: (UnsafePointer<Double>?, Int) -> Result) -> Result {
        places.withUnsafeBytes { bytes in
            // Safe: a point is two `Double`s, x before y, without padding.
            body(bytes.baseAddress?.assumingMemoryBound(to: Double.self), places.count)
        }
    }
}
