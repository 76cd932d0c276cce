/// Turns lines into the area that a round pen covers.
enum Stroker {
    /// An area to be filled by the non-zero rule; every piece turns the same way round, so that pieces only add up.
    static func outline(of path: Path, width: Double) -> Path {
        let radius = width / 2
        let needsJoints = width > 1.6  // on thinner lines nobody sees the gaps
        var result = Path()
        for contour in path.contours {
            var places = contour.places
            if contour.isClosed, let first = places.first { places.append(first) }
            for (start, end) in zip(places, places.dropFirst()) {
                if let piece = piece(from: start, to: end, radius: radius) { result.contours.append(piece) }
            }
            if needsJoints {
                for place in places { result.contours.append(joint(place, radius: radius)) }
            }
        }
        return result
    }

    private static func piece(from start: Place, to end: Place, radius: Double) -> Path.Contour? {
        let along = end - start
        let length = (along.x * along.x + along.y * along.y).squareRoot()
        guard length > 0 else { return nil }
        let across = Place(x: -along.y, y: along.x) * (radius / length)
        return Path.Contour(
            places: [start + across, end + across, end - across, start - across], isClosed: true)
    }

    private static func joint(_ centre: Place, radius: Double) -> Path.Contour {
        // Against the clock, as the pieces turn.
        Path.Contour(places: Path.arc(centre, radius, radius, from: 2 * .pi, to: 0), isClosed: true)
    }
}
