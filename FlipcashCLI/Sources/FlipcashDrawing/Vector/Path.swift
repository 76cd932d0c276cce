/// A point of a drawing; y points down.
struct Place: Hashable, Sendable {
    var x: Double
    var y: Double

    static func + (left: Place, right: Place) -> Place { Place(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Place, right: Place) -> Place { Place(x: left.x - right.x, y: left.y - right.y) }
    static func * (left: Place, right: Double) -> Place { Place(x: left.x * right, y: left.y * right) }
}

/// Outlines of straight lines. Curves are already split finely enough for their size.
struct Path: Hashable, Sendable {
    /// One outline.
    struct Contour: Hashable, Sendable {
        var places: [Place]
        var isClosed: Bool
    }

    var contours: [Contour] = []

    static func rectangle(x: Double, y: Double, width: Double, height: Double) -> Path {
        let corners = [
            Place(x: x, y: y), Place(x: x + width, y: y), Place(x: x + width, y: y + height),
            Place(x: x, y: y + height),
        ]
        return Path(contours: [Contour(places: corners, isClosed: true)])
    }

    static func circle(_ centre: Place, radius: Double) -> Path {
        Path(contours: [Contour(places: arc(centre, radius, radius, from: 0, to: 2 * .pi), isClosed: true)])
    }

    static func line(_ places: [Place]) -> Path {
        Path(contours: [Contour(places: places, isClosed: false)])
    }

    static func + (left: Path, right: Path) -> Path { Path(contours: left.contours + right.contours) }

    func mapped(_ transform: (Place) -> Place) -> Path {
        Path(
            contours: contours.map { Contour(places: $0.places.map(transform), isClosed: $0.isClosed) })
    }

    /// An arc of an ellipse. Angles are in radians from three o'clock, clockwise.
    static func arc(
        _ centre: Place, _ radiusX: Double, _ radiusY: Double, from start: Double, to end: Double,
        tolerance: Double = 0.05
    ) -> [Place] {
        let radius = max(abs(radiusX), abs(radiusY), tolerance)
        let step = 2 * (2 * tolerance / radius).squareRoot()  // twice the angle whose sagitta is the tolerance
        let count = min(max(Int((abs(end - start) / step).rounded(.up)), 2), 720)
        return (0...count).map { index in
            let angle = start + (end - start) * Double(index) / Double(count)
            return Place(x: centre.x + radiusX * cosine(angle), y: centre.y + radiusY * sine(angle))
        }
    }
}
