/// The square of dark and light modules of a QR code.
public struct QRModules: Hashable, Sendable {
    /// The number of modules along an edge.
    public let side: Int
    private var dark: [Bool]  // row by row

    /// Makes a square of light modules.
    public init(side: Int) {
        self.side = max(side, 0)
        dark = [Bool](repeating: false, count: self.side * self.side)
    }

    /// Makes modules from rows, top to bottom; `nil` unless they form a square.
    public init?(rows: [[Bool]]) {
        guard rows.allSatisfy({ $0.count == rows.count }) else { return nil }
        side = rows.count
        dark = rows.flatMap { $0 }
    }

    /// Whether a module is dark. Modules outside the symbol are light, and setting them has no effect.
    public subscript(x: Int, y: Int) -> Bool {
        get { contains(x, y) && dark[y * side + x] }
        set { if contains(x, y) { dark[y * side + x] = newValue } }
    }

    /// The mirrored symbol: columns and rows exchanged.
    public var transposed: QRModules {
        var result = self
        for y in 0..<side {
            for x in 0..<side { result[x, y] = self[y, x] }
        }
        return result
    }

    private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < side && y < side }
}
