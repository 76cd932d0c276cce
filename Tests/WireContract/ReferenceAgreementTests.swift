import ProtobufCodec
import Testing

@Suite("Agreement with the C++ protobuf library")
struct ReferenceAgreementTests {
    /// Leaves out the options file of the validation rules: only the generator reads it, and it has no models.
    private func modelled(_ root: DefinitionRoot) -> [String] {
        root.messageNames.filter { !$0.hasPrefix("flipcash.validation.") && !$0.hasPrefix("google.protobuf.") }
    }

    @Test("The message types of the definitions and the models are the same")
    func models_comparedWithDefinitions_areTheSameTypes() throws {
        for root in [try Roots.payments.get(), try Roots.core.get()] {
            #expect(!root.models.isEmpty)
            let defined = Set(modelled(root))
            let generated = Set(root.models.keys.filter { !$0.hasPrefix("google.protobuf.") })
            #expect(defined.subtracting(generated) == [], "\(root.name): without a model")
            #expect(generated.subtracting(defined) == [], "\(root.name): without a definition")
        }
    }

    @Test("Random values of every type are read and written as C++ does, byte for byte, both ways")
    func reencode_randomValues_agreesBothWays() throws {
        for root in [try Roots.payments.get(), try Roots.core.get()] {
            for name in modelled(root) {
                guard let model = root.models[name] else { continue }
                for seed in 0..<UInt64(60) {
                    let theirs = try #require(root.random(name, seed: seed))
                    let ours = try model.reencode(theirs)
                    guard ours == theirs else {
                        Issue.record("\(name), seed \(seed): wrote \(hex(ours)) for \(hex(theirs))")
                        break
                    }
                    #expect(root.reencode(name, ours) == theirs, "\(name), seed \(seed): C++ reads ours differently")
                }
            }
        }
    }

    /// Two differences are intentional. A tag too large for a field number is refused, where C++ cuts it to 32 bits.
    /// Unknown fields keep their bytes, where C++ shortens overlong numbers in them.
    @Test("Damaged bytes are refused by both or give the same value in both")
    func reencode_damagedBytes_agreesOnRefusal() throws {
        var generator = Damage(seed: 99)
        for root in [try Roots.payments.get(), try Roots.core.get()] {
            for name in modelled(root) {
                guard let model = root.models[name] else { continue }
                for seed in 0..<UInt64(20) {
                    let bytes = generator.damaged(try #require(root.random(name, seed: seed)))
                    let theirs = root.reencode(name, bytes)
                    do {
                        let ours = try model.reencode(bytes)
                        #expect(root.reencode(name, ours) == theirs, "\(name), seed \(seed): \(hex(bytes))")
                    } catch let error as BinaryDecodingError {
                        let isOurChoice = error.reason == .invalidFieldNumber
                        #expect(theirs == nil || isOurChoice, "\(name), seed \(seed): \(hex(bytes)): \(error)")
                    }
                }
            }
        }
    }
}

/// Cuts, flips, doubles and inserts bytes, repeatably.
private struct Damage {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [UInt8(below(256))] }
        var bytes = bytes
        switch below(4) {
        case 0: bytes.removeLast(below(bytes.count) + 1)
        case 1: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
        case 2: bytes.insert(UInt8(below(256)), at: below(bytes.count + 1))
        default: bytes += bytes.suffix(below(bytes.count) + 1)
        }
        return bytes
    }
}
