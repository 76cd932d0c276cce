import Testing

@testable import CodeScanner

@Suite("Circular code vectors", .namingVectorCases)
struct VectorTests {
    @Test("Every case of circular-code.json gives the expected result")
    func circularCodeVectors_allGroups_match() throws {
        // The currency table and the meaning of payloads are tested with the wallet's models.
        try VectorFile.run(
            "circular-code", otherSuites: ["currencies"],
            [
                "rings": checkRing, "dot_diameter": checkDotDiameter, "encode": checkEncoding,
                "reed_solomon": checkCorrection, "invalid_frames": checkInvalidFrame, "payloads": checkPayload,
                "geometry": checkGeometry, "svg": checkSVG,
            ])
    }

    private func checkRing(_ vector: VectorCase) throws {
        let index = try vector["ring"].int()
        try #require(CodeGeometry.Ring.all.indices.contains(index))
        let ring = CodeGeometry.Ring.all[index]
        #expect(ring.bitCount == (try vector["bits"].int()))
        #expect(ring.firstBit == (try vector["first_bit"].int()))
        #expect(abs(ring.radius - (try vector["radius"].double())) < 1e-12)
    }

    private func checkDotDiameter(_ vector: VectorCase) throws {
        #expect(abs(CodeGeometry.Ring.dotDiameter - (try vector.value.double())) < 1e-12)
    }

    /// Payloads and user names encode to the published codes and decode back.
    private func checkEncoding(_ vector: VectorCase) throws {
        let colour = try #require(UInt8(exactly: try vector["colour"].int()))
        let payload = try vector["payload"].optionalString.map { try #require(bytes($0)) }
        let username = vector["username"].optionalString
        let nonce = vector["nonce"].isNull ? nil : UInt16(exactly: try vector["nonce"].int())
        let code: [UInt8]
        if let username {
            code = try KikCodes.encode(username: username, nonce: nonce ?? 0, colour: colour)
        } else {
            let type: CodeType = vector["type"].optionalString == "group" ? .group : .remote
            code = try KikCodes.encode(try #require(payload), type: type, colour: colour)
        }
        #expect(code == bytes(try vector["code"].string()))
        let decoded = try #require(KikCodes.decode(code))
        #expect(decoded.colour == colour && decoded.correctedSymbols == 0)
        #expect(decoded.username?.name == username && decoded.username?.nonce == nonce)
        if username == nil { #expect(decoded.payload == payload) }
    }

    /// Damaged codes are corrected or refused.
    private func checkCorrection(_ vector: VectorCase) throws {
        let decoded = KikCodes.decode(try #require(bytes(try vector["code"].string())))
        #expect(decoded?.payload == vector["payload"].optionalString.flatMap(bytes))
        if let decoded, !vector["errors"].isNull { #expect(decoded.correctedSymbols == (try vector["errors"].int())) }
    }

    /// Codes with impossible headers are refused.
    private func checkInvalidFrame(_ vector: VectorCase) throws {
        #expect(KikCodes.decode(try #require(bytes(try vector["code"].string()))) == nil)
    }

    /// The payloads of bills encode to the published codes.
    private func checkPayload(_ vector: VectorCase) throws {
        let payload = try #require(bytes(try vector["payload"].string()))
        #expect(try KikCodes.encode(payload) == bytes(try vector["code"].string()))
    }

    /// Marks lie where the vectors say, in the same order.
    private func checkGeometry(_ vector: VectorCase) throws {
        let geometry = try geometry(vector)
        let marks = geometry.marks.map { mark in
            switch mark {
            case .dot(let x, let y): "D \(SVGNumber(x)) \(SVGNumber(y))"
            case .arc(let radius, let start, let sweep):
                "A \(SVGNumber(radius)) \(SVGNumber(start)) \(SVGNumber(sweep))"
            case .ring(let radius): "R \(SVGNumber(radius))"
            }
        }
        #expect(marks == (try vector["marks"].array().map { try $0.string() }))
        #expect(SVGNumber(geometry.centre).description == (try vector["centre"].string()))
        #expect(SVGNumber(geometry.badgeRadius).description == (try vector["badge_radius"].string()))
        #expect(SVGNumber(geometry.dotDiameter).description == (try vector["dot_diameter"].string()))
    }

    /// The canonical SVG is the published document, byte for byte.
    private func checkSVG(_ vector: VectorCase) throws {
        let document = try geometry(vector).svg(
            foreground: try vector["foreground"].string(), background: vector["background"].optionalString,
            includesBadge: try vector["badge"].bool())
        #expect(document.utf8.count == (try vector["bytes"].int()))
        #expect(sha256(Array(document.utf8)) == (try vector["sha256"].string()))
    }

    private func geometry(_ vector: VectorCase) throws -> CodeGeometry {
        try CodeGeometry(
            code: try #require(bytes(try vector["code"].string())), side: try vector["side"].double())
    }
}
