import ProtobufCodec
import Testing

/// Tests of the canonical form, which signatures cover (wire contract §4.1).
@Suite struct CanonicalFormTests {
    @Test("fields are ordered by number, including fields of oneofs")
    func serializedBytes_oneofArms_ascendingNumbers() throws {
        let message = Codec_Test_Oneofs.with {
            $0.after = 1
            $0.before = 1
            $0.between = 1
            $0.firstNumber = 0
            $0.secondColour = .none
        }
        #expect(hex(try message.serializedBytes()) == "0801" + "1000" + "1801" + "3800" + "a00601")
        let late = Codec_Test_Oneofs.with {
            $0.firstText = ""
            $0.secondFlag = false
            $0.between = 1
        }
        #expect(hex(try late.serializedBytes()) == "1801" + "4000" + "4a00")
    }

    @Test("lists of scalars are packed, including zeros; other lists have one tag per item")
    func serializedBytes_lists_packed() throws {
        let message = Codec_Test_Lists.with {
            $0.int32S = [0, 1, -1]
            $0.bools = [false, true]
            $0.strings = ["", "a"]
            $0.colours = [.none, .blue]
            $0.fixed32S = [0]
        }
        #expect(
            hex(try message.serializedBytes())
                == "1a0c0001ffffffffffffffffff01" + "4a0400000000" + "6a020001" + "7200" + "720161" + "8201020005")
    }

    @Test("lists declared as unpacked are written unpacked")
    func serializedBytes_unpackedLists_oneTagEach() throws {
        let message = Codec_Test_UnpackedLists.with {
            $0.int32S = [0, 1]
            $0.bools = [true]
        }
        #expect(hex(try message.serializedBytes()) == "1800" + "1801" + "6801")
    }

    @Test("map entries are ordered by key and have both key and value")
    func serializedBytes_maps_sortedEntries() throws {
        let message = Codec_Test_Maps.with {
            $0.byInt32 = [5: 0, -1: 0, 0: 0]
            $0.byUint32 = [.max: 0, 1: 0]
            $0.byFixed64 = [2: "b", 1: ""]
            $0.byBool = [true: Codec_Test_Scalars(), false: Codec_Test_Scalars()]
            $0.byString = ["b": Codec_Test_Scalars(), "": Codec_Test_Scalars(), "ab": Codec_Test_Scalars()]
        }
        let zero = "110000000000000000"
        #expect(
            hex(try message.serializedBytes())
                == "0a14" + "08ffffffffffffffffff01" + zero + "0a0b" + "0800" + zero + "0a0b" + "0805" + zero
                + "1a04" + "08011000" + "1a08" + "08ffffffff0f1000"
                + "420b" + "090100000000000000" + "1200" + "420c" + "090200000000000000" + "120162"
                + "5a04" + "08001200" + "5a04" + "08011200"
                + "6204" + "0a001200" + "6206" + "0a0261621200" + "6205" + "0a01621200")
    }

    @Test("string keys are ordered by bytes, not by Swift's string order")
    func serializedBytes_textKeys_byteOrder() throws {
        let keys = ["\u{fb00}", "z", "é", "𐀀"]
        let message = Codec_Test_Maps.with { message in
            for key in keys { message.byString[key] = Codec_Test_Scalars() }
        }
        let bytes: [UInt8] = try message.serializedBytes()
        let expected = ["z", "é", "\u{fb00}", "𐀀"].map { key in
            let utf8 = [UInt8](key.utf8)
            return hex([0x62, UInt8(utf8.count + 4), 0x0a, UInt8(utf8.count)] + utf8 + [0x12, 0])
        }
        #expect(hex(bytes) == expected.joined())
    }

    @Test("an empty sub-message that is set is written")
    func serializedBytes_emptySubMessage_present() throws {
        let message = Codec_Test_Tree.with {
            $0.left = Codec_Test_Tree()
            $0.branch = Codec_Test_Tree.Branch()
        }
        #expect(hex(try message.serializedBytes()) == "1200" + "2a00")
    }

    @Test("unknown fields are written unchanged after all known ones")
    func serializedBytes_unknownFields_last() throws {
        let unknown = "f801ff7f" + "fd01aabbccdd" + "f9010102030405060708" + "fa01026869" + "fb010801fc01"
        let message = try Codec_Test_Scalars(serializedBytes: hex(unknown + "1801"))
        #expect(message.anInt32 == 1)
        #expect(hex(message.unknownFields.data) == unknown)
        #expect(hex(try message.serializedBytes()) == "1801" + unknown)
        var known = message
        known.unknownFields = UnknownStorage()
        #expect(known != message)
        #expect(hex(try known.serializedBytes()) == "1801")
    }

    @Test("unknown fields stay in their message")
    func serializedBytes_nestedUnknownFields_keptInside() throws {
        let tree = try Codec_Test_Tree(serializedBytes: hex("2a05" + "f80101" + "0a00" + "fa0100"))
        #expect(hex(try tree.serializedBytes()) == "2a05" + "0a00" + "f80101" + "fa0100")
    }

    @Test("a message that was read is written back unchanged", arguments: Samples.all.indices)
    func serializedBytes_samples_roundTrip(index: Int) throws {
        func check<M: Message>(_ message: M) throws {
            let bytes: [UInt8] = try message.serializedBytes()
            let back = try M(serializedBytes: bytes)
            #expect(back == message)
            #expect(back.hashValue == message.hashValue)
            #expect(try back.serializedBytes() == bytes)
        }
        try check(Samples.all[index])
    }

    @Test("a message larger than the first buffer is written correctly")
    func serializedBytes_largeMessage_roundTrip() throws {
        let message = Codec_Test_Tree.with { tree in
            tree.children = (0..<3000).map { number in
                Codec_Test_Tree.with {
                    $0.name = String(repeating: "x", count: number % 300)
                    $0.left.name = "\(number)"
                }
            }
        }
        let bytes: [UInt8] = try message.serializedBytes()
        #expect(try Codec_Test_Tree(serializedBytes: bytes) == message)
    }
}
