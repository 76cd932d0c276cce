extension BillColors {
    /// A named set of colours.
    public struct Preset: Hashable, Sendable {
        /// The name to type, in lower case.
        public let name: String
        /// The palette of the preset.
        public let palette: Palette
        /// The colours of the preset.
        public let colors: BillColors
    }

    /// A group of presets.
    public enum Palette: String, Hashable, Sendable, CaseIterable {
        /// One strong colour.
        case solid
        /// Two or three of the solid colours.
        case gradient
        /// One muted colour. Some share a name with a gradient and have the prefix `muted-`.
        case muted
    }

    /// All presets in listing order.
    public static let presets: [Preset] = solids + gradients + muted

    /// The preset with this name, ignoring case.
    public static func preset(named name: some StringProtocol) -> Preset? {
        let wanted = name.lowercased()
        return presets.first { $0.name == wanted }
    }

    private static func one(
        _ name: String, _ palette: Palette, _ hue: Double, _ saturation: Double, _ brightness: Double
    ) -> Preset {
        let color = RGBColor(hue: hue, saturation: saturation, brightness: brightness)
        return Preset(name: name, palette: palette, colors: BillColors(color))
    }

    private static let solids = [
        one("white", .solid, 0, 0, 1), one("black", .solid, 0, 0, 0.1), one("red", .solid, 0, 0.9, 0.95),
        one("orange", .solid, 0.08, 0.9, 0.95), one("yellow", .solid, 0.14, 0.9, 0.95),
        one("green", .solid, 0.34, 0.8, 0.9), one("teal", .solid, 0.48, 0.7, 0.9),
        one("blue", .solid, 0.60, 0.75, 0.85), one("purple", .solid, 0.75, 0.7, 0.9),
        one("pink", .solid, 0.9, 0.7, 0.95),
    ]

    private static let gradients = [
        blend("sky", "blue", "white"), blend("sunset", "purple", "orange"), blend("mint", "teal", "green"),
        blend("fire", "red", "orange"), blend("sunrise", "pink", "yellow"), blend("ocean", "blue", "teal"),
        blend("lavender", "purple", "pink"), blend("mango", "yellow", "orange", "red"),
        blend("aurora", "green", "purple"), blend("candy", "pink", "teal"),
    ].compactMap { $0 }

    private static let muted = [
        one("cream", .muted, 0.1, 0.1, 0.95), one("charcoal", .muted, 0, 0, 0.3), one("rose", .muted, 0.95, 0.3, 0.85),
        one("peach", .muted, 0.06, 0.35, 0.95), one("butter", .muted, 0.14, 0.3, 0.95),
        one("sage", .muted, 0.28, 0.25, 0.7), one("muted-mint", .muted, 0.42, 0.3, 0.85),
        one("muted-sky", .muted, 0.55, 0.3, 0.9), one("muted-lavender", .muted, 0.72, 0.25, 0.85),
        one("blush", .muted, 0.95, 0.2, 0.95),
    ]

    private static func blend(_ name: String, _ parts: String...) -> Preset? {
        let stops = parts.compactMap { part in solids.first { $0.name == part }?.colors.stops.first }
        return BillColors(stops: stops).map { Preset(name: name, palette: .gradient, colors: $0) }
    }
}
