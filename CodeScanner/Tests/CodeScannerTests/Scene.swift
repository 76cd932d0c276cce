import CodeScanner
import Foundation

/// A luma picture under construction.
struct Scene {
    let width: Int
    let height: Int
    var pixels: [Double]

    init(width: Int, height: Int, ground: Double = 30) {
        self.width = width
        self.height = height
        pixels = [Double](repeating: ground, count: width * height)
    }

    /// Draws a code around a point, turned clockwise and optionally mirrored or tilted.
    mutating func draw(
        _ code: [UInt8], x: Double, y: Double, diameter: Double, turn: Double = 0, tilt: Double = 0, ink: Double = 245,
        isMirrored: Bool = false
    ) throws {
        let coverage = CodeCoverage(try CodeGeometry(code: code, side: diameter))
        let (sine, cosine) = (sin(turn), cos(turn))
        let (rise, lean) = (sin(tilt) / (cos(tilt) * 3 * diameter), cos(tilt))
        let mirror = isMirrored ? -1.0 : 1
        let reach = diameter * 0.75
        let columns = columns(from: Int(x - reach), to: Int(x + reach) + 1)
        for row in rows(from: Int(y - reach), to: Int(y + reach) + 1) {
            // A pinhole three diameters away sees a plane tilted around the horizontal axis.
            let dy = Double(row) - y
            let depth = 1 - dy * rise
            guard depth > 0.1 else { continue }
            let py = dy / (lean * depth)
            for column in columns {
                let px = (Double(column) - x) / depth
                let share = coverage.share(x: (px * cosine + py * sine) * mirror, y: py * cosine - px * sine)
                guard share > 0 else { continue }
                let index = row * width + column
                pixels[index] += (ink - pixels[index]) * share
            }
        }
    }

    mutating func fillDisc(x: Double, y: Double, radius: Double, level: Double) {
        for row in rows(from: Int(y - radius), to: Int(y + radius) + 1) {
            for column in columns(from: Int(x - radius), to: Int(x + radius) + 1) {
                let (dx, dy) = (Double(column) - x, Double(row) - y)
                if dx * dx + dy * dy < radius * radius { pixels[row * width + column] = level }
            }
        }
    }

    /// The columns that lie in the picture.
    func columns(from start: Int, to end: Int) -> Range<Int> { (start..<end).clamped(to: 0..<width) }

    /// The rows that lie in the picture.
    func rows(from start: Int, to end: Int) -> Range<Int> { (start..<end).clamped(to: 0..<height) }

    /// Adds the sum of three uniform distributions, with about this standard deviation.
    mutating func addNoise(_ amplitude: Double, using random: inout SeededGenerator) {
        let range = UInt64(1) << 20
        for index in pixels.indices {
            let bits = random.next()
            let sum = bits & (range - 1) + bits >> 20 & (range - 1) + bits >> 40 & (range - 1)
            pixels[index] += (Double(sum) / Double(range) * 2 - 3) * amplitude
        }
    }

    /// The finished picture. Its rows may be padded with arbitrary bytes.
    func image(padding: Int = 0) throws -> LumaImage {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(height * (width + padding))  // exact, so that a read beyond the end is detected
        for row in 0..<height {
            bytes += pixels[row * width..<(row + 1) * width].map { $0 > 0 ? ($0 < 254.5 ? UInt8($0 + 0.5) : 255) : 0 }
            bytes += [UInt8](repeating: row % 2 == 0 ? 255 : 0, count: padding)
        }
        return try LumaImage(width: width, height: height, rowStride: width + padding, pixels: bytes)
    }
}
