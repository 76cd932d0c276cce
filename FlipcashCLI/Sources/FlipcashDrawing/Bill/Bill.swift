import CodeScanner
public import FlipcashCore

/// A bill to be shown, printed or saved: a circular code on coloured paper.
public struct Bill: Hashable, Sendable {
    /// The 35 bytes of the code.
    public let code: [UInt8]
    /// The amount as people read it, without a currency's name behind it.
    public let value: String
    /// The mint in base58, printed small.
    public let mint: String
    /// The paper.
    public let colors: BillColors

    /// The bill of a payload.
    ///
    /// - Parameters:
    ///   - payload: what the code says.
    ///   - value: the formatted amount, such as `$5.00`.
    ///   - mint: what the bill is worth in.
    ///   - colors: of the paper, the pattern and the text.
    public init(payload: CashCode.Payload, value: String, mint: PublicKey, colors: BillColors = .standard) {
        // A cash payload always has the 20 bytes that a code holds.
        code = (try? KikCodes.encode(payload.bytes)) ?? []
        self.value = value
        self.mint = mint.base58
        self.colors = colors
    }

    /// The bill as an SVG document with the geometry of the code exact.
    ///
    /// - Parameter codeDiameter: 200…4,096 units.
    /// - Throws: ``DrawingError``.
    public func svg(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> String {
        try drawing(BillLayout(codeDiameter: codeDiameter)).svg()
    }

    /// The bill as a picture with smooth edges, proven readable by the project's own scanner.
    ///
    /// - Parameter codeDiameter: 200…4,096 pixels.
    /// - Throws: ``DrawingError``, among them ``DrawingError/unreadable(width:height:)``.
    public func raster(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> Raster {
        try raster(layout: BillLayout(codeDiameter: codeDiameter))
    }

    /// The bill as a picture of any layout, proven readable.
    ///
    /// - Throws: ``DrawingError``, among them ``DrawingError/unreadable(width:height:)`` where there are too few
    ///   pixels.
    public func raster(layout: BillLayout) throws(DrawingError) -> Raster {
        let raster = try drawing(layout).raster()
        try ReadBack.check(raster, code: code)
        return raster
    }

    /// The bill as a PNG file, proven readable.
    ///
    /// - Throws: ``DrawingError``.
    public func png(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster(codeDiameter: codeDiameter))
    }
}

/// A picture is only handed out if scanning it gives back what was drawn.
enum ReadBack {
    static func check(_ raster: Raster, code: [UInt8]) throws(DrawingError) {
        guard let found = KikCodes.scan(try raster.luma(), quality: .best), found.code == code, !found.isMirrored else {
            throw .unreadable(width: raster.width, height: raster.height)
        }
    }
}
