import CodeScanner
import Foundation
import Testing

@Suite("Pictures without a code")
struct NothingToFindTests {
    @Test("No code is found in plain, noisy and gradient pictures")
    func scan_plainAndNoise_isNil() throws {
        var random = SeededGenerator(seed: 20)
        for level in [0.0, 128, 255] {
            #expect(KikCodes.scan(try Scene(width: 200, height: 150, ground: level).image(), quality: .best) == nil)
        }
        for amplitude in [5.0, 40, 120] {
            var scene = Scene(width: 320, height: 240, ground: 128)
            scene.addNoise(amplitude, using: &random)
            #expect(KikCodes.scan(try scene.image(), quality: .best) == nil)
        }
    }

    @Test("No circular code is found in QR codes")
    func scan_qrLikeBlocks_isNil() throws {
        var random = SeededGenerator(seed: 21)
        for module in [4, 7, 11] {
            let image = try qrLike(module: module, using: &random).image()
            #expect(KikCodes.scan(image, quality: .best) == nil)
            #expect(KikCodes.scanAll(image).isEmpty)
        }
    }

    @Test("No code is found in discs and concentric rings")
    func scan_discsAndRings_isNil() throws {
        for width in [8.0, 13, 21] {
            var scene = Scene(width: 320, height: 300)
            for row in 0..<300 {
                for column in 0..<320 {
                    let distance = hypot(Double(column) - 160, Double(row) - 150)
                    let isInk = distance < 45 || (distance < 140 && Int(distance / width) % 2 == 1)
                    if isInk { scene.pixels[row * 320 + column] = 240 }
                }
            }
            #expect(KikCodes.scan(try scene.image(), quality: .best) == nil)
        }
    }

    @Test("A perfect figure with invalid bytes is rejected")
    func scan_finderWithRandomData_isNil() throws {
        var random = SeededGenerator(seed: 22)
        for round in 0..<24 {
            let data = round == 0 ? [0] : random.bytes(35)
            var scene = Scene(width: 260, height: 260)
            try scene.draw(data, x: 130, y: 130, diameter: 230, turn: Double(round))
            #expect(KikCodes.scan(try scene.image(), quality: .best) == nil)
        }
    }

    @Test("Pictures of any dimensions are searched without a crash")
    func scan_anyDimensions_isNil() throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            let width = Int.random(in: 1...70, using: &random)
            let height = Int.random(in: 1...70, using: &random)
            let stride = width + Int.random(in: 0...9, using: &random)
            let image = try LumaImage(
                width: width, height: height, rowStride: stride,
                pixels: random.bytes(stride * (height - 1) + width))
            let quality = try #require(ScanQuality.allCases.randomElement(using: &random))
            #expect(KikCodes.scan(image, quality: quality) == nil)
        }
        for (width, height) in [(1, 5000), (5000, 1), (16, 9000), (3000, 17)] {
            let image = try LumaImage(width: width, height: height, pixels: random.bytes(width * height))
            #expect(KikCodes.scan(image, quality: .best) == nil)
        }
    }

    @Test("Very long pictures are read to their far ends and not beyond", arguments: [true, false])
    func scanAll_extremeLength_findsCodesAtFarEnds(isWide: Bool) throws {
        var random = SeededGenerator(seed: 24)
        let (length, breadth) = (40_000, 300)
        let (width, height) = isWide ? (length, breadth) : (breadth, length)
        var scene = Scene(width: width, height: height)
        // The finder ring around each disc lies partly beyond the far end and the far side.
        for (fromEnd, fromSide) in [(44.0, 44.0), (52, 180), (220, 50), (400, 150)] {
            let (along, across) = (Double(length) - fromEnd, Double(breadth) - fromSide)
            scene.fillDisc(x: isWide ? along : across, y: isWide ? across : along, radius: 47, level: 240)
        }
        #expect(KikCodes.scanAll(try scene.image()).isEmpty)

        scene = Scene(width: width, height: height)
        let payloads = [random.bytes(20), random.bytes(20)]
        for (payload, along) in zip(payloads, [Double(length) - 146, 147]) {
            try scene.draw(
                KikCodes.encode(payload), x: isWide ? along : 149, y: isWide ? 149 : along, diameter: 288, turn: 0.8)
        }
        #expect(Set(KikCodes.scanAll(try scene.image()).map(\.payload)) == Set(payloads))
    }

    @Test("Dimensions that do not fit the bytes are rejected")
    func scan_mismatchedDimensions_isNilOrThrows() {
        let bytes = [UInt8](repeating: 9, count: 100)
        let misfits = [
            (0, 10, 10), (10, 0, 10), (-1, 10, 10), (10, 11, 10), (10, 10, 9), (11, 10, 10), (10, 10, Int.max),
            (Int.max, Int.max, Int.max), (10, Int.max, 10), (Int.min, Int.min, Int.min), (1, 101, 1),
        ]
        for (width, height, stride) in misfits {
            #expect(throws: KikCodesError.self) {
                try LumaImage(width: width, height: height, rowStride: stride, pixels: bytes)
            }
            let found = bytes.withUnsafeBytes {
                KikCodes.scan(luma: $0, width: width, height: height, rowStride: stride)
            }
            #expect(found == nil)
        }
        #expect(KikCodes.scan(luma: UnsafeRawBufferPointer(start: nil, count: 0), width: 1, height: 1) == nil)
        #expect(throws: KikCodesError.self) { try LumaImage(width: Int.max, height: 1, rgb: bytes) }
    }

    private func qrLike(module: Int, using random: inout SeededGenerator) -> Scene {
        let count = 25
        let side = (count + 8) * module
        var scene = Scene(width: side, height: side, ground: 245)
        for y in 0..<count {
            for x in 0..<count {
                let corner = [(0, 0), (count - 7, 0), (0, count - 7)].first {
                    (0..<7).contains(x - $0.0) && (0..<7).contains(y - $0.1)
                }
                var isDark = Bool.random(using: &random)
                if let corner {
                    let distance = max(abs(x - corner.0 - 3), abs(y - corner.1 - 3))
                    isDark = distance != 2
                }
                guard isDark else { continue }
                for row in (y + 4) * module..<(y + 5) * module {
                    for column in (x + 4) * module..<(x + 5) * module { scene.pixels[row * side + column] = 10 }
                }
            }
        }
        return scene
    }
}
