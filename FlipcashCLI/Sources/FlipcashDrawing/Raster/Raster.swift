import CDrawing
public import CodeScanner

/// A picture of red, green and blue bytes, row by row from the top.
public struct Raster: Hashable, Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The pixels, three bytes each.
    public internal(set) var pixels: [UInt8]

    /// Makes a picture of one colour.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)`` unless both sides are 1…16,384.
    public init(width: Int, height: Int, color: RGBColor = .black) throws(DrawingError) {
        guard Raster.sides.contains(width), Raster.sides.contains(height) else {
            throw .sizeOutOfRange(width: width, height: height)
        }
        self.width = width
        self.height = height
        let count = width * height
        pixels = [UInt8](unsafeUninitializedCapacity: 3 * count) { bytes, initialized in
            drawingClear(bytes.baseAddress, count, [color.red, color.green, color.blue])
            initialized = 3 * count  // Safe: every pixel was set above.
        }
    }

    /// The allowed width and height of a picture.
    public static let sides = 1...16_384

    /// The colour of a pixel; black outside the picture.
    public func color(x: Int, y: Int) -> RGBColor {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return .black }
        let start = 3 * (y * width + x)
        return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
    }

    /// The brightness of the picture, for scanners.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``, which does not happen for a picture of this type.
    public func luma() throws(DrawingError) -> LumaImage {
        do {
            return try LumaImage(width: width, height: height, rgb: pixels)
        } catch {
            throw .sizeOutOfRange(width: width, height: height)
        }
    }
}

/// An error from drawing.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is not within 1…16,384 pixels.
    case sizeOutOfRange(width: Int, height: Int)
    /// A code's diameter is not within 200…4,096 pixels.
    case codeDiameterOutOfRange(Int)
    /// The bytes cannot be drawn as a code.
    case undrawableCode
    /// The scan of the finished picture did not give its payload.
    case unreadable(width: Int, height: Int)
    /// The text is too long for the largest QR code.
    case textTooLong(bytes: Int)
    /// zlib could not compress the picture.
    case compressionFailed(code: Int)

    /// What is wrong, and what is allowed.
    public var description: String {
        switch self {
        case .sizeOutOfRange(let width, let height):
            "a picture of \(width)×\(height) pixels cannot be drawn; both sides must be 1 to 16384"
        case .codeDiameterOutOfRange(let diameter):
            "a code cannot be drawn with a diameter of \(diameter) pixels; it must be 200 to 4096"
        case .undrawableCode:
            "these bytes cannot be drawn as a circular code; it takes 1 to 35"
        case .unreadable(let width, let height):
            "the code in the finished picture of \(width)×\(height) pixels cannot be read back; make it larger"
        case .textTooLong(let bytes):
            "a text of \(bytes) bytes does not fit a QR code; shorten it"
        case .compressionFailed(let code):
            "the picture could not be compressed (zlib error \(code)); try again"
        }
    }
}
