/// The colours that a terminal shows.
public enum TerminalColors: Hashable, Sendable, CaseIterable {
    /// 24-bit colours.
    case full
    /// The standard palette of 256 colours: a cube of six steps, and 24 greys.
    case palette256
    /// Light and dark only.
    case mono
}

extension TerminalColors {
    /// The nearest entry of the 256-colour palette.
    static func paletteIndex(of color: RGBColor) -> Int {
        let channels = [color.red, color.green, color.blue].map(Int.init)
        let cube = channels.map { value in levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        let cubeDistance = zip(channels, cube).reduce(0) { $0 + square($1.0 - levels[$1.1]) }
        let mean = channels.reduce(0, +) / 3
        let grey = min(max((mean - 3) / 10, 0), 23)
        let greyDistance = channels.reduce(0) { $0 + square($1 - (8 + 10 * grey)) }
        return greyDistance < cubeDistance ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }

    /// The brightness of the cube's six steps.
    private static let levels = [0, 95, 135, 175, 215, 255]

    private static func square(_ value: Int) -> Int { value * value }
}
