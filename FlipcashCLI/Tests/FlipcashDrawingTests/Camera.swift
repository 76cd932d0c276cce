import CodeScanner
import Foundation

/// Views a picture from a distance: rotated, tilted and scaled, on a plain ground.
struct Camera {
    var width = 640
    var height = 480
    /// The clockwise rotation in radians.
    var turn = 0.0
    /// The backward tilt in radians.
    var tilt = 0.0
    /// The number of pixels in the view per pixel of the picture.
    var scale = 1.0
    var ground = 60.0

    func view(of image: LumaImage) throws -> LumaImage {
        let samples = scale < 1 ? min(Int((1 / scale).rounded(.up)), 4) : 1
        let lens = Lens(self, image)
        var pixels = [UInt8](repeating: 0, count: width * height)
        image.pixels.withUnsafeBufferPointer { source in
            for index in pixels.indices {
                var sum = 0.0
                for part in 0..<samples * samples {
                    let x = Double(index % width) + (Double(part % samples) + 0.5) / Double(samples) - 0.5
                    let y = Double(index / width) + (Double(part / samples) + 0.5) / Double(samples) - 0.5
                    sum += lens.value(source, x: x, y: y)
                }
                pixels[index] = UInt8(sum / Double(samples * samples) + 0.5)
            }
        }
        return try LumaImage(width: width, height: height, pixels: pixels)
    }
}

/// Maps a camera's pixels to the picture, with common terms computed once.
private struct Lens {
    private let camera: Camera
    private let image: LumaImage
    private let sine: Double
    private let cosine: Double
    private let rise: Double
    private let lean: Double

    init(_ camera: Camera, _ image: LumaImage) {
        self.camera = camera
        self.image = image
        (sine, cosine) = (sin(camera.turn), cos(camera.turn))
        lean = cos(camera.tilt)
        rise = sin(camera.tilt) / (lean * 3 * Double(image.width) * camera.scale)
    }

    func value(_ source: UnsafeBufferPointer<UInt8>, x: Double, y: Double) -> Double {
        let (dx, dy) = (x - Double(camera.width) / 2, y - Double(camera.height) / 2)
        let depth = 1 - dy * rise
        guard depth > 0.1 else { return camera.ground }
        let (px, py) = (dx / (depth * camera.scale), dy / (lean * depth * camera.scale))
        let across = px * cosine + py * sine + Double(image.width - 1) / 2
        let down = py * cosine - px * sine + Double(image.height - 1) / 2
        guard across >= 0, down >= 0, across < Double(image.width - 1), down < Double(image.height - 1) else {
            return camera.ground
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
