import CodeScanner
import Foundation
import Testing

@Suite("Circular code vectors")
struct VectorTests {
    @Test("Every group of the vector file is known to a suite")
    func vectorFile_everyGroup_isKnown() throws {
        let object = try JSONSerialization.jsonObject(with: CodeVectors.data.get())
        let names = try #require(object as? [String: Any]).keys
        #expect(Set(names) == CodeVectors.groups)
    }

    @Test("Payloads and user names encode to the published codes and decode back")
    func encode_everyVector_matches() throws {
        for (index, vector) in try CodeVectors.shared.get().encode.enumerated() {
            let expected = try #require(bytes(vector.code))
            let code: [UInt8]
            if let username = vector.username {
                code = try KikCodes.encode(username: username, nonce: vector.nonce ?? 0, colour: vector.colour)
            } else {
                let payload = try #require(bytes(vector.payload ?? ""))
                let type: CodeType = vector.type == "group" ? .group : .remote
                code = try KikCodes.encode(payload, type: type, colour: vector.colour)
            }
            #expect(code == expected, "encode[\(index)] \(vector.name)")
            let decoded = try #require(KikCodes.decode(code), "encode[\(index)] \(vector.name)")
            #expect(decoded.colour == vector.colour && decoded.correctedSymbols == 0)
            if let username = vector.username {
                #expect(decoded.username?.name == username && decoded.username?.nonce == vector.nonce)
            } else {
                #expect(decoded.payload == bytes(vector.payload ?? "") && decoded.username == nil)
            }
        }
    }

    @Test("Damaged codes are corrected or refused as published")
    func decode_everyDamagedVector_matches() throws {
        for (index, vector) in try CodeVectors.shared.get().reed_solomon.enumerated() {
            let decoded = KikCodes.decode(try #require(bytes(vector.code)))
            #expect(decoded?.payload == vector.payload.flatMap(bytes), "reed_solomon[\(index)] \(vector.name)")
            if let decoded, let errors = vector.errors { #expect(decoded.correctedSymbols == errors) }
        }
    }

    @Test("Codes with impossible headers are refused")
    func decode_everyInvalidFrame_isNil() throws {
        for (index, vector) in try CodeVectors.shared.get().invalid_frames.enumerated() {
            let code = try #require(bytes(vector.code))
            #expect(KikCodes.decode(code) == nil, "invalid_frames[\(index)] \(vector.name)")
        }
    }

    @Test("The payloads of bills encode to the published codes")
    func encode_everyBillPayload_matches() throws {
        for (index, vector) in try CodeVectors.shared.get().payloads.enumerated() {
            let payload = try #require(bytes(vector.payload))
            #expect(try KikCodes.encode(payload) == bytes(vector.code), "payloads[\(index)] \(vector.name)")
        }
    }
}
