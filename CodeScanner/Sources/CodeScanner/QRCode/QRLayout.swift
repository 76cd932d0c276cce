/// The use of each module of a symbol.
public struct QRLayout: Hashable, Sendable {
    /// The position of a module.
    public struct Place: Hashable, Sendable {
        /// The column.
        public var x: Int
        /// The row.
        public var y: Int

        /// Makes the position in a column and a row.
        public init(_ x: Int, _ y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The size of the symbol.
    public let version: QRVersion
    /// The modules that are the same in all symbols of the version. Format and version blocks are light.
    public private(set) var patterns: QRModules
    /// Modules that carry no data.
    private var reserved: QRModules

    /// Makes the layout for a version.
    public init(_ version: QRVersion) {
        self.version = version
        patterns = QRModules(side: version.side)
        reserved = patterns
        addTiming()
        addFinders()
        addAlignments()
        for copy in formatPlaces + versionPlaces {
            for place in copy { reserve(place, isDark: false) }
        }
        reserve(QRLayout.Place(8, version.side - 8), isDark: true)
    }

    /// Whether a module belongs to a pattern, the format or the version, not to the data.
    public func isReserved(x: Int, y: Int) -> Bool { reserved[x, y] }

    /// The modules of both copies of the format, bit by bit.
    public var formatPlaces: [[Place]] {
        let far = version.side - 1
        let beside: [Place] =
            (0..<6).map { Place(8, $0) } + [Place(8, 7), Place(8, 8), Place(7, 8)] + (9..<15).map { Place(14 - $0, 8) }
        let apart = (0..<8).map { Place(far - $0, 8) } + (8..<15).map { Place(8, far - 14 + $0) }
        return [beside, apart]
    }

    /// The modules of both copies of the version, bit by bit; empty for small symbols.
    public var versionPlaces: [[Place]] {
        guard version.hasVersionBlocks else { return [] }
        let start = version.side - 11
        let right = (0..<18).map { Place(start + $0 % 3, $0 / 3) }
        return [right, right.map { Place($0.y, $0.x) }]
    }

    /// The data modules in the order of their bits: pairs of columns from the right, alternately up and down.
    public var dataPath: [Place] {
        let side = version.side
        var path: [Place] = []
        path.reserveCapacity(side * side)
        var right = side - 1
        var isUpward = true
        while right > 0 {
            if right == 6 { right = 5 }  // skips the column of the timing pattern
            for step in 0..<side {
                let y = isUpward ? side - 1 - step : step
                for x in [right, right - 1] where !reserved[x, y] { path.append(Place(x, y)) }
            }
            isUpward.toggle()
            right -= 2
        }
        return path
    }

    /// The centres of the alignment patterns.
    public var alignmentCentres: [Place] {
        let centres = version.alignmentCentres
        guard let first = centres.first, let last = centres.last else { return [] }
        // Three corners have finder patterns instead.
        let taken: Set = [Place(first, first), Place(first, last), Place(last, first)]
        return centres.flatMap { x in centres.map { Place(x, $0) } }.filter { !taken.contains($0) }
    }

    private mutating func reserve(_ place: Place, isDark: Bool) {
        patterns[place.x, place.y] = isDark
        reserved[place.x, place.y] = true
    }

    private mutating func addTiming() {
        for index in 0..<version.side {
            reserve(Place(index, 6), isDark: index % 2 == 0)
            reserve(Place(6, index), isDark: index % 2 == 0)
        }
    }

    /// Adds three nested squares with a light rim.
    private mutating func addFinders() {
        let far = version.side - 4
        for (centreX, centreY) in [(3, 3), (far, 3), (3, far)] {
            for dy in -4...4 {
                for dx in -4...4 {
                    let distance = max(abs(dx), abs(dy))
                    reserve(Place(centreX + dx, centreY + dy), isDark: distance != 2 && distance != 4)
                }
            }
        }
    }

    private mutating func addAlignments() {
        for centre in alignmentCentres {
            for dy in -2...2 {
                for dx in -2...2 {
                    reserve(Place(centre.x + dx, centre.y + dy), isDark: max(abs(dx), abs(dy)) != 1)
                }
            }
        }
    }
}
