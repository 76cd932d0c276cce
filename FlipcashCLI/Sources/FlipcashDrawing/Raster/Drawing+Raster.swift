import CodeScanner

extension Drawing {
    /// Draws the layers with smooth edges over opaque black.
    ///
    /// - Throws: ``DrawingError/sizeOutOfRange(width:height:)``.
    func raster() throws(DrawingError) -> Raster {
        var canvas = Canvas(raster: try Raster(width: width, height: height), region: region)
        for layer in layers {
            switch layer {
            case .fill(let path, let paint):
                canvas.fill(path, rule: .evenOdd, paint: paint, isClipped: false)
            case .stroke(let path, let width, let paint):
                canvas.fill(Stroker.outline(of: path, width: width), rule: .nonZero, paint: paint, isClipped: false)
            case .ornament(let path, let width, let paint):
                canvas.fill(Stroker.outline(of: path, width: width), rule: .nonZero, paint: paint, isClipped: true)
            case .code(let geometry, let shadow):
                canvas.draw(geometry, shadow: shadow)
            }
        }
        return canvas.raster
    }
}

/// A raster that is being painted.
private struct Canvas {
    var raster: Raster
    private let mask: [UInt8]

    init(raster: Raster, region: Path) {
        self.raster = raster
        mask = Canvas.mask(of: region, width: raster.width, height: raster.height)
    }

    private static func mask(of region: Path, width: Int, height: Int) -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: width * height)
        var scanner = CoverageScanner(region, rule: .evenOdd, width: width)
        var coverage = [Float](repeating: 0, count: width)
        for row in 0..<height where scanner.cover(row: row, into: &coverage) {
            for column in 0..<width where coverage[column] > 0 {
                mask[row * width + column] = UInt8(min(max((coverage[column] * 255).rounded(), 0), 255))
            }
        }
        return mask
    }

    mutating func fill(_ path: Path, rule: CoverageScanner.Rule, paint: Drawing.Paint, isClipped: Bool) {
        let width = raster.width
        var scanner = CoverageScanner(path, rule: rule, width: width)
        var coverage = [Float](repeating: 0, count: width)
        let rows = scanner.rows
        let first = max(rows.first, 0)
        let last = min(rows.last, raster.height - 1)
        guard first <= last else { return }
        for row in first...last where scanner.cover(row: row, into: &coverage) {
            let color = color(of: paint, row: row)
            for column in 0..<width where coverage[column] > 0 {
                var opacity = Double(coverage[column]) * paint.opacity
                if isClipped { opacity *= Double(mask[row * width + column]) / 255 }
                blend(color, opacity: opacity, at: row * width + column)
            }
        }
    }

    private func color(of paint: Drawing.Paint, row: Int) -> RGBColor {
        switch paint {
        case .solid(let color, _): color
        case .vertical(let colors, _): colors.color(at: (Double(row) + 0.5) / Double(raster.height))
        }
    }

    private mutating func blend(_ color: RGBColor, opacity: Double, at index: Int) {
        guard opacity > 0 else { return }
        let channels = (color.red, color.green, color.blue)
        raster.pixels[3 * index] = Canvas.mix(raster.pixels[3 * index], channels.0, opacity)
        raster.pixels[3 * index + 1] = Canvas.mix(raster.pixels[3 * index + 1], channels.1, opacity)
        raster.pixels[3 * index + 2] = Canvas.mix(raster.pixels[3 * index + 2], channels.2, opacity)
    }

    private static func mix(_ below: UInt8, _ above: UInt8, _ opacity: Double) -> UInt8 {
        let value = Double(below) + (Double(above) - Double(below)) * opacity
        return UInt8(min(max((value + 0.5).rounded(.down), 0), 255))
    }

    mutating func draw(_ geometry: CodeGeometry, shadow: Drawing.Shadow) {
        let sharp = CodeCoverage(geometry)
        let soft = CodeCoverage(geometry, softness: max(2 * shadow.radius, 1))
        let reach = Int(geometry.centre.rounded(.up)) + Int(shadow.radius + shadow.offset) + 1
        let middleX = Double(raster.width) / 2
        let middleY = Double(raster.height) / 2
        for row in max(Int(middleY) - reach, 0)..<min(Int(middleY) + reach, raster.height) {
            for column in max(Int(middleX) - reach, 0)..<min(Int(middleX) + reach, raster.width) {
                let x = Double(column) + 0.5 - middleX
                let y = Double(row) + 0.5 - middleY
                let index = row * raster.width + column
                let dark = soft.share(x: x, y: y - shadow.offset) * shadow.opacity
                blend(.black, opacity: dark, at: index)
                blend(.white, opacity: sharp.share(x: x, y: y), at: index)
            }
        }
    }
}
