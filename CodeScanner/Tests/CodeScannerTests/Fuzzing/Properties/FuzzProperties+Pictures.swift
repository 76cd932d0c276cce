import CodeScanner

extension FuzzProperties {
    /// A scanner that has seen another picture finds the same codes as a new scanner.
    ///
    /// Every code found must also be readable and have a place that can be drawn.
    static func pictures(_ input: [UInt8]) throws {
        var script = PictureScript(input)
        let quality = script.quality()
        let images = [try script.picture(), try script.picture()]
        let alone = images.map { FrameScanner().scan($0, quality: quality) }
        let scanner = FrameScanner()
        for index in [0, 1, 0] {
            let found = scanner.scan(images[index], quality: quality)
            try claim(found == alone[index], "the code depends on the previous picture")
            try found.map(isReadable)
        }
        for image in images {
            let all = scanner.scanAll(image, quality: quality)
            try claim(all == FrameScanner().scanAll(image, quality: quality), "codes depend on the previous picture")
            try claim(Set(all.map(\.code)).count == all.count, "a code was found twice")
            try all.forEach(isReadable)
        }
    }

    private static func isReadable(_ found: ScannedCode) throws {
        let read = KikCodes.decode(found.code)
        try claim(read?.payload == found.payload && read?.correctedSymbols == 0, "the corrected code does not decode")
        let places = [found.centre] + found.corners
        try claim(
            found.corners.count == 4 && places.allSatisfy { $0.x.isFinite && $0.y.isFinite }
                && found.diameter.isFinite && found.diameter > 0, "the code has no valid place")
    }
}

/// Draws pictures from bytes: codes, valid and damaged, discs, bars and noise.
private struct PictureScript {
    /// Large enough for several codes, small enough for many pictures a second.
    private static let longestSide: UInt16 = 320

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func quality() -> ScanQuality {
        ScanQuality.allCases[Int(next()) % ScanQuality.allCases.count]
    }

    /// Reads the size, then shapes until a zero or the end.
    mutating func picture() throws -> LumaImage {
        let width = 1 + Int(number() % PictureScript.longestSide)
        let height = 1 + Int(number() % PictureScript.longestSide)
        let padding = Int(next() % 8)
        var scene = Scene(width: width, height: height, ground: Double(next()))
        for _ in 0..<32 {
            let shape = next()
            guard shape != 0 else { break }
            try draw(shape, on: &scene)
        }
        return try scene.image(padding: padding)
    }

    private mutating func draw(_ shape: UInt8, on scene: inout Scene) throws {
        let x = Double(number() % PictureScript.longestSide)
        let y = Double(number() % PictureScript.longestSide)
        let size = Double(number() % (2 * PictureScript.longestSide)) + 1
        let level = Double(next())
        switch shape % 4 {
        case 0:
            scene.fillDisc(x: x, y: y, radius: size / 2, level: level)
        case 1:
            let code = try KikCodes.encode([next(), next(), next()])
            try drawCode(code, on: &scene, x: x, y: y, size: size, level: level)
        case 2:
            var code: [UInt8] = []
            for _ in 0..<KikCodes.codeLength { code.append(next()) }
            try drawCode(code, on: &scene, x: x, y: y, size: size, level: level)
        default:
            fill(on: &scene, x: Int(x), y: Int(y), width: Int(size), level: level)
        }
    }

    private mutating func drawCode(
        _ code: [UInt8], on scene: inout Scene, x: Double, y: Double, size: Double, level: Double
    ) throws {
        let pose = next()
        try scene.draw(
            code, x: x, y: y, diameter: size, turn: Double(next()) / 40, tilt: Double(pose % 8) / 8, ink: level,
            isMirrored: pose & 0x80 != 0)
    }

    /// Fills a bar with one level or, for an odd height, with the bytes that follow, repeated.
    private mutating func fill(on scene: inout Scene, x: Int, y: Int, width: Int, level: Double) {
        let height = Int(next())
        let noise = height % 2 == 0 ? [level] : (0..<8).map { _ in Double(next()) }
        for row in scene.rows(from: y, to: y + height) {
            for column in scene.columns(from: x, to: x + width) {
                scene.pixels[row * scene.width + column] = noise[(row * 5 + column) % noise.count]
            }
        }
    }

    private mutating func number() -> UInt16 { UInt16(next()) << 8 | UInt16(next()) }

    /// The next byte; zero after the end.
    private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }
}
