/// An error from encoding or drawing a circular code.
public enum KikCodesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A payload holds at most 20 bytes.
    case payloadTooLong(count: Int)
    /// The header has six bits for the colour, 0…63.
    case colourOutOfRange(UInt8)
    /// A user name has 2 to 24 characters.
    case usernameLength(Int)
    /// A user name consists of `A`–`Z`, `a`–`z`, `0`–`9`, `.` and `_`.
    case usernameCharacter(Character)
    /// Between 1 and 35 bytes can be drawn.
    case undrawableLength(Int)
    /// The side of a drawing must be a positive number of at most 100,000.
    case sideOutOfRange(Double)
    /// A raster has a side of at most 16,384 pixels and a margin of 0…10,000.
    case rasterOutOfRange(side: Double, margin: Int)
    /// A luma plane's dimensions do not fit its bytes.
    case planeMismatch(width: Int, height: Int, rowStride: Int, bytes: Int)

    /// What is wrong, and what is allowed.
    public var description: String {
        switch self {
        case .payloadTooLong(let count):
            "a payload of \(count) bytes does not fit a circular code, which holds 20"
        case .colourOutOfRange(let colour):
            "colour \(colour) does not fit a circular code, which has room for 0 to 63"
        case .usernameLength(let length):
            "a user name of \(length) characters does not fit a circular code; it must have 2 to 24"
        case .usernameCharacter(let character):
            "the character '\(character)' is not allowed in a user name; use letters A to Z, digits, '.' and '_'"
        case .undrawableLength(let count):
            "\(count) bytes cannot be drawn as a circular code; it takes 1 to 35"
        case .sideOutOfRange(let side):
            "a circular code cannot be drawn with side \(side); it must be above 0 and at most 100000"
        case .rasterOutOfRange(let side, let margin):
            "a circular code cannot be drawn as pixels with side \(side) and margin \(margin); the side must be at "
                + "most 16384, the margin 0 to 10000"
        case .planeMismatch(let width, let height, let rowStride, let bytes):
            "a luma plane of \(width)×\(height) with rows of \(rowStride) bytes does not fit \(bytes) bytes"
        }
    }
}
