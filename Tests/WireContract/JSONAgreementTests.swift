import ProtobufCodec
import Testing

@Suite("Agreement with the C++ protobuf library on JSON")
struct JSONAgreementTests {
    @Test("Random values of every type are written and read as JSON as C++ does")
    func json_randomValues_agreesBothWays() throws {
        for root in [try Roots.payments.get(), try Roots.core.get()] {
            var compared = 0
            for (name, model) in root.models.sorted(by: { $0.key < $1.key }) where !name.hasPrefix("google.protobuf.") {
                for seed in 0..<UInt64(20) {
                    let value = try #require(root.random(name, seed: seed))
                    let ours = try? model.json(value)
                    let theirs = root.json(name, value)
                    // Times outside the years 1 to 9999 have no JSON form in either library.
                    #expect((ours == nil) == (theirs == nil), "\(name), seed \(seed)")
                    guard let ours, let theirs else { continue }
                    compared += 1
                    // JSON cannot represent unknown fields.
                    let known = try #require(root.reencodeKnown(name, value))
                    let read = try model.bytes(json: theirs)
                    #expect(read == known, "\(name), seed \(seed): we read \(String(decoding: theirs, as: UTF8.self))")
                    // The C++ library writes negative zero as -0 and reads that as zero. Only then may it fail to read
                    // back its own text.
                    let readByThem = root.bytes(name, json: theirs)
                    #expect(
                        readByThem == known || hasNegativeZero(theirs), "\(name), seed \(seed): C++ reads its own")
                    let oursReadByThem = root.bytes(name, json: ours)
                    #expect(
                        oursReadByThem == known || oursReadByThem == readByThem, "\(name), seed \(seed): C++ reads ours"
                    )
                }
            }
            #expect(compared > root.models.count * 10, "\(root.name): hardly anything was compared")
        }
    }

    /// Whether a number of a compact JSON text is negative zero.
    private func hasNegativeZero(_ json: [UInt8]) -> Bool {
        let text = String(decoding: json, as: UTF8.self)
        return [":", "[", ","].contains { start in
            [",", "}", "]"].contains { end in text.contains("\(start)-0\(end)") }
        }
    }
}

extension Message {
    /// The JSON text of the message with these bytes.
    fileprivate static func json(_ bytes: [UInt8]) throws -> [UInt8] {
        try Self(serializedBytes: bytes).jsonUTF8Bytes()
    }

    /// Canonical bytes of the message with this JSON text.
    fileprivate static func bytes(json: [UInt8]) throws -> [UInt8] {
        try Self(jsonUTF8Bytes: json).serializedBytes()
    }
}
