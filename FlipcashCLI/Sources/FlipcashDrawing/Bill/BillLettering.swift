/// The value, twice, and the mint on a bill.
struct BillLettering {
    let layout: BillLayout
    let value: String
    let mint: String
    let ink: RGBColor
    let mintOpacity: Double

    var layers: [Drawing.Layer] { valueLayers + mintLayers }

    private var width: Double { Double(layout.width) }
    private var height: Double { Double(layout.height) }
    private var padding: Double { Double(BillLayout.ceiling(layout.width, per: 25, of: 1000)) }
    /// The height of capitals, as a share of the font size.
    private static let capShare = 0.72

    /// The value, written upwards along the left edge and again along the right edge at the other end.
    private var valueLayers: [Drawing.Layer] {
        let size = Double(BillLayout.ceiling(layout.width, per: 12, of: 100))
        let capHeight = size * BillLettering.capShare
        let weight = size * 0.115
        var line = StrokeFont.line(value, height: capHeight, weight: weight)
        // Beside the well there is room up to half the height. A long amount shrinks to fit.
        let room = height / 2 - Double(layout.stripTop + layout.stripHeight) - padding
        let shrink = min(1, room / max(line.width + weight, 1))
        line.path = line.path.mapped { $0 * shrink }
        let (length, pen, cap) = (line.width * shrink, weight * shrink, capHeight * shrink)
        let edge = padding + pen / 2

        // Rotated a quarter turn counter-clockwise, so the baseline runs upwards.
        let topStart = Double(layout.stripTop + layout.stripHeight) + padding + length + pen / 2
        let left = line.path.mapped { Place(x: edge + cap + $0.y, y: topStart - $0.x) }
        let right = line.path.mapped { Place(x: width - edge + $0.y, y: height - edge - $0.x) }
        return [left, right].map { .stroke($0, width: pen, .solid(ink, opacity: 1)) }
    }

    private var mintLayers: [Drawing.Layer] {
        let size = Double(BillLayout.ceiling(layout.width, per: 24, of: 1000))
        let capHeight = size * BillLettering.capShare
        let weight = max(size * 0.08, 0.8)
        let markSize = Double(BillLayout.ceiling(layout.width, per: 18, of: 100))
        let paint = Drawing.Paint.solid(ink, opacity: mintOpacity)
        let mark = StrokeFont.line("FLIPCASH", height: 10, weight: 0)
        let markCap = 10 * markSize / max(mark.width, 1)
        let markBase = height - padding - weight
        let mintBase = markBase - markCap - 1.4 * capHeight
        let brand = mark.path.mapped {
            Place(x: padding + $0.x * markSize / max(mark.width, 1), y: markBase + $0.y * markSize / max(mark.width, 1))
        }
        let text = StrokeFont.line(mint, height: capHeight, weight: weight).path.mapped {
            Place(x: padding + $0.x, y: mintBase + $0.y)
        }
        return [
            .stroke(text, width: weight, paint),
            .stroke(brand, width: max(markCap * 0.14, 0.8), paint),
        ]
    }
}
