#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How much of each pixel the ink of a code covers; for drawing it into a raster.
public struct CodeCoverage: Sendable {
    private let radius: Double
    private let softness: Double
    private let rings: [(radius: Double, bits: [Bool])]

    /// Prepares the figure for drawing; its side is in pixels.
    ///
    /// - Parameter softness: over how many pixels an edge fades; 1 is sharp, more makes a shadow.
    public init(_ geometry: CodeGeometry, softness: Double = 1) {
        radius = geometry.centre
        self.softness = max(softness, 1)
        rings = CodeGeometry.Ring.all.map { ($0.radius, geometry.bits(of: $0)) }
    }

    /// The covered share, 0…1, of the pixel whose middle lies `x` right of and `y` below the middle of the code.
    public func share(x: Double, y: Double) -> Double {
        let distance = (x * x + y * y).squareRoot() / radius
        if distance > 1 { return 0 }
        let badge = badgeShare(x: x / radius, y: y / radius)
        if distance < (CodeGeometry.Ring.badgeRadius + rings[0].radius) / 2 { return badge }
        return ringShare(distance: distance, turn: turn(x: x, y: y))
    }

    /// From twelve o'clock clockwise, 0 ≤ turn < 1.
    private func turn(x: Double, y: Double) -> Double {
        let turn = atan2(x, -y) / (2 * .pi)
        return turn < 0 ? min(turn + 1, 1 - 1e-12) : turn
    }

    /// The share of a pixel whose middle lies this far inside (positive) or outside an edge, in units of the radius.
    private func share(inside depth: Double) -> Double {
        min(max(0.5 + depth * radius / softness, 0), 1)
    }

    private func ringShare(distance: Double, turn: Double) -> Double {
        let nearest = rings.min { abs($0.radius - distance) < abs($1.radius - distance) } ?? rings[0]
        let count = nearest.bits.count
        let place = turn * Double(count)
        let before = min(Int(place), count - 1)
        let after = (before + 1) % count
        let fraction = place - Double(before)
        let depth: Double
        switch (nearest.bits[before], nearest.bits[after]) {
        case (true, true):
            depth = CodeGeometry.Ring.dotDiameter / 2 - abs(distance - nearest.radius)
        case (true, false):
            depth = dotDepth(distance: distance, ring: nearest.radius, angle: fraction / Double(count))
        case (false, true):
            depth = dotDepth(distance: distance, ring: nearest.radius, angle: (1 - fraction) / Double(count))
        case (false, false):
            return 0
        }
        return share(inside: depth)
    }

    /// How deep a place lies in a dot that is `angle` turns away on a ring.
    private func dotDepth(distance: Double, ring: Double, angle: Double) -> Double {
        let cosine = cos(2 * .pi * angle)
        let squared = distance * distance + ring * ring - 2 * distance * ring * cosine
        return CodeGeometry.Ring.dotDiameter / 2 - max(squared, 0).squareRoot()
    }

    private func badgeShare(x: Double, y: Double) -> Double {
        typealias Badge = CodeGeometry.Badge
        let scale = 2 * CodeGeometry.Ring.badgeRadius / Badge.viewport
        let column = x / scale + Badge.viewport / 2
        let row = y / scale + Badge.viewport / 2
        func span(_ across: Double, _ down: Double) -> Double { (across * across + down * down).squareRoot() }
        let disc = Badge.discRadius - span(column - Badge.discCentre, row - Badge.discCentre)
        var cut = -Double.infinity
        for shape in Badge.cuts {
            let nearest = min(max(column, shape.start), shape.end)
            cut = max(cut, Badge.cutRadius - span(column - nearest, row - shape.y))
        }
        return share(inside: min(disc, -cut) * scale)
    }
}
