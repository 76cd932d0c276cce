import CodeScanner

/// The backup picture of an account: its words, and its login link as a QR code (client specification §3.1).
///
/// Anyone who sees the picture can take the money. The picture is made in memory; the caller decides where to store it.
public struct AccessKeyCard: Sendable {
    /// The width in pixels.
    public static let width = 850
    /// The height in pixels; width : height is 0.607.
    public static let height = 1400
    /// The largest share of the width for the QR code and its quiet zone.
    static let largestCodeShare = 0.57

    private let words: [String]
    private let code: QRPicture

    /// Makes a card with words and their login link.
    ///
    /// - Throws: ``DrawingError/textTooLong(bytes:)`` when the link is too long for any QR code.
    public init(words: [String], loginLink: String) throws(DrawingError) {
        self.words = words
        code = QRPicture(try QRCode(loginLink, level: .medium))
    }

    /// Draws the picture.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)`` when the code has too many modules for the card.
    public func raster() throws(DrawingError) -> Raster {
        let largest = Int(Double(AccessKeyCard.width) * AccessKeyCard.largestCodeShare)
        let scale = largest / code.side
        guard scale >= 3 else { throw .sizeOutOfRange(width: code.side, height: code.side) }
        var raster = try AccessKeyLettering(words: words, codeSide: scale * code.side).drawing.raster()
        let left = (AccessKeyCard.width - scale * code.side) / 2
        raster.draw(code, x: left, y: AccessKeyLettering.codeTop(side: scale * code.side), scale: scale)
        return raster
    }

    /// Draws the picture as a PNG file.
    ///
    /// - Throws: ``DrawingError`` as ``raster()``, or when the picture cannot be compressed.
    public func png() throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster())
    }
}
