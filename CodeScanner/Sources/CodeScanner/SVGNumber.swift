/// A number in the canonical SVG format: at most three decimals, halves rounded up, no trailing zeros, no `-0`.
public struct SVGNumber: Hashable, Sendable, CustomStringConvertible {
    /// The formatted number.
    public let description: String

    /// Rounds and formats a number. Values beyond ±10¹² are clamped; NaN becomes 0.
    public init(_ value: Double) {
        let limit = 1e12
        let bounded = value.isNaN ? 0 : min(max(value, -limit), limit)
        let thousandths = Int((bounded * 1000 + 0.5).rounded(.down))
        let magnitude = thousandths.magnitude
        var text = (thousandths < 0 ? "-" : "") + String(magnitude / 1000)
        var fraction = magnitude % 1000
        if fraction != 0 {
            var digits = 3
            while fraction % 10 == 0 {
                fraction /= 10
                digits -= 1
            }
            let written = String(fraction)
            text += "." + String(repeating: "0", count: digits - written.count) + written
        }
        description = text
    }
}
