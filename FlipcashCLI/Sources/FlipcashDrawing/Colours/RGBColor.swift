/// An sRGB colour with eight bits per channel.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    /// Red, 0…255.
    public let red: UInt8
    /// Green, 0…255.
    public let green: UInt8
    /// Blue, 0…255.
    public let blue: UInt8

    /// Makes a colour from three channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Makes a colour from hue, saturation and brightness, each clamped to 0…1 (client specification §11.1).
    public init(hue: Double, saturation: Double, brightness: Double) {
        let (s, v) = (RGBColor.clamped(saturation), RGBColor.clamped(brightness))
        let sector = RGBColor.clamped(hue) * 6
        let whole = min(Int(sector), 5)
        let fraction = sector - Double(whole)
        let (low, falling, rising) = (v * (1 - s), v * (1 - s * fraction), v * (1 - s * (1 - fraction)))
        let channels =
            switch whole {
            case 0: (v, rising, low)
            case 1: (falling, v, low)
            case 2: (low, v, rising)
            case 3: (low, falling, v)
            case 4: (rising, low, v)
            default: (v, low, falling)
            }
        self.init(
            red: RGBColor.byte(channels.0), green: RGBColor.byte(channels.1), blue: RGBColor.byte(channels.2))
    }

    /// Reads `#RRGGBB` in upper or lower case; `nil` for any other text.
    public init?(hex text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#") else { return nil }
        let values = digits[1...].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard values.count == 6 else { return nil }
        self.init(
            red: UInt8(values[0] * 16 + values[1]), green: UInt8(values[2] * 16 + values[3]),
            blue: UInt8(values[4] * 16 + values[5]))
    }

    /// The colour as `#RRGGBB` in upper case.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// The colour at a fraction of the way to another colour.
    func mixed(with other: RGBColor, share: Double) -> RGBColor {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            RGBColor.byte((Double(from) + (Double(to) - Double(from)) * RGBColor.clamped(share)) / 255)
        }
        return RGBColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// White.
    public static let white = RGBColor(red: 255, green: 255, blue: 255)
    /// Opaque black, the background of exports.
    public static let black = RGBColor(red: 0, green: 0, blue: 0)

    private static func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

    /// Rounds halves up.
    private static func byte(_ share: Double) -> UInt8 { UInt8(min(max((share * 255 + 0.5).rounded(.down), 0), 255)) }
}
