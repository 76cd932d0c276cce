import CodeScanner
public import FlipcashCore

/// A bill to show, print or save: a circular code on coloured paper.
public struct Bill: Hashable, Sendable {
    /// The 35 bytes of the code.
    public let code: [UInt8]
    /// The formatted amount, without a currency code after it.
    public let value: String
    /// The mint in base58, printed small.
    public let mint: String
    /// The colours of the paper.
    public let colors: BillColors

    /// Makes the bill of a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload of the code.
    ///   - value: The formatted amount, such as `$5.00`.
    ///   - mint: The mint of the bill's amount.
    ///   - colors: The colours of the paper, the pattern and the text.
    public init(payload: CashCode.Payload, value: String, mint: PublicKey, colors: BillColors = .standard) {
        // A cash payload always has the 20 bytes of a code.
        code = (try? KikCodes.encode(payload.bytes)) ?? []
        self.value = value
        self.mint = mint.base58
        self.colors = colors
    }

    /// The bill as an SVG document with the exact geometry of the code.
    ///
    /// - Parameter codeDiameter: 200…4,096 units.
    /// - Throws: ``DrawingError``.
    public func svg(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> String {
        try drawing(BillLayout(codeDiameter: codeDiameter)).svg()
    }

    /// The bill as a picture with smooth edges, checked with the project's own scanner.
    ///
    /// - Parameter codeDiameter: 200…4,096 pixels.
    /// - Throws: ``DrawingError``, including ``DrawingError/unreadable(width:height:)``.
    public func raster(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> Raster {
        try raster(layout: BillLayout(codeDiameter: codeDiameter))
    }

    /// The bill as a picture of any layout, checked with the scanner.
    ///
    /// - Throws: ``DrawingError``, including ``DrawingError/unreadable(width:height:)`` when there are too few pixels.
    public func raster(layout: BillLayout) throws(DrawingError) -> Raster {
        let raster = try drawing(layout).raster()
        try ReadBack.check(raster, code: code)
        return raster
    }

    /// The bill as a PNG file, checked with the scanner.
    ///
    /// - Throws: ``DrawingError``.
    public func png(codeDiameter: Int = BillLayout.standardCodeDiameter) throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster(codeDiameter: codeDiameter))
    }
}

/// Checks that a scan of the picture gives the drawn code.
enum ReadBack {
    static func check(_ raster: Raster, code: [UInt8]) throws(DrawingError) {
        guard let found = KikCodes.scan(try raster.luma(), quality: .best), found.code == code, !found.isMirrored else {
            throw .unreadable(width: raster.width, height: raster.height)
        }
    }
}
