import CDrawing

/// Converts lines to the area that a round pen covers.
enum Stroker {
    /// The edges of the area, for the non-zero fill rule. All pieces have the same direction, so they add up.
    static func edges(of path: Path, width: Double) -> [DrawingEdge] {
        let radius = width / 2
        let joint = joint(radius: radius)
        let lines = path.contours.map(closed)
        let most = lines.reduce(0) { $0 + $1.places.count * (joint.places.count + 4) }
        return [DrawingEdge](unsafeUninitializedCapacity: most) { edges, count in
            guard let start = edges.baseAddress else { return }
            for line in lines {
                // Safe: a point adds at most the four edges of the piece before it and the edges of a joint.
                count += line.withCoordinates { places, placeCount in
                    joint.withCoordinates { drawingStroke(places, placeCount, radius, $0, $1, start + count) }
                }
            }
        }
    }

    /// The same line; a closed one ends at its start.
    private static func closed(_ contour: Path.Contour) -> Path.Contour {
        guard contour.isClosed, let first = contour.places.first else { return contour }
        return Path.Contour(places: contour.places + [first], isClosed: true)
    }

    /// The outline of the pen; empty for thin pens, whose gaps are not visible.
    private static func joint(radius: Double) -> Path.Contour {
        let thinnest = 0.8
        guard radius > thinnest else { return Path.Contour(places: [], isClosed: true) }
        // Counter-clockwise, like the pieces.
        let places = Path.arc(Place(x: 0, y: 0), radius, radius, from: 2 * .pi, to: 0)
        return Path.Contour(places: places, isClosed: true)
    }
}
