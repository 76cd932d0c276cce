public import CodeScanner

/// Reads QR codes in pictures: turned, tilted, mirrored, blurred, dark on light or light on dark.
///
/// All calls are re-entrant and safe to use from any thread. What a code says is given back as it is; which texts are
/// acted upon is for the caller to decide.
public enum QRCodes {
    /// How long a picture is searched.
    public enum Effort: Hashable, Sendable {
        /// For one of many frames: codes of some size, dark on light first.
        case frame
        /// For a picture that is all there is: small codes too, in noise and in blur.
        case still
    }

    /// A QR code found in a picture.
    public struct Finding: Hashable, Sendable {
        /// What it says.
        public let content: QRContent
        /// The corners of the symbol as drawn: top left, top right, bottom right, bottom left.
        public let corners: [ImagePoint]
        /// The modules are light on a dark ground.
        public let isLightOnDark: Bool
        /// The picture shows the symbol's mirror image.
        public let isMirrored: Bool

        /// The text of the code.
        public var text: String { content.text }
    }

    /// Finds a readable QR code in a picture; `nil` when there is none.
    public static func scan(_ image: LumaImage, effort: Effort = .still) -> Finding? {
        image.pixels.withUnsafeBytes {
            QRSearch(plane(image, $0), effort: effort, limit: 1).findings().first
        }
    }

    /// Finds every distinct readable QR code in a picture.
    public static func scanAll(_ image: LumaImage, effort: Effort = .still) -> [Finding] {
        image.pixels.withUnsafeBytes { QRSearch(plane(image, $0), effort: effort, limit: mostCodes).findings() }
    }

    /// Finds a readable QR code in a luma plane that belongs to someone else, such as a camera frame.
    ///
    /// - Parameters:
    ///   - luma: one byte a pixel, row after row; only read during the call.
    ///   - width: of the frame in pixels.
    ///   - height: of the frame in pixels.
    ///   - rowStride: bytes from one row to the next; the width when `nil`.
    ///   - effort: how much time may be spent.
    /// - Returns: `nil` when there is no code, or when the dimensions do not fit the plane.
    public static func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, effort: Effort = .frame
    ) -> Finding? {
        guard width >= 1, height >= 1, rowStride ?? width >= width else { return nil }
        let plane = QRPlane(luma: luma, width: width, height: height, rowStride: rowStride ?? width)
        return QRSearch(plane, effort: effort, limit: 1).findings().first
    }

    /// More codes than this in one picture are not looked for.
    static let mostCodes = 32

    private static func plane(_ image: LumaImage, _ bytes: UnsafeRawBufferPointer) -> QRPlane {
        QRPlane(luma: bytes, width: image.width, height: image.height, rowStride: image.rowStride)
    }
}
