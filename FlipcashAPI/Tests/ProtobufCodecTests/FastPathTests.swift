import ProtobufCodec
import Testing

/// Checks that the codec's fast paths give the same results as the general ones.
@Suite struct FastPathTests {
    /// A varint computed byte by byte, as the format defines it.
    private static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// Numbers of every width: all ones, a single one, and alternating groups of seven bits.
    private static let numbers: [UInt64] = (1...64).flatMap { width -> [UInt64] in
        let ones = UInt64.max >> UInt64(64 - width)
        return [ones, ones / 2 + 1, 0xa5c3_96e1_7b2d_f084 & ones]
    }

    @Test("numbers of every width are written seven bits at a time")
    func serializedBytes_everyWidth_isVarint() throws {
        for number in Self.numbers where number > 0 {
            let message = Codec_Test_Scalars.with { $0.aUint64 = number }
            let field: [UInt8] = try message.serializedBytes()
            #expect(Array(field.dropFirst()) == Self.varint(number))
        }
    }

    @Test("numbers of every width are read at every distance from the end")
    func init_everyWidthAndDistance_accepted() throws {
        for number in Self.numbers {
            for distance in 0...10 {
                let behind = (0..<distance).map { _ in UInt8(0) }
                let list = try Codec_Test_Lists(serializedBytes: packed(Self.varint(number) + behind))
                #expect(list.uint64S == [number] + behind.map { _ in 0 })
            }
        }
    }

    @Test("truncated numbers are rejected wherever they are cut")
    func init_cutVarint_refused() {
        for size in 1...9 {
            let cut = [UInt8](repeating: 0xff, count: size)
            #expect(throws: BinaryDecodingError(.truncated, offset: 2)) {
                try Codec_Test_Lists(serializedBytes: packed(cut))
            }
        }
        let endless = [UInt8](repeating: 0xff, count: 11)
        #expect(throws: BinaryDecodingError(.varintTooLong, offset: 2)) {
            try Codec_Test_Lists(serializedBytes: packed(endless))
        }
    }

    private func packed(_ numbers: [UInt8]) -> [UInt8] { [0x32, UInt8(numbers.count)] + numbers }

    @Test(
        "invalid UTF-8 is rejected, also when a replacement character has the same length",
        arguments: ["f09f98", "e28241", "61626364656667f09f98", "edA080", "c080", "ff", "6162636465666768c3"])
    func init_invalidText_refused(text: String) {
        let bytes = hex(text)
        #expect(throws: BinaryDecodingError(.invalidUTF8, offset: 2)) {
            try Codec_Test_Lists(serializedBytes: [0x72, UInt8(bytes.count)] + bytes)
        }
    }

    @Test("strings of every length are kept, also U+FFFD and zeros")
    func init_everyText_accepted() throws {
        for text in (0...40).map({ String(repeating: "a", count: $0) + "€\u{FFFD}\0é" }) {
            let list = try Codec_Test_Lists(serializedBytes: [0x72, UInt8(text.utf8.count)] + Array(text.utf8))
            #expect(list.strings == [text])
        }
    }

    @Test("lists are read completely when their items are interleaved, have long tags or come in broken runs")
    func init_interleavedLists_accepted() throws {
        let text = hex("720161")
        let message = hex("8a01021805")
        let mixed = (0..<100).flatMap { $0 % 3 == 0 ? text : message + message }
        let lists = try Codec_Test_Lists(serializedBytes: mixed + message + text)
        #expect(lists.strings == [String](repeating: "a", count: 35))
        #expect(lists.messages == [Codec_Test_Scalars](repeating: .with { $0.anInt32 = 5 }, count: 133))
        #expect(throws: BinaryDecodingError.self) { try Codec_Test_Lists(serializedBytes: message + hex("8a0105")) }
    }

    @Test("memory for a run of items is allocated once, in the right size")
    func init_run_reservesItsLength() throws {
        let lists = try Codec_Test_Lists(serializedBytes: (0..<1100).flatMap { _ in hex("8a01021805") })
        #expect(lists.messages.count == 1100)
        // Doubling would have given more than 2,000.
        #expect(lists.messages.capacity < 1200)
    }

    @Test("a packed list in many pieces takes linear time")
    func init_packedPieces_linear() throws {
        // Reserving room for each piece alone would copy the whole list every time.
        var lists = Codec_Test_Lists()
        var capacities: Set<Int> = []
        for _ in 0..<100_000 {
            try lists.merge(serializedBytes: hex("4a0401000000"))
            capacities.insert(lists.fixed32S.capacity)
        }
        #expect(lists.fixed32S.count == 100_000)
        #expect(capacities.count < 40)
    }

    @Test("a map with many equal keys does not reserve memory for each")
    func init_equalKeys_modestRoom() throws {
        let maps = try Codec_Test_Maps(serializedBytes: (0..<10_000).flatMap { _ in hex("6200") })
        #expect(maps.byString.count == 1)
        #expect(maps.byString.capacity < 1000)
    }

    @Test("messages larger than the writer's first buffer are written completely")
    func serializedBytes_everySize_reads() throws {
        for count in [0, 1, 900, 1000, 1013, 1014, 1015, 1020, 1024, 1030, 4096, 70_000] {
            let message = Codec_Test_Lists.with {
                $0.byteStrings = [[UInt8](repeating: 7, count: count), [1, 2, 3]]
                $0.strings = ["é", String(repeating: "x", count: count)]
            }
            let bytes: [UInt8] = try message.serializedBytes()
            #expect(try Codec_Test_Lists(serializedBytes: bytes) == message)
        }
    }
}
