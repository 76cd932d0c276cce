/// The engraving on a bill's paper: thin lines outside the strip and the code.
struct BillOrnaments {
    /// The screen width in points on which the original's line widths are based.
    static let screenWidth = 375.0

    let layout: BillLayout
    let isLight: Bool

    var layers: [Drawing.Layer] {
        stripPattern + [
            .ornament(hexagons, width: hairline, .solid(.black, opacity: 0.10)),
            .ornament(grid, width: hairline, .solid(line, opacity: 0.07)),
            .ornament(globe, width: hairline, .solid(line, opacity: 0.16)),
            .ornament(waves, width: hairline, .solid(line, opacity: 0.12)),
            .ornament(tiltedLines, width: hairline, .solid(line, opacity: 0.10)),
        ]
    }

    private var width: Double { Double(layout.width) }
    private var height: Double { Double(layout.height) }
    private var hairline: Double { max(width / BillOrnaments.screenWidth, 1) }
    /// White lines are hard to see on light paper.
    private var line: RGBColor { isLight ? .black : .white }

    /// Two interlaced waves, four times along the strip.
    private var stripPattern: [Drawing.Layer] {
        let middle = Double(layout.stripTop) + Double(layout.stripHeight) / 2
        let swing = Double(layout.stripHeight) * 0.32
        let repeats = 4.0
        let paths = (0..<6).map { index in
            let phase = Double(index) * .pi / 6
            return curve(from: 0, to: width) { x in
                middle + swing * sine(2 * .pi * repeats * x / width + phase) * cosine(phase / 2)
            }
        }
        let all = paths.reduce(Path()) { $0 + $1 }
        return [.stroke(all, width: hairline, .solid(.white, opacity: 0.28))]
    }

    private var hexagons: Path {
        let side = width * 0.045
        let (stepX, stepY) = (side * 3, side * 3.0.squareRoot() / 2)
        var path = Path()
        var row = 0
        while Double(row) * stepY < height + stepY {
            var x = row % 2 == 0 ? 0 : stepX / 2
            while x < width + stepX {
                let centre = Place(x: x, y: Double(row) * stepY)
                path.contours.append(
                    Path.Contour(
                        places: (0..<6).map { corner in
                            let angle = Double(corner) * .pi / 3
                            return centre + Place(x: side * cosine(angle), y: side * sine(angle))
                        }, isClosed: true))
                x += stepX
            }
            row += 1
        }
        return path
    }

    /// Circles around a point above the code, 1.75 widths across.
    private var grid: Path {
        let centre = Place(x: 0.5 * width, y: 0.35 * height)
        let rings = 22
        return (1...rings).reduce(Path()) { path, ring in
            path + Path.circle(centre, radius: 0.875 * width * Double(ring) / Double(rings))
        }
    }

    /// Meridians and parallels of a globe, 1.45 widths across.
    private var globe: Path {
        let centre = Place(x: 0.26 * width, y: 0.65 * height)
        let radius = 0.725 * width
        var path = Path.circle(centre, radius: radius)
        for index in 1..<9 {
            let share = cosine(Double(index) * .pi / 18)
            let ellipse = Path.arc(centre, radius * share, radius, from: 0, to: 2 * .pi)
            path.contours.append(Path.Contour(places: ellipse, isClosed: true))
        }
        for index in -7...7 {
            let latitude = Double(index) * .pi / 16
            let (rise, reach) = (radius * sine(latitude), radius * cosine(latitude))
            path =
                path
                + .line([
                    Place(x: centre.x - reach, y: centre.y + rise), Place(x: centre.x + reach, y: centre.y + rise),
                ])
        }
        return path
    }

    private var waves: Path {
        (0..<14).reduce(Path()) { path, index in
            let base = 0.9 * height + Double(index - 7) * 0.012 * height
            let phase = Double(index) * 0.35
            return path
                + curve(from: 0, to: width) { x in
                    base + 0.018 * height * sine(2 * .pi * 1.5 * x / width + phase)
                }
        }
    }

    /// Groups of lines tilted by 18°: 10, 31, 2 and 8 lines, a date.
    private var tiltedLines: Path {
        let gap = 4 * hairline
        return group(10, from: Place(x: 0.04 * width, y: 0), length: 0.045 * height, gap: gap)
            + group(31, from: Place(x: 0.62 * width, y: 0), length: 0.045 * height, gap: gap)
            + group(2, from: Place(x: 0.50 * width, y: 0.962 * height), length: 0.03 * height, gap: gap)
            + group(8, from: Place(x: 0.58 * width, y: 0.962 * height), length: 0.03 * height, gap: gap)
    }

    private func group(_ count: Int, from start: Place, length: Double, gap: Double) -> Path {
        let lean = 18 * Double.pi / 180
        let along = Place(x: sine(lean) * length, y: cosine(lean) * length)
        return (0..<count).reduce(Path()) { path, index in
            let top = start + Place(x: Double(index) * gap, y: 0)
            return path + .line([top + Place(x: along.x, y: 0), top + Place(x: 0, y: along.y)])
        }
    }

    private func curve(from start: Double, to end: Double, _ function: (Double) -> Double) -> Path {
        let pieces = 160
        return .line(
            (0...pieces).map { index in
                let x = start + (end - start) * Double(index) / Double(pieces)
                return Place(x: x, y: function(x))
            })
    }
}
