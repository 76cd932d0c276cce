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

    /// Draws a code about a place, turned clockwise and perhaps mirrored or tilted away.
    mutating func draw(
        _ code: [UInt8], x: Double, y: Double, diameter: Double, turn: Double = 0, tilt: Double = 0, ink: Double = 245,
        isMirrored: Bool = false
    ) throws {
        let coverage = CodeCoverage(try CodeGeometry(code: code, side: diameter))
        let (sine, cosine) = (sin(turn), cos(turn))
        let reach = diameter * 0.75
        for row in max(Int(y - reach), 0)..<min(Int(y + reach) + 1, height) {
            for column in max(Int(x - reach), 0)..<min(Int(x + reach) + 1, width) {
                // A pinhole three diameters away looks at a plane that leans back about the horizontal axis.
                let (dx, dy) = (Double(column) - x, Double(row) - y)
                let depth = 1 - dy * sin(tilt) / (cos(tilt) * 3 * diameter)
                guard depth > 0.1 else { continue }
                let (px, py) = (dx / depth, dy / (cos(tilt) * depth))
                let across = (px * cosine + py * sine) * (isMirrored ? -1 : 1)
                let share = coverage.share(x: across, y: py * cosine - px * sine)
                let index = row * width + column
                pixels[index] += (ink - pixels[index]) * share
            }
        }
    }

    mutating func addNoise(_ amplitude: Double, using random: inout SeededGenerator) {
        for index in pixels.indices {
            let sum = (0..<3).reduce(0.0) { total, _ in total + Double.random(in: -1...1, using: &random) }
            pixels[index] += sum * amplitude  // of about this standard deviation
        }
    }

    /// The finished picture, its rows perhaps padded with bytes that mean nothing.
    func image(padding: Int = 0) throws -> LumaImage {
        var bytes: [UInt8] = []
        for row in 0..<height {
            bytes += pixels[row * width..<(row + 1) * width].map { UInt8(min(max($0.rounded(), 0), 255)) }
            bytes += [UInt8](repeating: row % 2 == 0 ? 255 : 0, count: padding)
        }
        return try LumaImage(width: width, height: height, rowStride: width + padding, pixels: bytes)
    }
}
