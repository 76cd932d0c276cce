import CodeScanner
import Testing

@Suite("Scanning frame after frame")
struct FrameScannerTests {
    @Test("A scanner's results do not depend on earlier pictures")
    func scan_framesOfManySizes_agreesWithFreshScanners() throws {
        var random = SeededGenerator(seed: 40)
        let scanner = FrameScanner()
        for (width, height) in [(640, 480), (320, 240), (1280, 720), (33, 700), (640, 480), (250, 240)] {
            for hasCode in [true, false] {
                let payload = random.bytes(20)
                var scene = Scene(width: width, height: height)
                if hasCode {
                    try scene.draw(
                        KikCodes.encode(payload), x: Double(width) / 2, y: Double(height) / 2,
                        diameter: Double(height) * 0.45, turn: Double(width))
                }
                scene.addNoise(2, using: &random)
                let image = try scene.image()
                for quality in ScanQuality.allCases {
                    #expect(scanner.scan(image, quality: quality) == FrameScanner().scan(image, quality: quality))
                }
                let fits = hasCode && min(width, height) >= 240
                #expect(scanner.scan(image, quality: .best)?.payload == (fits ? payload : nil))
                #expect(scanner.scanAll(image).map(\.payload) == (fits ? [payload] : []))
            }
        }
    }

    @Test(
        "Small codes in a large frame are read, upright and tilted, also in clutter",
        arguments: [(1280, 720), (1920, 1080)])
    func scan_smallCodeInLargeFrame_isIdentity(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: 41)
        let scanner = FrameScanner()
        for diameter in [75.0, 80, 90, 100] {
            for tilt in [0.0, 0.4] {
                let payload = random.bytes(20)
                var scene = Scene(width: width, height: height, ground: 60)
                scene.addDiscs(60, using: &random)
                let (x, y) = (Double.random(in: 200...1000, using: &random), Double(height) / 2 + diameter / 7)
                scene.fillDisc(x: x, y: y, radius: diameter * 0.55, level: 25)
                try scene.draw(
                    KikCodes.encode(payload), x: x, y: y, diameter: diameter, turn: diameter + tilt, tilt: tilt)
                scene.addNoise(2, using: &random)
                let found = try #require(scanner.scan(scene.image(), quality: .best), "\(diameter), \(tilt)")
                #expect(found.payload == payload)
                #expect(abs(found.centre.x - x) < 1 && abs(found.centre.y - y) < 1)
                #expect(abs(found.diameter - diameter) < (tilt == 0 ? 2 : 0.2 * diameter))
            }
        }
    }

    @Test("At 640 × 480 pixels codes are read in strong noise, and pure noise gives no code")
    func scan_noisyFrame_isIdentityOrNil() throws {
        var random = SeededGenerator(seed: 42)
        let scanner = FrameScanner()
        for noise in [20.0, 40, 60] {
            let payload = random.bytes(20)
            var scene = Scene(width: 640, height: 480, ground: 70)
            var bare = scene
            bare.addNoise(noise, using: &random)
            #expect(scanner.scan(try bare.image(), quality: .best) == nil)
            try scene.draw(KikCodes.encode(payload), x: 300, y: 250, diameter: 260, turn: noise)
            scene.addNoise(noise, using: &random)
            #expect(scanner.scan(try scene.image(), quality: .best)?.payload == payload)
        }
    }

    @Test("Every code of a large picture is found, large or small")
    func scanAll_codesOfVerySizesInLargePicture_findsAll() throws {
        var random = SeededGenerator(seed: 43)
        var scene = Scene(width: 1920, height: 1080)
        let places = [(500.0, 500.0, 700.0), (1200, 250, 200), (1500, 800, 90), (1100, 900, 70)]
        let payloads = places.map { _ in random.bytes(20) }
        for (place, payload) in zip(places, payloads) {
            try scene.draw(KikCodes.encode(payload), x: place.0, y: place.1, diameter: place.2, turn: place.0)
        }
        #expect(FrameScanner().scanAll(try scene.image()).map(\.payload) == payloads)
    }
}

extension Scene {
    fileprivate mutating func addDiscs(_ count: Int, using random: inout SeededGenerator) {
        for _ in 0..<count {
            fillDisc(
                x: .random(in: 0..<Double(width), using: &random), y: .random(in: 0..<Double(height), using: &random),
                radius: .random(in: 3...40, using: &random), level: .random(in: 20...200, using: &random))
        }
    }
}
