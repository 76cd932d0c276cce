import CodeScanner

/// The backup picture of an account: its words, and its login link as a QR code (client specification §3.1).
///
/// Whoever sees the picture has the money. It is made in memory; where it is kept is for the caller to decide.
public struct AccessKeyCard: Sendable {
    /// Pixels from left to right.
    public static let width = 850
    /// Pixels from top to bottom, so that width : height is 0.607.
    public static let height = 1400
    /// The share of the width that the QR code and its quiet zone take at most.
    static let largestCodeShare = 0.57

    private let words: [String]
    private let code: QRPicture

    /// A card for words and the login link that they make.
    ///
    /// - Throws: ``DrawingError/textTooLong(bytes:)`` for a link that no QR code holds.
    public init(words: [String], loginLink: String) throws(DrawingError) {
        self.words = words
        code = QRPicture(try QRCode(loginLink, level: .medium))
    }

    /// The picture.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)`` when the code has more modules than there is room for.
    public func raster() throws(DrawingError) -> Raster {
        let largest = Int(Double(AccessKeyCard.width) * AccessKeyCard.largestCodeShare)
        let scale = largest / code.side
        guard scale >= 3 else { throw .sizeOutOfRange(width: code.side, height: code.side) }
        var raster = try AccessKeyLettering(words: words, codeSide: scale * code.side).drawing.raster()
        let left = (AccessKeyCard.width - scale * code.side) / 2
        raster.draw(code, x: left, y: AccessKeyLettering.codeTop(side: scale * code.side), scale: scale)
        return raster
    }

    /// The file of the picture.
    ///
    /// - Throws: ``DrawingError`` as ``raster()``, or when the picture cannot be compressed.
    public func png() throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster())
    }
}
