/// The positions of the parts of a bill, in whole pixels (code specification §7.1).
public struct BillLayout: Hashable, Sendable {
    /// The width of the bill. The height is the width divided by 0.555.
    public let width: Int
    /// The height of the bill.
    public let height: Int

    /// The side of the code's square, three fifths of the width.
    public var codeSide: Int { BillLayout.ceiling(width, per: 6, of: 10) }
    /// The diameter of the dark circle behind the code.
    public var wellDiameter: Int { codeSide + 2 * BillLayout.ceiling(width, per: 2, of: 100) }
    /// The top of the security strip, which spans the width of the bill.
    public var stripTop: Int { BillLayout.ceiling(height, per: 5, of: 100) }
    /// The height of the security strip.
    public var stripHeight: Int { BillLayout.ceiling(height, per: 63, of: 1000) }

    /// The allowed diameters of a code on a bill.
    public static let codeDiameters = 200...4096
    /// The default diameter of a code in a picture.
    public static let standardCodeDiameter = 600

    /// Makes the layout for a code diameter.
    ///
    /// - Throws: ``DrawingError/codeDiameterOutOfRange(_:)`` outside 200…4,096 pixels.
    public init(codeDiameter: Int) throws(DrawingError) {
        guard BillLayout.codeDiameters.contains(codeDiameter) else { throw .codeDiameterOutOfRange(codeDiameter) }
        width = codeDiameter * 10 / 6
        height = BillLayout.height(width: width)
    }

    /// Makes the largest layout that fits a canvas.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)`` unless both sides are 1…16,384.
    public init(canvasWidth: Int, canvasHeight: Int) throws(DrawingError) {
        guard Raster.sides.contains(canvasWidth), Raster.sides.contains(canvasHeight) else {
            throw .sizeOutOfRange(width: canvasWidth, height: canvasHeight)
        }
        let upright = (width: canvasWidth, height: BillLayout.height(width: canvasWidth))
        let across = (width: BillLayout.width(height: canvasHeight), height: canvasHeight)
        let prefersWidth = canvasHeight > canvasWidth
        let isTooHigh = upright.height > canvasHeight
        let isTooWide = across.width > canvasWidth
        let size = prefersWidth ? (isTooHigh ? across : upright) : (isTooWide ? upright : across)
        width = max(size.width, 1)
        height = max(size.height, 1)
    }

    private static func height(width: Int) -> Int { Int((Double(width) / 0.555).rounded()) }
    private static func width(height: Int) -> Int { Int((Double(height) * 0.555).rounded()) }

    /// ⌈length · numerator / denominator⌉, computed with integers to avoid rounding errors.
    static func ceiling(_ length: Int, per numerator: Int, of denominator: Int) -> Int {
        (length * numerator + denominator - 1) / denominator
    }
}
