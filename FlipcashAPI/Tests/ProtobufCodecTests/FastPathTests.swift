import ProtobufCodec
import Testing

/// Where the codec takes a shorter way, what it reads and writes is what the long way would.
@Suite struct FastPathTests {
    /// A varint as the definition of the format has it, seven bits at a time.
    private static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    /// Numbers of every width: all ones, a single one, and bits that differ from seven to seven.
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

    @Test("numbers of every width are read wherever they stand before the end")
    func init_everyWidthAndDistance_accepted() throws {
        for number in Self.numbers {
            for distance in 0...10 {
                let behind = (0..<distance).map { _ in UInt8(0) }
                let list = try Codec_Test_Lists(serializedBytes: packed(Self.varint(number) + behind))
                #expect(list.uint64S == [number] + behind.map { _ in 0 })
            }
        }
    }

    @Test("numbers that end too early are refused wherever they are cut")
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
        "text that is not UTF-8 is refused, also where a replacement would have as many bytes",
        arguments: ["f09f98", "e28241", "61626364656667f09f98", "edA080", "c080", "ff", "6162636465666768c3"])
    func init_invalidText_refused(text: String) {
        let bytes = hex(text)
        #expect(throws: BinaryDecodingError(.invalidUTF8, offset: 2)) {
            try Codec_Test_Lists(serializedBytes: [0x72, UInt8(bytes.count)] + bytes)
        }
    }

    @Test("text of every length is kept, U+FFFD and zeros too")
    func init_everyText_accepted() throws {
        for text in (0...40).map({ String(repeating: "a", count: $0) + "€\u{FFFD}\0é" }) {
            let list = try Codec_Test_Lists(serializedBytes: [0x72, UInt8(text.utf8.count)] + Array(text.utf8))
            #expect(list.strings == [text])
        }
    }

    @Test("lists whose items come between others, under long tags, or in broken runs are read whole")
    func init_interleavedLists_accepted() throws {
        let text = hex("720161")
        let message = hex("8a01021805")
        let mixed = (0..<100).flatMap { $0 % 3 == 0 ? text : message + message }
        let lists = try Codec_Test_Lists(serializedBytes: mixed + message + text)
        #expect(lists.strings == [String](repeating: "a", count: 35))
        #expect(lists.messages == [Codec_Test_Scalars](repeating: .with { $0.anInt32 = 5 }, count: 133))
        #expect(throws: BinaryDecodingError.self) { try Codec_Test_Lists(serializedBytes: message + hex("8a0105")) }
    }

    @Test("a run of items has one block of the right size")
    func init_run_reservesItsLength() throws {
        let lists = try Codec_Test_Lists(serializedBytes: (0..<1100).flatMap { _ in hex("8a01021805") })
        #expect(lists.messages.count == 1100)
        // Doubling would have ended beyond 2,000.
        #expect(lists.messages.capacity < 1200)
    }

    @Test("a packed list in a great many pieces takes time in proportion")
    func init_packedPieces_linear() throws {
        // Each piece once made room for itself alone, and so copied the whole list.
        var lists = Codec_Test_Lists()
        var capacities: Set<Int> = []
        for _ in 0..<100_000 {
            try lists.merge(serializedBytes: hex("4a0401000000"))
            capacities.insert(lists.fixed32S.capacity)
        }
        #expect(lists.fixed32S.count == 100_000)
        #expect(capacities.count < 40)
    }

    @Test("a map of many equal keys makes no room for each")
    func init_equalKeys_modestRoom() throws {
        let maps = try Codec_Test_Maps(serializedBytes: (0..<10_000).flatMap { _ in hex("6200") })
        #expect(maps.byString.count == 1)
        #expect(maps.byString.capacity < 1000)
    }

    @Test("messages that outgrow the writer's first memory are written whole")
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
