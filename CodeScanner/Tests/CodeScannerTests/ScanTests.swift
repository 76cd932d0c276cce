import CodeScanner
import Foundation
import Testing

@Suite("Finding codes in pictures")
struct ScanTests {
    @Test(
        "A drawn code is read at every size and rotation",
        arguments: [96.0, 112, 128, 144, 160, 192, 224, 256])
    func scan_everyRotation_isIdentity(diameter: Double) throws {
        var random = SeededGenerator(seed: UInt64(diameter))
        for step in 0..<24 {
            let payload = step % 2 == 0 ? random.bytes(20) : random.cashPayload()
            let side = Int(diameter * 1.2)
            let shift = Double.random(in: -0.5...0.5, using: &random)
            var scene = Scene(width: side, height: side + 9)
            try scene.draw(
                KikCodes.encode(payload), x: Double(side) / 2 + shift, y: Double(side) / 2 - shift, diameter: diameter,
                turn: Double(step) * .pi / 12 + 0.03)
            let found = try #require(KikCodes.scan(scene.image(), quality: .best), "turn \(step) at \(diameter)")
            #expect(found.payload == payload && !found.isMirrored && !found.isDarkOnLight)
        }
    }

    @Test("Large codes are read", arguments: [400.0, 640, 1000])
    func scan_largeCode_isIdentity(diameter: Double) throws {
        var random = SeededGenerator(seed: UInt64(diameter))
        let payload = random.bytes(20)
        let side = Int(diameter * 1.05)
        var scene = Scene(width: side, height: side)
        try scene.draw(
            KikCodes.encode(payload), x: Double(side) / 2, y: Double(side) / 2, diameter: diameter, turn: 1.9)
        for quality in [ScanQuality.high, .best] {
            #expect(KikCodes.scan(try scene.image(), quality: quality)?.payload == payload)
        }
    }

    @Test("A code tilted by up to 55° is read, in any direction", arguments: [15.0, 30, 45, 55])
    func scan_tiltedCode_isIdentity(degrees: Double) throws {
        var random = SeededGenerator(seed: 30)
        for step in 0..<8 {
            let payload = random.bytes(20)
            var scene = Scene(width: 420, height: 360)
            try scene.draw(
                KikCodes.encode(payload), x: 210, y: 180, diameter: 260, turn: Double(step) * .pi / 4 + 0.1,
                tilt: degrees * .pi / 180)
            scene.addNoise(2, using: &random)
            #expect(KikCodes.scan(try scene.image(), quality: .best)?.payload == payload, "turn \(step)")
        }
    }

    @Test(
        "Codes are read despite weak light, glare and low contrast",
        arguments: [(0.0, 60.0), (220, 255), (118, 138), (5, 150), (140, 255)])
    func scan_lowContrast_isIdentity(ground: Double, ink: Double) throws {
        var random = SeededGenerator(seed: 7)
        let payload = random.bytes(20)
        var scene = Scene(width: 420, height: 360, ground: ground)
        try scene.draw(KikCodes.encode(payload), x: 200, y: 170, diameter: 250, turn: 0.7, ink: ink)
        scene.addNoise(1.5, using: &random)
        #expect(KikCodes.scan(try scene.image(), quality: .best)?.payload == payload)
    }

    @Test("Codes are read despite strong noise")
    func scan_noisyCode_isIdentity() throws {
        var random = SeededGenerator(seed: 8)
        let payload = random.bytes(20)
        var scene = Scene(width: 420, height: 360)
        try scene.draw(KikCodes.encode(payload), x: 200, y: 170, diameter: 280, turn: 2.7)
        scene.addNoise(35, using: &random)
        #expect(KikCodes.scan(try scene.image(), quality: .best)?.payload == payload)
    }

    @Test("A cash code with a covered edge is recovered and never misread")
    func scan_coveredCode_isRecoveredOrNil() throws {
        var random = SeededGenerator(seed: 9)
        var recovered = 0
        for step in 0..<6 {
            let payload = random.cashPayload()
            var scene = Scene(width: 360, height: 360)
            try scene.draw(KikCodes.encode(payload), x: 180, y: 180, diameter: 300, turn: Double(step))
            for index in scene.pixels.indices where index % 360 < 62 { scene.pixels[index] = 120 }
            let found = KikCodes.scan(try scene.image(), quality: .best)
            #expect(found == nil || found?.payload == payload)
            if found != nil { recovered += 1 }
        }
        #expect(recovered >= 5)
    }

    @Test("Dark marks on light ground and mirror images are read and reported")
    func scan_unusualCode_isReported() throws {
        var random = SeededGenerator(seed: 10)
        let payload = random.bytes(20)
        let code = try KikCodes.encode(payload)
        var dark = Scene(width: 340, height: 320, ground: 240)
        try dark.draw(code, x: 160, y: 160, diameter: 240, turn: 1, ink: 15)
        let darkFound = try #require(KikCodes.scan(dark.image(), quality: .best))
        #expect(darkFound.payload == payload && darkFound.isDarkOnLight && !darkFound.isMirrored)

        var mirrored = Scene(width: 340, height: 320)
        try mirrored.draw(code, x: 160, y: 160, diameter: 240, turn: 1, isMirrored: true)
        let mirroredFound = try #require(KikCodes.scan(mirrored.image(), quality: .best))
        #expect(mirroredFound.payload == payload && mirroredFound.isMirrored && !mirroredFound.isDarkOnLight)
    }

