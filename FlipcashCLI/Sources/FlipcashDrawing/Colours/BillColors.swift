/// One to three colours of a bill, from top to bottom (client specification §11.1).
public struct BillColors: Hashable, Sendable {
    /// The colours, top first.
    public let stops: [RGBColor]

    /// The colours of a mint without its own colours.
    public static let standard = BillColors(RGBColor(red: 0, green: 70, blue: 2))

    /// Makes colours from top to bottom; `nil` unless there are one to three.
    public init?(stops: [RGBColor]) {
        guard (1...3).contains(stops.count) else { return nil }
        self.stops = stops
    }

    /// Makes one colour, or a gradient of up to three from top to bottom.
    public init(_ top: RGBColor, _ others: RGBColor...) {
        stops = [top] + others.prefix(2)
    }

    /// Makes three shades of a hue, 0…1: light, full and dark.
    public init(hue: Double) {
        self.init(
            RGBColor(hue: hue, saturation: 0.53, brightness: 1), RGBColor(hue: hue, saturation: 1, brightness: 0.71),
            RGBColor(hue: hue, saturation: 1, brightness: 0.23))
    }

    /// The colours as text, such as `#RRGGBB, #RRGGBB`.
    public var text: String { stops.map(\.description).joined(separator: ", ") }

    /// The colour at a fraction of the height, 0 at the top.
    func color(at share: Double) -> RGBColor {
        let place = min(max(share, 0), 1) * Double(stops.count - 1)
        let index = min(Int(place), stops.count - 1)
        return stops[index].mixed(with: stops[min(index + 1, stops.count - 1)], share: place - Double(index))
    }
}
