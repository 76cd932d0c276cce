/// Finds how much of each pixel an area covers, one row after the other.
struct CoverageScanner {
    enum Rule {
        case evenOdd
        case nonZero
    }

    private struct Edge {
        var top: Double
        var bottom: Double
        var x: Double  // at the top
        var slope: Double  // of x per unit of y
        var direction: Int
    }

    private struct Crossing {
        var x: Double
        var direction: Int
    }

    /// Rows are sampled at this many heights; across, coverage is exact.
    private static let samplesPerRow = 8

    private let width: Int
    private let rule: Rule
    private let edges: [Edge]  // by their top
    private var next = 0
    private var active: [Edge] = []
    private var deltas: [Float]
    private var crossings: [Crossing] = []

    /// Prepares an area; rows must then be asked for in ascending order.
    init(_ path: Path, rule: Rule, width: Int) {
        self.width = width
        self.rule = rule
        deltas = [Float](repeating: 0, count: width + 2)
        var edges: [Edge] = []
        for contour in path.contours {
            var previous = contour.places.last ?? Place(x: 0, y: 0)
            for place in contour.places {
                if let edge = CoverageScanner.edge(previous, place) { edges.append(edge) }
                previous = place
            }
        }
        self.edges = edges.sorted { $0.top < $1.top }
    }

    /// The first and last row that the area touches.
    var rows: (first: Int, last: Int) {
        guard let first = edges.first, let bottom = edges.map(\.bottom).max() else { return (0, -1) }
        return (Int(first.top.rounded(.down)), Int(bottom.rounded(.up)))
    }

    private static func edge(_ a: Place, _ b: Place) -> Edge? {
        guard a.y != b.y, a.x.isFinite, a.y.isFinite, b.x.isFinite, b.y.isFinite else { return nil }
        let (upper, lower, direction) = a.y < b.y ? (a, b, 1) : (b, a, -1)
        return Edge(
            top: upper.y, bottom: lower.y, x: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y),
            direction: direction)
    }

    /// Writes the coverage of a row, 0…1 a pixel; false when nothing is covered.
    mutating func cover(row: Int, into coverage: inout [Float]) -> Bool {
        let top = Double(row)
        while next < edges.count, edges[next].top < top + 1 {
            active.append(edges[next])
            next += 1
        }
        active.removeAll { $0.bottom <= top }
        guard !active.isEmpty else { return false }
        for index in deltas.indices { deltas[index] = 0 }
        for sample in 0..<CoverageScanner.samplesPerRow {
            addSpans(y: top + (Double(sample) + 0.5) / Double(CoverageScanner.samplesPerRow))
        }
        var sum: Float = 0
        for index in 0..<width {
            sum += deltas[index]
            coverage[index] = min(max(sum, 0), 1)
        }
        return true
    }

    private mutating func addSpans(y: Double) {
        crossings.removeAll(keepingCapacity: true)
        for edge in active where edge.top <= y && y < edge.bottom {
            crossings.append(Crossing(x: edge.x + (y - edge.top) * edge.slope, direction: edge.direction))
        }
        crossings.sort { $0.x < $1.x }
        var winding = 0
        var start = 0.0
        for crossing in crossings {
            let wasInside = isInside(winding)
            winding += crossing.direction
            let isInside = isInside(winding)
            if !wasInside, isInside {
                start = crossing.x
            } else if wasInside, !isInside {
                addSpan(from: start, to: crossing.x)
            }
        }
    }

    private func isInside(_ winding: Int) -> Bool {
        switch rule {
        case .evenOdd: winding % 2 != 0
        case .nonZero: winding != 0
        }
    }

    /// Adds to the differences between neighbouring pixels, so that a long span costs no more than a short one.
    private mutating func addSpan(from left: Double, to right: Double) {
        let start = min(max(left, 0), Double(width))
        let end = min(max(right, 0), Double(width))
        guard end > start else { return }
        let weight = 1 / Float(CoverageScanner.samplesPerRow)
        let (first, last) = (Int(start), Int(end))
        if first == last {
            let share = Float(end - start) * weight
            deltas[first] += share
            deltas[first + 1] -= share
        } else {
            let share = Float(Double(first + 1) - start) * weight
            let tail = Float(end - Double(last)) * weight
            deltas[first] += share
            deltas[first + 1] += weight - share
            deltas[last] += tail - weight
            deltas[last + 1] -= tail
        }
    }
}
