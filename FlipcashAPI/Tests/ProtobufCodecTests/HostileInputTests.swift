import ProtobufCodec
import Testing

/// Tests with invalid input: it must be rejected with reason and position, and never cause a crash.
@Suite struct HostileInputTests {
    @Test("each error has the right reason and byte offset")
    func init_defects_reasonAndOffset() {
        let cases: [(String, BinaryDecodingError.Reason, Int)] = [
            ("18", .truncated, 1),
            ("1880", .truncated, 1),
            ("80", .truncated, 0),
            ("09 00000000000000", .truncated, 1),
            ("4d 000000", .truncated, 1),
            ("7205 6162", .lengthOverrun, 1),
            ("72ffffffff0f", .lengthOverrun, 1),
            ("72ffffffffffffffffff01", .lengthOverrun, 1),
            ("7280808080808080808001", .lengthOverrun, 1),
            ("1801 18ffffffffffffffffffff01", .varintTooLong, 3),
            ("00", .invalidFieldNumber, 0),
            ("1801 0700", .invalidFieldNumber, 2),
            ("80808080 8080808001 00", .invalidFieldNumber, 0),
            ("1e", .invalidWireType, 0),
            ("1f", .invalidWireType, 0),
            ("f60100", .invalidWireType, 0),
            ("1c", .unmatchedGroupEnd, 0),
            ("fb01 0801 e401", .unmatchedGroupEnd, 4),
            ("fb01 0801", .truncated, 0),
            ("fb01 1a05 00", .lengthOverrun, 3),
            ("7201ff", .invalidUTF8, 2),
            ("7203 eda080", .invalidUTF8, 2),
            ("7202 c080", .invalidUTF8, 2),
            ("7204 f4908080", .invalidUTF8, 2),
            ("7202 e282", .invalidUTF8, 2),
            ("8a0103 7201ff", .invalidUTF8, 5),
            ("8a0102 1880", .truncated, 4),
            ("8a0105 1801", .lengthOverrun, 2),
        ]
        for (input, reason, offset) in cases {
            #expect(throws: BinaryDecodingError(reason, offset: offset), "\(input)") {
                try Codec_Test_Scalars(serializedBytes: hex(input))
            }
        }
    }

    @Test("errors inside lists and maps are reported")
    func init_defectsInListsAndMaps_refused() {
        let lists: [(String, BinaryDecodingError.Reason, Int)] = [
            ("0a07 00000000000000", .unevenPackedLength, 1),
            ("4a03 000000", .unevenPackedLength, 1),
            ("1a02 0180", .truncated, 3),
            ("1a01 80 01", .truncated, 2),
            ("7201ff", .invalidUTF8, 2),
        ]
        for (input, reason, offset) in lists {
            #expect(throws: BinaryDecodingError(reason, offset: offset), "\(input)") {
                try Codec_Test_Lists(serializedBytes: hex(input))
            }
        }
        let maps: [(String, BinaryDecodingError.Reason, Int)] = [
            ("6203 0a01ff", .invalidUTF8, 4),
            ("6204 0a016112", .truncated, 6),
            ("6202 0a05", .lengthOverrun, 3),
            ("4204 120180 00", .invalidUTF8, 4),
            ("1a02 0c00", .unmatchedGroupEnd, 2),
        ]
        for (input, reason, offset) in maps {
            #expect(throws: BinaryDecodingError(reason, offset: offset), "\(input)") {
                try Codec_Test_Maps(serializedBytes: hex(input))
            }
        }
    }

    @Test("a truncated message is rejected or shorter, and never causes a crash")
    func init_everyPrefix_refusedOrShorter() throws {
        func check<M: Message>(_ message: M) throws {
            let bytes: [UInt8] = try message.serializedBytes()
            for count in bytes.indices {
                guard let cut = try? M(serializedBytes: bytes[..<count]) else { continue }
                #expect(cut != message)
                #expect(try cut.serializedBytes() == Array(bytes[..<count]))
            }
        }
        for sample in Samples.all { try check(sample) }
    }

    @Test("a hundred nested messages are read, and one more is rejected")
    func init_nesting_limited() throws {
        func nested(_ depth: Int, tag: UInt8) -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<depth {
                bytes = [tag] + varint(bytes.count) + bytes
            }
            return bytes
        }
        _ = try Codec_Test_Tree(serializedBytes: nested(100, tag: 0x12))
        _ = try Codec_Test_Tree(serializedBytes: nested(100, tag: 0x1a))
        for tag: UInt8 in [0x12, 0x1a] {
            let error = #expect(throws: BinaryDecodingError.self) {
                try Codec_Test_Tree(serializedBytes: nested(101, tag: tag))
            }
            #expect(error?.reason == .nestedTooDeeply)
        }
        #expect(throws: BinaryDecodingError.self) { try Codec_Test_Tree(serializedBytes: nested(50_000, tag: 0x12)) }
    }

    @Test("unknown groups count as nesting")
    func init_nestedGroups_limited() throws {
        let hundred = [UInt8](repeating: 0x3b, count: 100) + [UInt8](repeating: 0x3c, count: 100)
        let tree = try Codec_Test_Tree(serializedBytes: hundred)
        #expect(tree.unknownFields.data == hundred)
        let error = #expect(throws: BinaryDecodingError.self) {
            try Codec_Test_Tree(serializedBytes: [UInt8](repeating: 0x3b, count: 1_000_000))
        }
        #expect(error == BinaryDecodingError(.nestedTooDeeply, offset: 100))
    }

    @Test("nested maps count as nesting")
    func init_nestedMaps_limited() throws {
        var bytes: [UInt8] = []
        for _ in 0..<60 {
            let entry = [0x12] + varint(bytes.count) + bytes
            bytes = [0x22] + varint(entry.count) + entry
        }
        let error = #expect(throws: BinaryDecodingError.self) { try Codec_Test_Tree(serializedBytes: bytes) }
        #expect(error?.reason == .nestedTooDeeply)
    }

    @Test(
        "a message in hundreds of thousands of pieces is merged without copying earlier pieces",
        .timeLimit(.minutes(1)))
    func init_manyPiecesOfOneMessage_takesLinearTime() throws {
        // Each piece adds one empty child. Copying all earlier ones every time would be 2·10¹⁰ copies.
        let count = 200_000
        let pieces = [[UInt8]](repeating: [0x5a, 0x02, 0x1a, 0x00], count: count).flatMap(\.self)
        let arm = try Codec_Test_Oneofs(serializedBytes: pieces)
        #expect(arm.secondTree.children.count == count)
        let child = [[UInt8]](repeating: [0x12, 0x02, 0x1a, 0x00], count: count).flatMap(\.self)
        #expect(try Codec_Test_Tree(serializedBytes: child).left.children.count == count)
    }

    @Test("a huge length prefix does not allocate memory")
    func init_hugeLengths_refusedAtOnce() {
        for tag in ["0a", "1a", "4a", "72", "7a", "8201", "8a01"] {
            for length in ["ffffffff07", "ffffffff0f", "ffffffffffffffff7f", "ffffffffffffffffff01"] {
                #expect(throws: BinaryDecodingError.self) { try Codec_Test_Lists(serializedBytes: hex(tag + length)) }
                #expect(throws: BinaryDecodingError.self) { try Codec_Test_Maps(serializedBytes: hex(tag + length)) }
            }
        }
    }

    @Test("mutated messages are rejected or survive the round trip", arguments: 0..<8)
    func init_mutations_neverHarmful(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        func check<M: Message>(_ message: M) throws {
            let bytes: [UInt8] = try message.serializedBytes()
            for _ in 0..<400 {
                let mutant = mutated(bytes, &generator)
                guard let value = try? M(serializedBytes: mutant) else { continue }
                let written: [UInt8] = try value.serializedBytes()
                let again: [UInt8] = try M(serializedBytes: written).serializedBytes()
                #expect(again == written, "\(hex(mutant))")
            }
        }
        for sample in Samples.all { try check(sample) }
    }

    @Test("random bytes are rejected or survive the round trip", arguments: 0..<4)
    func init_noise_neverHarmful(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        for _ in 0..<3000 {
            let count = Int.random(in: 0...40, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if let value = try? Codec_Test_Lists(serializedBytes: noise) {
                let written: [UInt8] = try value.serializedBytes()
                #expect(try Codec_Test_Lists(serializedBytes: written).serializedBytes() == written, "\(hex(noise))")
            }
        }
    }

    @Test("error descriptions are sentences with the offset")
    func description_error_saysWhatAndWhere() {
        #expect(
            BinaryDecodingError(.lengthOverrun, offset: 7).description
                == "a length runs past the end of the message (byte 7)")
        #expect(
            BinaryEncodingError.tooLarge(byteCount: 3_000_000_000).description
                == "the message has 3000000000 bytes, more than the 2147483647 that readers accept")
    }

    private func varint(_ value: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// Flips, inserts, removes, repeats or cuts bytes.
    private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !result.isEmpty {
            let place = Int.random(in: result.indices, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: result[place] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
            case 2: result.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 3: result.remove(at: place)
            case 4: result.insert(contentsOf: result[place...].prefix(9), at: place)
            default: result.removeSubrange(place...)
            }
        }
        return result
    }
}
