import CDrawing
public import CodeScanner

/// A picture of red, green and blue bytes, row by row from the top.
public struct Raster: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Three bytes a pixel.
    public internal(set) var pixels: [UInt8]

    /// A picture of one colour.
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
            initialized = 3 * count  // Safe: every pixel has just been set.
        }
    }

    /// The sides that a picture may have.
    public static let sides = 1...16_384

    /// The colour of a pixel; black outside the picture.
    public func color(x: Int, y: Int) -> RGBColor {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return .black }
        let start = 3 * (y * width + x)
        return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
    }

    /// The brightness of the picture, as scanners see it.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``; never for a picture made by this type.
    public func luma() throws(DrawingError) -> LumaImage {
        do {
            return try LumaImage(width: width, height: height, rgb: pixels)
        } catch {
            throw .sizeOutOfRange(width: width, height: height)
        }
    }
}

/// Why something cannot be drawn.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is not within 1…16,384 pixels.
    case sizeOutOfRange(width: Int, height: Int)
    /// A code's diameter is not within 200…4,096 pixels.
    case codeDiameterOutOfRange(Int)
    /// The bytes are no code that can be drawn.
    case undrawableCode
    /// The finished picture was scanned and did not give its own payload back.
    case unreadable(width: Int, height: Int)
    /// Not even the largest QR code holds a text so long.
    case textTooLong(bytes: Int)
    /// The system's zlib refused to compress the picture.
    case compressionFailed(code: Int)

    /// What was wrong and what is allowed.
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
            "a text of \(bytes) bytes does not fit a QR code"
        case .compressionFailed(let code):
            "the picture could not be compressed (zlib error \(code))"
        }
    }
}
