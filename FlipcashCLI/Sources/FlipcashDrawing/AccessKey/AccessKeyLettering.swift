/// The layers of a backup picture, except its QR code.
struct AccessKeyLettering {
    let words: [String]
    /// The side of the QR code with its quiet zone, in pixels.
    let codeSide: Int

    private static let ground = RGBColor(red: 0x19, green: 0x19, blue: 0x1A)
    private static let secondary = RGBColor(red: 0xA8, green: 0xA8, blue: 0xAB)
    private static let warning = RGBColor(red: 0xFF, green: 0xF3, blue: 0x83)
    private static let middle = Double(AccessKeyCard.width) / 2
    private static let height = Double(AccessKeyCard.height)
    private static let margin = 64.0
    private static let wordsPerLine = 6
    private static let codeMiddle = 690.0

    /// The top of the code. The middle is always at the same place.
    static func codeTop(side: Int) -> Int { Int(codeMiddle) - side / 2 }

    var drawing: Drawing {
        let sheet = Path.rectangle(x: 0, y: 0, width: Double(AccessKeyCard.width), height: Self.height)
        var layers: [Drawing.Layer] = [.fill(sheet, .solid(Self.ground, opacity: 1)), frame]
        layers += caution + logo + [plate] + phrase + instruction
        return Drawing(width: AccessKeyCard.width, height: AccessKeyCard.height, region: sheet, layers: layers)
    }

    /// A thin line along the edges.
    private var frame: Drawing.Layer {
        let inset = 24.0
        let outline = Self.rounded(
            x: inset, y: inset, width: Double(AccessKeyCard.width) - 2 * inset, height: Self.height - 2 * inset,
            radius: 36)
        return .stroke(outline, width: 2, .solid(.white, opacity: 0.16))
    }

    private var caution: [Drawing.Layer] {
        [
            Self.text("ACCESS KEY", baseline: 124, height: 34, weight: 5, color: Self.warning),
            Self.text("Keep this picture secret. Anyone who sees it", baseline: 184, height: 19, color: .white),
            Self.text("can take the money. This cannot be undone.", baseline: 222, height: 19, color: .white),
        ]
    }

    private var logo: [Drawing.Layer] {
        let name = "FLIPCASH"
        return [Self.text(name, baseline: 372, height: 52, weight: 7.5, color: .white)]
    }

    /// A white plate with round corners below the code and its quiet zone.
    private var plate: Drawing.Layer {
        let rim = 10.0
        let side = Double(codeSide) + 2 * rim
        let left = (Double(AccessKeyCard.width) - Double(codeSide)) / 2 - rim
        let top = Double(Self.codeTop(side: codeSide)) - rim
        let outline = Self.rounded(x: left.rounded(.down), y: top, width: side, height: side, radius: 22)
        return .fill(outline, .solid(.white, opacity: 1))
    }

    /// The words, six a line, at the size at which the longest line fits.
    private var phrase: [Drawing.Layer] {
        let lines = stride(from: 0, to: words.count, by: Self.wordsPerLine).map {
            words[$0..<min($0 + Self.wordsPerLine, words.count)].joined(separator: "   ")
        }
        let room = Double(AccessKeyCard.width) - 2 * Self.margin
        let (largest, weightShare) = (26.0, 0.12)
        let widest = lines.map { StrokeFont.line($0, height: largest, weight: largest * weightShare).width }.max() ?? 0
        let size = largest * min(1, room / max(widest, 1))
        let step = 52.0
        let first = 1076.0 - Double(lines.count - 2) * step / 2
        return lines.enumerated().map { index, line in
            Self.text(
                line, baseline: first + Double(index) * step, height: size, weight: size * weightShare, color: .white)
        }
    }

    private var instruction: [Drawing.Layer] {
        [
            Self.text("On a phone press the code to log in.", baseline: 1254, height: 17, color: Self.secondary),
            Self.text(
                "Elsewhere: flipcash account login --image FILE", baseline: 1294, height: 17, color: Self.secondary),
        ]
    }

    /// A line of text, centred on the card.
    private static func text(
        _ text: String, baseline: Double, height: Double, weight: Double? = nil, color: RGBColor
    ) -> Drawing.Layer {
        let pen = weight ?? height * 0.12
        let line = StrokeFont.line(text, height: height, weight: pen)
        let left = middle - line.width / 2
        let path = line.path.mapped { Place(x: left + $0.x, y: baseline + $0.y) }
        return .stroke(path, width: pen, .solid(color, opacity: 1))
    }

    private static func rounded(x: Double, y: Double, width: Double, height: Double, radius: Double) -> Path {
        let corners: [(x: Double, y: Double, start: Double)] = [
            (x + width - radius, y + radius, 1.5), (x + width - radius, y + height - radius, 0),
            (x + radius, y + height - radius, 0.5), (x + radius, y + radius, 1),
        ]
        let places = corners.flatMap { corner in
            Path.arc(
                Place(x: corner.x, y: corner.y), radius, radius, from: corner.start * .pi,
                to: (corner.start + 0.5) * .pi)
        }
        return Path(contours: [Path.Contour(places: places, isClosed: true)])
    }
}
