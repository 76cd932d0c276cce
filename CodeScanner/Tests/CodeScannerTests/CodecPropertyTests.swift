import CodeScanner
import Testing

@Suite("Encoding and error correction")
struct CodecPropertyTests {
    @Test("Up to six wrong bytes anywhere are corrected")
    func decode_upToSixErrors_isIdentity() throws {
        var random = SeededGenerator(seed: 1)
        for round in 0..<1500 {
            let payload = random.bytes(20)
            var code = try KikCodes.encode(payload)
            let positions = Array(0..<35).shuffled(using: &random).prefix(round % 7)
            for position in positions { code[position] ^= UInt8.random(in: 1...255, using: &random) }
            let decoded = try #require(KikCodes.decode(code))
            #expect(decoded.payload == payload && decoded.type == .remote)
            #expect(decoded.correctedSymbols == positions.count)
        }
    }

    @Test("Errors and known erasures are corrected while 2 · errors + erasures ≤ 12")
    func decode_errorsAndErasures_isIdentity() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<1500 {
            let payload = random.bytes(20)
            var code = try KikCodes.encode(payload)
            let erasures = Int.random(in: 0...12, using: &random)
            let errors = Int.random(in: 0...(12 - erasures) / 2, using: &random)
            let positions = Array(0..<35).shuffled(using: &random)
            for position in positions.prefix(erasures) { code[position] = random.bytes(1)[0] }
            for position in positions[erasures..<erasures + errors] {
                code[position] ^= UInt8.random(in: 1...255, using: &random)
            }
            #expect(KikCodes.decode(code, erasures: Array(positions.prefix(erasures)))?.payload == payload)
        }
    }

    @Test("Random bytes never decode")
    func decode_randomBytes_isNil() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100_000 { #expect(KikCodes.decode(random.bytes(35)) == nil) }
    }

    @Test("A code with seven wrong bytes never decodes to the original")
    func decode_sevenErrors_isNeverTheOriginal() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let payload = random.bytes(20)
            var code = try KikCodes.encode(payload)
            for position in Array(0..<35).shuffled(using: &random).prefix(7) {
                code[position] ^= UInt8.random(in: 1...255, using: &random)
            }
            #expect(KikCodes.decode(code) == nil)
        }
    }

    @Test("Short payloads are padded with zeros, which decoding keeps")
    func encode_shortPayload_isPadded() throws {
        for count in 0...20 {
            let payload = [UInt8](repeating: 7, count: count)
            let decoded = try #require(KikCodes.decode(try KikCodes.encode(payload)))
            #expect(decoded.payload == payload + [UInt8](repeating: 0, count: 20 - count))
        }
    }

    @Test("Input that does not fit throws the matching error")
    func encode_impossibleInput_throws() {
        #expect(throws: KikCodesError.payloadTooLong(count: 21)) {
            try KikCodes.encode([UInt8](repeating: 0, count: 21))
        }
        #expect(throws: KikCodesError.colourOutOfRange(64)) {
            try KikCodes.encode([], type: .group, colour: 64)
        }
        #expect(throws: KikCodesError.usernameLength(1)) { try KikCodes.encode(username: "a", nonce: 0) }
        #expect(throws: KikCodesError.usernameLength(25)) {
            try KikCodes.encode(username: String(repeating: "a", count: 25), nonce: 0)
        }
        #expect(throws: KikCodesError.usernameCharacter("é")) { try KikCodes.encode(username: "café", nonce: 0) }
    }

    @Test("Codes of another length and invalid erasures are rejected")
    func decode_impossibleInput_isNil() throws {
        let code = try KikCodes.encode([1])
        #expect(KikCodes.decode([]) == nil)
        #expect(KikCodes.decode(code.dropLast()) == nil)
        #expect(KikCodes.decode(code + [0]) == nil)
        #expect(KikCodes.decode(code, erasures: [-1]) == nil)
        #expect(KikCodes.decode(code, erasures: [35]) == nil)
        #expect(KikCodes.decode(code, erasures: [3, 3]) == nil)
        #expect(KikCodes.decode(code, erasures: Array(0..<13)) == nil)
    }

    @Test("User names of every length and letter survive the round trip")
    func username_everyLength_isIdentity() throws {
        var random = SeededGenerator(seed: 5)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._")
        for length in 2...24 {
            let name = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
            let nonce = UInt16.random(in: 0...UInt16.max, using: &random)
            let decoded = try #require(KikCodes.decode(try KikCodes.encode(username: name, nonce: nonce, colour: 9)))
            #expect(decoded.username?.name == name && decoded.username?.nonce == nonce)
            #expect(decoded.type == .username && decoded.colour == 9)
        }
    }
}
