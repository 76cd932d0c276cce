#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The figure of a circular code: dots, arcs and the badge in a square (code specification §5).
///
/// The first bit of every ring is at twelve o'clock; bits follow clockwise. A single set bit is drawn as a dot, a run
/// of set bits as an arc with round ends.
public struct CodeGeometry: Hashable, Sendable {
    /// One stroke of ink. Angles are in radians from three o'clock, clockwise.
    public enum Mark: Hashable, Sendable {
        /// A filled disc of diameter ``CodeGeometry/dotDiameter``.
        case dot(x: Double, y: Double)
        /// An arc around the centre with round ends and width ``CodeGeometry/dotDiameter``.
        case arc(radius: Double, start: Double, sweep: Double)
        /// A circle with line width ``CodeGeometry/dotDiameter``.
        case ring(radius: Double)
    }

    /// The drawn bytes, without the finder.
    public let code: [UInt8]
    /// The side of the square.
    public let side: Double

    /// Makes the figure of a code in a square.
    ///
    /// - Parameters:
    ///   - code: 1 to 35 bytes; missing bytes count as zero.
    ///   - side: The side of the square, in the unit of the figure.
    /// - Throws: ``KikCodesError/undrawableLength(_:)`` or ``KikCodesError/sideOutOfRange(_:)``.
    public init(code: some Sequence<UInt8>, side: Double) throws(KikCodesError) {
        let bytes = Array(code)
        guard (1...KikCodes.codeLength).contains(bytes.count) else { throw .undrawableLength(bytes.count) }
        guard side > 0, side <= CodeGeometry.longestSide else { throw .sideOutOfRange(side) }
        self.code = bytes
        self.side = side
    }

    /// Half the side: the coordinate of the centre on both axes, and the radius of the code.
    public var centre: Double { side / 2 }
    /// Half the side of the square that the badge is drawn in.
    public var badgeRadius: Double { Ring.badgeRadius * centre }
    /// The diameter of a dot and the width of an arc.
    public var dotDiameter: Double { Ring.dotDiameter * centre }

    /// The ink in drawing order: rings from the inside out, and within a ring by first bit.
    public var marks: [Mark] {
        Ring.all.flatMap { ring in
            ring.runs(in: bits(of: ring)).map { mark(of: $0, in: ring) }
        }
    }

    /// The bits of a ring, finder included, clockwise from twelve o'clock.
    func bits(of ring: Ring) -> [Bool] {
        (ring.firstBit..<ring.firstBit + ring.bitCount).map { bit in
            let index = bit / 8
            let byte =
                index < CodeGeometry.finder.count
                ? CodeGeometry.finder[index]
                : code[safe: index - CodeGeometry.finder.count] ?? 0
            return byte >> UInt8(bit % 8) & 1 == 1
        }
    }

    private func mark(of run: Ring.Run, in ring: Ring) -> Mark {
        let radius = ring.radius * centre
        let start = ring.angle(of: run.first)
        if run.length == ring.bitCount { return .ring(radius: radius) }
        if run.length == 1 { return .dot(x: centre + radius * cos(start), y: centre + radius * sin(start)) }
        return .arc(radius: radius, start: start, sweep: Double(run.length - 1) * ring.angleStep)
    }

    /// The constant innermost ring, which scanners use to find the rotation.
    static let finder: [UInt8] = [0xB2, 0xCB, 0x25, 0xC6]
    private static let longestSide = 100_000.0
}

extension Array {
    /// The element at `index`; `nil` beyond the ends.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
