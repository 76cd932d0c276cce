import CDrawing
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
                canvas.fill(CoverageScanner(path, rule: .evenOdd, width: width, height: height), paint: paint)
            case .stroke(let path, let penWidth, let paint):
                canvas.fill(stroke(path, penWidth), paint: paint)
            case .ornament(let path, let penWidth, let paint):
                canvas.fill(stroke(path, penWidth), paint: paint, isClipped: true)
            case .code(let geometry, let shadow):
                canvas.draw(geometry, shadow: shadow)
            }
        }
        return canvas.raster
    }

    private func stroke(_ path: Path, _ penWidth: Double) -> CoverageScanner {
        CoverageScanner(strokeOf: path, penWidth: penWidth, width: width, height: height)
    }
}

/// A raster during drawing.
private struct Canvas {
    var raster: Raster
    private let mask: [UInt8]

    init(raster: Raster, region: Path) {
        self.raster = raster
        mask = Canvas.mask(of: region, width: raster.width, height: raster.height)
    }

    private static func mask(of region: Path, width: Int, height: Int) -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: width * height)
        var scanner = CoverageScanner(region, rule: .evenOdd, width: width, height: height)
        var coverage = [Float](repeating: 0, count: width)
        for row in scanner.rows {
            _ = scanner.cover(row: row, into: &coverage)
            // Safe: the scanner's rows are rows of the picture, and each has `width` bytes of the mask.
            mask.withUnsafeMutableBufferPointer {
                drawingMask($0.baseAddress.map { $0 + row * width }, coverage, width)
            }
        }
        return mask
    }

    mutating func fill(_ area: CoverageScanner, paint: Drawing.Paint, isClipped: Bool = false) {
        var area = area
        var coverage = [Float](repeating: 0, count: raster.width)
        for row in area.rows {
            let columns = area.cover(row: row, into: &coverage)
            let color = color(of: paint, row: row)
            guard isClipped else {
                raster.blend(color, coverage, opacity: paint.opacity, row: row, columns: columns)
                continue
            }
            raster.blend(color, coverage, mask: mask, opacity: paint.opacity, row: row, columns: columns)
        }
    }

    private func color(of paint: Drawing.Paint, row: Int) -> RGBColor {
        switch paint {
        case .solid(let color, _): color
        case .vertical(let colors, _): colors.color(at: (Double(row) + 0.5) / Double(raster.height))
        }
    }

    mutating func draw(_ geometry: CodeGeometry, shadow: Drawing.Shadow) {
        let soft = CodeCoverage(geometry, softness: max(2 * shadow.radius, 1))
        let reach = geometry.centre + shadow.radius + shadow.offset
        raster.blend(.black, soft, offset: shadow.offset, opacity: shadow.opacity, reach: reach)
        raster.blend(.white, CodeCoverage(geometry), reach: geometry.centre)
    }
}
