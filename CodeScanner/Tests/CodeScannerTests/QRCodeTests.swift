import CodeScanner
import CodeScannerIO
import Foundation
import Testing

@Suite("Reading QR codes")
struct QRCodeTests {
    @Test("Symbols of independent encoders decode to their texts")
    func content_knownMatrices_isIdentity() throws {
        for vector in try QRMatrices.shared.get() {
            let content = try #require(QRContent(vector.modules))
            #expect(content.text == vector.text && content.bytes == Array(vector.text.utf8))
            #expect(content.version.number == vector.version && content.format.mask.rawValue == vector.mask)
            #expect(QRContent(vector.modules.transposed) == nil)
        }
    }

    @Test("Damage within the level's limit is corrected, more is rejected")
    func content_damagedModules_isCorrectedOrNil() throws {
        var random = SeededGenerator(seed: 40)
        let vector = try #require(try QRMatrices.shared.get().first { $0.level == "H" && $0.version == 7 })
        // Each of the five blocks tolerates 13 wrong bytes of 39. Changing one module in a hundred stays within that;
        // changing one in two never does.
        for round in 0..<40 {
            var modules = vector.modules
            let share = round % 2 == 0 ? 0.01 : 0.5
            for y in 9..<modules.side - 12 {
                for x in 9..<modules.side - 9 where Double.random(in: 0..<1, using: &random) < share {
                    modules[x, y].toggle()
                }
            }
            #expect(QRContent(modules)?.text == (share < 0.1 ? vector.text : nil))
        }
    }

    @Test("A code is read at any rotation, tilted by 30°", arguments: 0..<12)
    func scan_turnedAndTilted_isIdentity(step: Int) throws {
        let vector = try #require(try QRMatrices.shared.get().first { $0.version == 4 })
        var random = SeededGenerator(seed: UInt64(step))
        var view = QRView(width: 420, height: 400)
        view.draw(vector.modules, size: 250, turn: Double(step) * .pi / 6 + 0.1, tilt: .pi / 6)
        view.addNoise(3, using: &random)
        let found = try #require(QRCodes.scan(view.image()))
        #expect(found.text == vector.text && !found.isMirrored && !found.isLightOnDark)
    }

    @Test("Every symbol is read, small and large", arguments: 0..<5)
    func scan_anyVersion_isIdentity(index: Int) throws {
        let vector = try QRMatrices.shared.get()[index]
        for pixels in [2.5, 4, 9] {
            var view = QRView(width: 660, height: 660)
            view.draw(vector.modules, size: pixels * Double(vector.modules.side), turn: 0.2)
            #expect(QRCodes.scan(try view.image())?.text == vector.text, "\(pixels) pixels a module")
        }
    }

    @Test("Codes are read despite blur, weak light and JPEG quality 40")
    func scan_poorPicture_isIdentity() throws {
        let vector = try #require(try QRMatrices.shared.get().first { $0.version == 4 })
        var random = SeededGenerator(seed: 41)
        for (dark, light) in [(0.0, 255.0), (100, 140), (10, 60), (200, 250)] {
            var view = QRView(width: 400, height: 380, ground: (dark + light) / 2)
            view.draw(vector.modules, size: 260, turn: 2.2, tilt: 0.3, dark: dark, light: light)
            view.blur(2)
            view.addNoise(1.5, using: &random)
            let file = try ImageFile.jpeg(view.image(), quality: 40)
            #expect(QRCodes.scan(try ImageFile.luma(bytes: file, name: "code"))?.text == vector.text, "\(dark)")
        }
    }

    @Test("Light codes on dark ground and mirror images are read and reported")
    func scan_unusualCode_isReported() throws {
        let vector = try #require(try QRMatrices.shared.get().first { $0.version == 4 })
        var light = QRView(width: 400, height: 380, ground: 20)
        light.draw(vector.modules, size: 260, turn: 1, dark: 240, light: 20)
        let lightFound = try #require(QRCodes.scan(light.image()))
        #expect(lightFound.text == vector.text && lightFound.isLightOnDark && !lightFound.isMirrored)

        var mirrored = QRView(width: 400, height: 380)
        mirrored.draw(vector.modules.transposed, size: 260, turn: 1)
        let mirroredFound = try #require(QRCodes.scan(mirrored.image()))
        #expect(mirroredFound.text == vector.text && mirroredFound.isMirrored && !mirroredFound.isLightOnDark)
    }

    @Test("Corners are those of the symbol, in pixels of the picture")
    func scan_corners_areReported() throws {
        let vector = try #require(try QRMatrices.shared.get().first { $0.version == 4 })
        var view = QRView(width: 400, height: 400)
        view.draw(vector.modules, size: 200, turn: .pi / 2)
        let corners = try #require(QRCodes.scan(view.image())).corners
        // A quarter turn clockwise moves the top left corner to the top right.
        let expected = [(300.0, 100.0), (300, 300), (100, 300), (100, 100)]
        for (corner, place) in zip(corners, expected) {
            #expect(abs(corner.x - place.0) < 3 && abs(corner.y - place.1) < 3)
        }
    }

    @Test("Every code of a picture is found once")
    func scanAll_twoCodes_findsBoth() throws {
        let vectors = try QRMatrices.shared.get()
        var view = QRView(width: 640, height: 330)
        view.draw(vectors[0].modules, x: 160, y: 165, size: 180, turn: 0.3)
        view.draw(vectors[2].modules, x: 470, y: 165, size: 220, turn: 2)
        let found = QRCodes.scanAll(try view.image())
        #expect(found.count == 2 && Set(found.map(\.text)) == [vectors[0].text, vectors[2].text])
    }

    @Test("No QR code is found in noise, circular codes, odd sizes and invalid dimensions")
    func scan_nothing_isNil() throws {
        var random = SeededGenerator(seed: 42)
        for (width, height) in [(1, 1), (20, 300), (21, 21), (64, 48), (200, 160)] {
            let image = try LumaImage(width: width, height: height, pixels: random.bytes(width * height))
            #expect(QRCodes.scan(image) == nil)
        }
        var scene = Scene(width: 300, height: 280)
        try scene.draw(KikCodes.encode([1, 2, 3]), x: 150, y: 140, diameter: 240)
        #expect(QRCodes.scan(try scene.image()) == nil)
        let bytes = [UInt8](repeating: 9, count: 2500)
        for (width, height, stride) in [
            (50, 51, 50), (0, 50, 50), (-1, 5, 5), (50, 50, 49), (Int.max, Int.max, Int.max),
        ] {
            let found = bytes.withUnsafeBytes {
                QRCodes.scan(luma: $0, width: width, height: height, rowStride: stride)
            }
            #expect(found == nil)
        }
        #expect(QRCodes.scan(luma: UnsafeRawBufferPointer(start: nil, count: 0), width: 50, height: 50) == nil)
    }

    @Test("Random modules are rejected")
    func content_randomModules_isNil() throws {
        var random = SeededGenerator(seed: 43)
        for side in [0, 1, 20, 21, 22, 25, 45, 177, 181] {
            var modules = QRModules(side: side)
            for y in 0..<side {
                for x in 0..<side { modules[x, y] = Bool.random(using: &random) }
            }
            #expect(QRContent(modules) == nil)
        }
    }
}
