/// A font of single strokes, so that pictures need no installed fonts.
///
/// Glyphs use a grid with the top of capitals at 0, the baseline at 7 and descenders down to 9.
enum StrokeFont {
    /// The height of capitals in grid units.
    static let capHeight = 7.0
    private static let spacing = 1.5
    private static let space = 2.2
    /// The glyph for characters without one.
    private static let unknown = "M 0 0 L 4 0 L 4 7 L 0 7 L 0 0"

    /// A line of text and its width.
    struct Line {
        var path: Path
        var width: Double
    }

    /// Lays out text with its baseline at y = 0 and its left edge at x = 0.
    ///
    /// - Parameters:
    ///   - height: The height of capitals.
    ///   - weight: The width of the pen, which widens the spacing.
    static func line(_ text: String, height: Double, weight: Double) -> Line {
        let scale = height / capHeight
        var path = Path()
        var x = 0.0
        for character in text {
            guard !character.isWhitespace else {
                x += space * scale
                continue
            }
            let strokes = parsed(glyphs[character] ?? unknown)
            let all = strokes.flatMap(\.places)
            let left = all.map(\.x).min() ?? 0
            let right = all.map(\.x).max() ?? 0
            let start = x
            path.contours +=
                Path(contours: strokes).mapped {
                    Place(x: start + ($0.x - left) * scale, y: ($0.y - capHeight) * scale)
                }.contours
            x += (right - left + spacing) * scale + weight
        }
        return Line(path: path, width: max(x - spacing * scale - weight, 0))
    }

    /// Reads the description of a glyph: `M x y` moves, `L x y` draws, `C` is a cubic curve, `O x y rx ry` an ellipse
    /// and `A x y rx ry start end` an arc in degrees from three o'clock, clockwise.
    private static func parsed(_ text: String) -> [Path.Contour] {
        var strokes: [Path.Contour] = []
        var current: [Place] = []
        func finish(closed: Bool = false) {
            if !current.isEmpty { strokes.append(Path.Contour(places: current, isClosed: closed)) }
            current = []
        }
        for (command, numbers) in commands(text) {
            switch (command, numbers.count) {
            case ("M", 2):
                finish()
                current = [Place(x: numbers[0], y: numbers[1])]
            case ("L", 2):
                current.append(Place(x: numbers[0], y: numbers[1]))
            case ("C", 6):
                current += curve(from: current.last, numbers)
            case ("O", 4):
                finish()
                current = ellipse(numbers, from: 0, to: 360)
                finish(closed: true)
            case ("A", 6):
                current += ellipse(numbers, from: numbers[4], to: numbers[5])
            default:
                continue
            }
        }
        finish()
        return strokes
    }

    private static func commands(_ text: String) -> [(Character, [Double])] {
        var result: [(Character, [Double])] = []
        for word in text.split(separator: " ") {
            if let number = Double(word) {
                if !result.isEmpty { result[result.count - 1].1.append(number) }
            } else if let command = word.first {
                result.append((command, []))
            }
        }
        return result
    }

    private static func ellipse(_ numbers: [Double], from start: Double, to end: Double) -> [Place] {
        Path.arc(
            Place(x: numbers[0], y: numbers[1]), numbers[2], numbers[3], from: start * .pi / 180, to: end * .pi / 180,
            tolerance: 0.02)
    }

    private static func curve(from start: Place?, _ numbers: [Double]) -> [Place] {
        guard let start else { return [] }
        let (a, b) = (Place(x: numbers[0], y: numbers[1]), Place(x: numbers[2], y: numbers[3]))
        let end = Place(x: numbers[4], y: numbers[5])
        let pieces = 12
        return (1...pieces).map { index in
            let t = Double(index) / Double(pieces)
            let u = 1 - t
            return start * (u * u * u) + a * (3 * u * u * t) + b * (3 * u * t * t) + end * (t * t * t)
        }
    }
}
