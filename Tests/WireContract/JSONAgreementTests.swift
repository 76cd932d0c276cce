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
                    // Times outside the years 1 to 9999 have no JSON form, for neither.
                    #expect((ours == nil) == (theirs == nil), "\(name), seed \(seed)")
                    guard let ours, let theirs else { continue }
                    compared += 1
                    let whole = try model.canonical(value)
                    let read = try model.bytes(json: theirs)
                    #expect(read == whole, "\(name), seed \(seed): we read \(String(decoding: theirs, as: UTF8.self))")
                    // The C++ library writes negative zero as -0 and reads that as zero: only there may it lose anything
                    // of its own text, and it has to lose the same of ours.
                    let expected = root.bytes(name, json: theirs)
                    #expect(expected == whole || hasNegativeZero(theirs), "\(name), seed \(seed): C++ loses something")
                    #expect(
                        root.bytes(name, json: ours) == expected, "\(name), seed \(seed): C++ reads ours differently")
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
    /// The JSON text of the value that `bytes` are.
    fileprivate static func json(_ bytes: [UInt8]) throws -> [UInt8] {
        try Self(serializedBytes: bytes).jsonUTF8Bytes()
    }

    /// Canonical bytes of the value that `bytes` are.
    fileprivate static func canonical(_ bytes: [UInt8]) throws -> [UInt8] {
        try Self(serializedBytes: bytes).serializedBytes()
    }

    /// Canonical bytes of the value that a JSON text is.
    fileprivate static func bytes(json: [UInt8]) throws -> [UInt8] {
        try Self(jsonUTF8Bytes: json).serializedBytes()
    }
}
