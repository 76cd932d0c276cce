extension BillColors {
    /// Reads a preset's name, `hue:0.6`, or one to three colours `#RRGGBB` separated by commas or spaces.
    ///
    /// The `#` is optional, because a shell takes it for a comment.
    ///
    /// - Throws: ``BillColorsError`` when the text is not valid.
    public init(parsing text: String) throws(BillColorsError) {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !trimmed.isEmpty else { throw .empty }
        if let preset = BillColors.preset(named: trimmed) {
            self = preset.colors
        } else if trimmed.lowercased().hasPrefix("hue:") {
            guard let hue = Double(trimmed.dropFirst(4)), (0...1).contains(hue) else {
                throw .hue(String(trimmed.dropFirst(4)))
            }
            self.init(hue: hue)
        } else {
            let parts = trimmed.split { $0 == "," || $0 == " " }
            var stops: [RGBColor] = []
            for part in parts {
                guard let color = RGBColor(hex: part) ?? RGBColor(hex: "#" + part) else { throw .unknown(String(part)) }
                stops.append(color)
            }
            guard let colors = BillColors(stops: stops) else { throw .count(stops.count) }
            self = colors
        }
    }
}

/// An error from reading colours.
public enum BillColorsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// The text is neither a preset nor `#RRGGBB`.
    case unknown(String)
    /// The hue is outside 0…1.
    case hue(String)
    /// The number of colours is not one to three.
    case count(Int)

    /// What is wrong, and what is allowed.
    public var description: String {
        switch self {
        case .empty:
            "no colours given; \(BillColorsError.choices)"
        case .unknown(let text):
            "'\(text.prefix(32))' is neither a preset nor a colour; \(BillColorsError.choices)"
        case .hue(let text):
            "'\(text.prefix(32))' is not a hue; use a number from 0 to 1, such as 'hue:0.6'"
        case .count(let count):
            "a bill has one to three colours, not \(count)"
        }
    }

    private static let choices =
        "use one to three colours such as ff8800, hue:0.6, or a preset: "
        + BillColors.presets.map(\.name).joined(separator: ", ")
}
