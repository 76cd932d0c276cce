/// Changes the number of points of a series and keeps its shape (money specification §10).
public enum DataPointResampler {
    /// A point of a series, ascending in `x`.
    public struct Point: Hashable, Sendable {
        /// The position on the axis.
        public let x: Double
        /// The value at that position.
        public let y: Double

        /// Creates a point from a position and a value.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Returns `target` points for a series: by largest triangles from a longer series, by linear interpolation from a
    /// shorter one.
    ///
    /// Keeps the first and the last point. Returns the series unchanged when it has fewer than two points or exactly
    /// `target`, and when `target` is below two.
    public static func resample(_ points: [Point], target: Int) -> [Point] {
        guard target >= 2, points.count >= 2, points.count != target else { return points }
        return points.count > target ? largestTriangles(points, target) : interpolated(points, target)
    }

    /// Largest-triangle-three-buckets.
    ///
    /// From each bucket it takes the point that forms the largest triangle with the point taken before and the mean of
    /// the next bucket. Of equal triangles it takes the first.
    private static func largestTriangles(_ points: [Point], _ target: Int) -> [Point] {
        guard target > 2 else { return [points[0], points[points.count - 1]] }
        let last = points.count - 1
        let size = Double(points.count - 2) / Double(target - 2)
        func bound(_ bucket: Int) -> Int { min(Int(Double(bucket) * size) + 1, last) }
        var selected = [points[0]]
        selected.reserveCapacity(target)
        for bucket in 0..<(target - 2) {
            let before = selected[selected.count - 1]
            let after = mean(points[bound(bucket + 1)..<bound(bucket + 2)]) ?? points[last]
            var best = points[bound(bucket)]
            var bestArea = -1.0
            for point in points[bound(bucket)..<bound(bucket + 1)] {
                let area = abs(
                    (before.x - after.x) * (point.y - before.y) - (before.x - point.x) * (after.y - before.y))
                if area > bestArea { (best, bestArea) = (point, area) }
            }
            selected.append(best)
        }
        selected.append(points[last])
        return selected
    }

    /// The centre of the points; nil without points.
    private static func mean(_ points: ArraySlice<Point>) -> Point? {
        guard !points.isEmpty else { return nil }
        let sum = points.reduce((x: 0.0, y: 0.0)) { ($0.x + $1.x, $0.y + $1.y) }
        return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
    }

    /// Evenly spaced positions from the first to the last point, with linear interpolation.
    private static func interpolated(_ points: [Point], _ target: Int) -> [Point] {
        let (first, last) = (points[0], points[points.count - 1])
        // Keeps both ends as they are: interpolation would change them by a rounding error.
        let between = (1..<(target - 1)).map { index in
            let x = first.x + Double(index) / Double(target - 1) * (last.x - first.x)
            return Point(x: x, y: value(at: x, in: points))
        }
        return [first] + between + [last]
    }

    /// The value at `x` on the line between the neighbouring points.
    private static func value(at x: Double, in points: [Point]) -> Double {
        var low = 0
        var high = points.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].x <= x { low = middle } else { high = middle }
        }
        let width = points[high].x - points[low].x
        guard width > 0 else { return points[low].y }
        return points[low].y + (x - points[low].x) / width * (points[high].y - points[low].y)
    }
}
