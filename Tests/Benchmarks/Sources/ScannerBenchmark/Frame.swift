import CodeScanner

/// A camera frame as in the budgets of the code specification §10.6: a softly lit room, with or without things in it.
struct Frame {
    /// The background of the code.
    enum Room: String, CaseIterable {
        case plain
        case cluttered
        case noisy
    }

    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]
    private var random = SplitMix(state: 7)

    init(width: Int, height: Int, room: Room) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { pixels[y * width + x] = UInt8(45 + 50 * (x + y) / (width + height)) }
        }
        if room == .cluttered {
            for _ in 0..<400 { addShape() }
        }
        addNoise(room == .noisy ? 60 : 4)
    }

    /// Draws a code on a dark disc in the middle.
    mutating func draw(code: [UInt8], diameter: Int) throws {
        let figure = try CodeGeometry(code: code, side: Double(diameter)).raster(ink: 245, ground: 25)
        let (left, top) = ((width - figure.width) / 2, (height - figure.height) / 2)
        for y in 0..<figure.height {
            for x in 0..<figure.width { pixels[(top + y) * width + left + x] = figure.pixels[y * figure.width + x] }
        }
        addNoise(4)
    }

    func image() throws -> LumaImage { try LumaImage(width: width, height: height, pixels: pixels) }

    private mutating func addShape() {
        let (x, y) = (Int(random.next() % UInt64(width)), Int(random.next() % UInt64(height)))
        let radius = 3 + Int(random.next() % UInt64(height / 16))
        let isRound = random.next() % 2 == 0
        let level = UInt8(20 + random.next() % 200)
        for row in max(y - radius, 0)..<min(y + radius, height) {
            for column in max(x - radius, 0)..<min(x + radius, width) {
                let (dx, dy) = (column - x, row - y)
                if !isRound || dx * dx + dy * dy < radius * radius { pixels[row * width + column] = level }
            }
        }
    }

    private mutating func addNoise(_ span: UInt64) {
        for index in pixels.indices {
            let value = Int(pixels[index]) + Int(random.next() % (2 * span + 1)) - Int(span)
            pixels[index] = UInt8(min(max(value, 0), 255))
        }
    }
}

/// Repeatable random numbers.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
