import CodeScanner
import Foundation

/// Looks at a picture from some way off: turned, tilted, larger or smaller, over a plain ground.
struct Camera {
    var width = 640
    var height = 480
    /// Clockwise, in radians.
    var turn = 0.0
    /// How far the picture leans back, in radians.
    var tilt = 0.0
    /// Pixels in the view for one of the picture.
    var scale = 1.0
    var ground = 60.0

    func view(of image: LumaImage) throws -> LumaImage {
        let samples = scale < 1 ? min(Int((1 / scale).rounded(.up)), 4) : 1
        var pixels = [UInt8](repeating: 0, count: width * height)
        image.pixels.withUnsafeBufferPointer { source in
            for index in pixels.indices {
                var sum = 0.0
                for part in 0..<samples * samples {
                    let x = Double(index % width) + (Double(part % samples) + 0.5) / Double(samples) - 0.5
                    let y = Double(index / width) + (Double(part / samples) + 0.5) / Double(samples) - 0.5
                    sum += value(source, image, x: x, y: y)
                }
                pixels[index] = UInt8(min(max((sum / Double(samples * samples)).rounded(), 0), 255))
            }
        }
        return try LumaImage(width: width, height: height, pixels: pixels)
    }

    private func value(_ source: UnsafeBufferPointer<UInt8>, _ image: LumaImage, x: Double, y: Double) -> Double {
        let distance = 3 * Double(image.width) * scale
        let (dx, dy) = (x - Double(width) / 2, y - Double(height) / 2)
        let depth = 1 - dy * sin(tilt) / (cos(tilt) * distance)
        guard depth > 0.1 else { return ground }
        let (px, py) = (dx / (depth * scale), dy / (cos(tilt) * depth * scale))
        let across = px * cos(turn) + py * sin(turn) + Double(image.width - 1) / 2
        let down = py * cos(turn) - px * sin(turn) + Double(image.height - 1) / 2
        guard across >= 0, down >= 0, across < Double(image.width - 1), down < Double(image.height - 1) else {
            return ground
        }
        let (column, row) = (Int(across), Int(down))
        let (fx, fy) = (across - Double(column), down - Double(row))
        let start = row * image.rowStride + column
        let above = Double(source[start]) * (1 - fx) + Double(source[start + 1]) * fx
        let next = start + image.rowStride
        let below = Double(source[next]) * (1 - fx) + Double(source[next + 1]) * fx
        return above * (1 - fy) + below * fy
    }
}
