/// A line chart of one series, as SVG and PNG: a title, the current value, a line over a soft area, and the labels of
/// both ends.
public struct ChartPicture: Hashable, Sendable {
    /// The widths and heights that can be drawn, in pixels.
    public static let sides = 200...4_000

    /// The words on the picture.
    public struct Labels: Hashable, Sendable {
        /// The name of the currency.
        public let title: String
        /// The current value.
        public let value: String
        /// The change over the range.
        public let change: String
        /// The highest value of the range.
        public let highest: String
        /// The lowest value of the range.
        public let lowest: String
        /// The time of the first point.
        public let first: String
        /// The time of the last point.
        public let last: String

        /// Creates the words.
        public init(
            title: String, value: String, change: String, highest: String, lowest: String, first: String, last: String
        ) {
            self.title = title
            self.value = value
            self.change = change
            self.highest = highest
            self.lowest = lowest
            self.first = first
            self.last = last
        }
    }

    private let values: [Double]
    private let labels: Labels
    private let isGain: Bool
    private let width: Int
    private let height: Int

    private static let paper = RGBColor(red: 0x19, green: 0x19, blue: 0x1A)
    private static let ink = RGBColor(red: 0xFF, green: 0xFF, blue: 0xFF)
    private static let gain = RGBColor(red: 0x34, green: 0xC7, blue: 0x59)
    private static let loss = RGBColor(red: 0xFF, green: 0x45, blue: 0x3A)

    /// Makes a chart of evenly spaced values.
    ///
    /// - Parameters:
    ///   - values: at least two; values that are not finite are drawn as 0.
    ///   - labels: the words on the picture.
    ///   - isGain: whether to draw the line as a gain.
    ///   - width: the width in pixels.
    ///   - height: the height in pixels.
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``.
    public init(
        values: [Double], labels: Labels, isGain: Bool, width: Int = 1_200, height: Int = 600
    ) throws(DrawingError) {
        guard ChartPicture.sides.contains(width), ChartPicture.sides.contains(height) else {
            throw .sizeOutOfRange(width: width, height: height)
        }
        self.values = values.map { $0.isFinite ? $0 : 0 }
        self.labels = labels
        self.isGain = isGain
        self.width = width
        self.height = height
    }

    /// The picture as an SVG document.
    public func svg() -> String { drawing.svg() }

    /// The picture as a PNG file.
    ///
    /// - Throws: ``DrawingError``.
    public func png() throws(DrawingError) -> [UInt8] { try PNG.encode(drawing.raster()) }

    private var unit: Double { Double(min(width, height)) / 100 }
    private var margin: Double { 5 * unit }
    private var chartTop: Double { 24 * unit }
    private var chartBottom: Double { Double(height) - 12 * unit }

    private var drawing: Drawing {
        let color = isGain ? ChartPicture.gain : ChartPicture.loss
        let places = places
        var layers: [Drawing.Layer] = [
            .fill(
                .rectangle(x: 0, y: 0, width: Double(width), height: Double(height)),
                .solid(ChartPicture.paper, opacity: 1))
        ]
        if let first = places.first, let last = places.last {
            let area = places + [Place(x: last.x, y: chartBottom), Place(x: first.x, y: chartBottom)]
            layers.append(
                .fill(Path(contours: [Path.Contour(places: area, isClosed: true)]), .solid(color, opacity: 0.18)))
            layers.append(.stroke(.line(places), width: 0.8 * unit, .solid(color, opacity: 1)))
        }
        layers += [
            text(labels.title, height: 4, x: .left, baseline: 10 * unit, opacity: 0.7),
            text(labels.value, height: 6, x: .left, baseline: 19 * unit, opacity: 1),
            text(labels.change, height: 4, x: .right, baseline: 19 * unit, opacity: 1, color: color),
            text(labels.highest, height: 2.6, x: .right, baseline: chartTop - unit, opacity: 0.6),
            text(labels.lowest, height: 2.6, x: .right, baseline: chartBottom + 3.6 * unit, opacity: 0.6),
            text(labels.first, height: 2.6, x: .left, baseline: Double(height) - 4 * unit, opacity: 0.6),
            text(labels.last, height: 2.6, x: .right, baseline: Double(height) - 4 * unit, opacity: 0.6),
        ]
        return Drawing(
            width: width, height: height,
            region: .rectangle(x: 0, y: 0, width: Double(width), height: Double(height)), layers: layers)
    }

    /// The points of the line. A series without any change is drawn in the middle.
    private var places: [Place] {
        guard values.count >= 2, let low = values.min(), let high = values.max() else { return [] }
        let span = high - low
        let room = Double(width) - 2 * margin
        return values.enumerated().map { index, value in
            let share = span > 0 ? (value - low) / span : 0.5
            return Place(
                x: margin + room * Double(index) / Double(values.count - 1),
                y: chartBottom - share * (chartBottom - chartTop))
        }
    }

    private enum Side {
        case left
        case right
    }

    /// A line of text; `height` is in hundredths of the shorter side.
    private func text(
        _ words: String, height: Double, x side: Side, baseline: Double, opacity: Double, color: RGBColor = ink
    ) -> Drawing.Layer {
        let size = height * unit
        let weight = max(size * 0.12, 0.8)
        let line = StrokeFont.line(words, height: size, weight: weight)
        // Long names shrink to fit.
        let shrink = min(1, (Double(width) - 2 * margin) / max(line.width, 1))
        let start =
            switch side {
            case .left: margin
            case .right: Double(width) - margin - line.width * shrink
            }
        return .stroke(
            line.path.mapped { Place(x: start + $0.x * shrink, y: baseline + $0.y * shrink) }, width: weight * shrink,
            .solid(color, opacity: opacity))
    }
}
