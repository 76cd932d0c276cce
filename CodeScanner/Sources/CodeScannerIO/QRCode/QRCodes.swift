public import CodeScanner

/// Reads QR codes in pictures: rotated, tilted, mirrored or blurred, dark on light or light on dark.
///
/// All calls are re-entrant and safe to use from any thread. They return the text of a code as it is; the caller
/// decides which texts to act on.
public enum QRCodes {
    /// How long to search a picture.
    public enum Effort: Hashable, Sendable {
        /// For one of many frames: codes of moderate size, dark on light first.
        case frame
        /// For a single picture: also small, noisy and blurred codes.
        case still
    }

    /// A QR code found in a picture.
    public struct Finding: Hashable, Sendable {
        /// The decoded content of the code.
        public let content: QRContent
        /// The corners of the symbol as drawn: top left, top right, bottom right, bottom left.
        public let corners: [ImagePoint]
        /// Whether the modules are light on a dark ground.
        public let isLightOnDark: Bool
        /// Whether the picture shows the symbol's mirror image.
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

    /// Finds a readable QR code in a luma plane that the caller owns, such as a camera frame.
    ///
    /// - Parameters:
    ///   - luma: One byte per pixel, row after row; read only during the call.
    ///   - width: The width of the frame in pixels.
    ///   - height: The height of the frame in pixels.
    ///   - rowStride: The number of bytes from one row to the next; the width when `nil`.
    ///   - effort: How much time to spend.
    /// - Returns: The code; `nil` when there is none or the dimensions do not fit the plane.
    public static func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, effort: Effort = .frame
    ) -> Finding? {
        guard width >= 1, height >= 1, rowStride ?? width >= width else { return nil }
        let plane = QRPlane(luma: luma, width: width, height: height, rowStride: rowStride ?? width)
        return QRSearch(plane, effort: effort, limit: 1).findings().first
    }

    /// The largest number of codes reported for one picture.
    static let mostCodes = 32

    private static func plane(_ image: LumaImage, _ bytes: UnsafeRawBufferPointer) -> QRPlane {
        QRPlane(luma: bytes, width: image.width, height: image.height, rowStride: image.rowStride)
    }
}