    @Test("Codes of every type are read, with their colours")
    func scan_everyType_isIdentity() throws {
        let payload = [UInt8](1...20)
        let codes = try [
            KikCodes.encode(payload, type: .group, colour: 11), KikCodes.encode(payload, type: .remote, colour: 63),
            KikCodes.encode(username: "circular_code", nonce: 4711),
        ]
        for code in codes {
            var scene = Scene(width: 260, height: 260)
            try scene.draw(code, x: 130, y: 130, diameter: 220, turn: 0.4)
            let found = try #require(KikCodes.scan(scene.image()))
            #expect(found.code == code && found.content == KikCodes.decode(code))
        }
    }

    @Test("Place, size and corners are in pixels of the picture, at any reduction")
    func scan_position_isReported() throws {
        let code = try KikCodes.encode([UInt8](1...20))
        var scene = Scene(width: 1300, height: 700)
        try scene.draw(code, x: 800, y: 300, diameter: 400, turn: .pi / 2)
        for quality in [ScanQuality.high, .best] {
            let found = try #require(KikCodes.scan(scene.image(), quality: quality))
            #expect(abs(found.centre.x - 800) < 3 && abs(found.centre.y - 300) < 3)
            #expect(abs(found.diameter - 400) < 8)
            // A quarter turn clockwise moves the top left corner to the top right.
            let topLeft = try #require(found.corners.first)
            #expect(found.corners.count == 4 && abs(topLeft.x - 1000) < 12 && abs(topLeft.y - 100) < 12)
        }
    }

    @Test("Padding between rows is skipped")
    func scan_paddedRows_isIdentity() throws {
        let payload = [UInt8](2...21)
        var scene = Scene(width: 240, height: 230)
        try scene.draw(KikCodes.encode(payload), x: 118, y: 115, diameter: 200, turn: 0.2)
        let padded = try scene.image(padding: 37)
        #expect(KikCodes.scan(padded)?.payload == payload)
        let found = padded.pixels.withUnsafeBytes {
            KikCodes.scan(luma: $0, width: 240, height: 230, rowStride: 277, quality: .best)
        }
        #expect(found?.payload == payload)
    }

    @Test("Every code of a picture is found once, the largest first")
    func scanAll_fourCodes_findsAll() throws {
        var random = SeededGenerator(seed: 11)
        var scene = Scene(width: 640, height: 480)
        let places = [(150.0, 150.0, 220.0), (450, 130, 180), (420, 350, 200), (120, 380, 160)]
        let payloads = places.map { _ in random.bytes(20) }
        for (place, payload) in zip(places, payloads) {
            try scene.draw(KikCodes.encode(payload), x: place.0, y: place.1, diameter: place.2, turn: place.0)
        }
        let found = KikCodes.scanAll(try scene.image())
        #expect(Set(found.map(\.payload)) == Set(payloads) && found.count == 4)
        #expect(found.map(\.diameter) == found.map(\.diameter).sorted(by: >))
        #expect(found.first?.payload == payloads[0])
    }

    @Test(
        "Codes cut by the edges are found beside whole ones, in pictures of odd dimensions",
        arguments: [(641, 479), (1281, 723), (1283, 721)])
    func scanAll_codesCutByEveryEdge_findsAll(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: UInt64(width))
        let diameter = 150.0
        let inside = diameter * 0.47  // 3 % of the code lies beyond the edge
        let (right, bottom) = (Double(width) - inside, Double(height) - inside)
        for shift in [0.0, 0.25, 0.5, 0.75] {
            let places = [
                (Double(width) / 2, Double(height) / 2), (inside + shift, 160 + shift), (right + shift, 240 - shift),
                (240 + shift, inside - shift), (400 - shift, bottom - shift),
            ]
            let payloads = places.map { _ in random.cashPayload() }
            var scene = Scene(width: width, height: height)
            for (place, payload) in zip(places, payloads) {
                try scene.draw(KikCodes.encode(payload), x: place.0, y: place.1, diameter: diameter, turn: place.0)
            }
            #expect(Set(KikCodes.scanAll(try scene.image()).map(\.payload)) == Set(payloads), "shifted by \(shift)")
        }
    }

    @Test("Concurrent scans give the same result")
    func scan_concurrently_agrees() async throws {
        let payload = [UInt8](3...22)
        var scene = Scene(width: 240, height: 230)
        try scene.draw(KikCodes.encode(payload), x: 118, y: 115, diameter: 200)
        let image = try scene.image()
        await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<16 { group.addTask { KikCodes.scan(image)?.payload } }
            for await found in group { #expect(found == payload) }
        }
    }
}
