import CodeScanner

/// A QR code with its quiet zone, dark on light.
public struct QRPicture: Hashable, Sendable {
    /// The width of the quiet zone on each side, in modules.
    public static let quietZone = 4

    /// The QR code.
    public let code: QRCode
    /// The colour of dark modules.
    public let ink: RGBColor
    /// The colour of light modules and the quiet zone.
    public let paper: RGBColor

    /// Makes a picture of a code.
    public init(_ code: QRCode, ink: RGBColor = .black, paper: RGBColor = .white) {
        self.code = code
        self.ink = ink
        self.paper = paper
    }

    /// The number of modules along an edge, including the quiet zone.
    public var side: Int { code.modules.side + 2 * QRPicture.quietZone }

    /// Whether a module is dark, counted from the corner of the quiet zone.
    func isInk(x: Int, y: Int) -> Bool { code.modules[x - QRPicture.quietZone, y - QRPicture.quietZone] }

    /// An SVG document with one path of all dark runs, `scale` pixels per module.
    public func svg(scale: Int = 8) -> String {
        let pixels = side * max(scale, 1)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(pixels)" height="\(pixels)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="\(paper)"/>
            <path fill="\(ink)" d="\(pathData)"/>
            </svg>

            """
    }

    /// A picture with `scale` pixels per module.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``.
    public func raster(scale: Int) throws(DrawingError) -> Raster {
        let (pixels, overflow) = side.multipliedReportingOverflow(by: scale)
        guard !overflow else { throw .sizeOutOfRange(width: .max, height: .max) }
        var raster = try Raster(width: pixels, height: pixels, color: paper)
        raster.draw(self, x: 0, y: 0, scale: scale)
        return raster
    }

    /// A PNG file with `scale` pixels per module.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)`` or ``DrawingError/compressionFailed(code:)``.
    public func png(scale: Int = 8) throws(DrawingError) -> [UInt8] {
        try PNG.encode(raster(scale: scale))
    }

    private var pathData: String {
        var data = ""
        for y in 0..<side {
            for run in runs(row: y) { data += "M\(run.lowerBound) \(y)h\(run.count)v1h-\(run.count)z" }
        }
        return data
    }

    /// The dark runs of a row.
    func runs(row y: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for x in 0..<side where isInk(x: x, y: y) {
            if let last = runs.last, last.upperBound == x {
                runs[runs.count - 1] = last.lowerBound..<x + 1
            } else {
                runs.append(x..<x + 1)
            }
        }
        return runs
    }
}

extension Raster {
    /// Draws a QR code with its quiet zone, clipped to the picture.
    mutating func draw(_ picture: QRPicture, x: Int, y: Int, scale: Int) {
        fill(picture.paper, x: x, y: y, width: picture.side * scale, height: picture.side * scale)
        for row in 0..<picture.side {
            for run in picture.runs(row: row) {
                fill(
                    picture.ink, x: x + run.lowerBound * scale, y: y + row * scale, width: run.count * scale,
                    height: scale)
            }
        }
    }

    /// Fills a rectangle, clipped to the picture.
    mutating func fill(_ color: RGBColor, x: Int, y: Int, width: Int, height: Int) {
        let columns = max(x, 0)..<max(min(x + width, self.width), max(x, 0))
        for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
            for column in columns {
                let start = 3 * (row * self.width + column)
                pixels[start] = color.red
                pixels[start + 1] = color.green
                pixels[start + 2] = color.blue
            }
        }
    }
}
