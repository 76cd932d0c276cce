import ProtobufCodec
import Testing

/// Tests of input that readers must accept (wire contract §4.2).
@Suite struct ReadingTests {
    @Test("packed and unpacked lists are read whatever their declaration")
    func init_otherPacking_accepted() throws {
        let packed = hex("1a03000102" + "6a0101" + "820103010563")
        let unpacked = hex("1800" + "1801" + "1802" + "6801" + "800101" + "800105" + "800163")
        for bytes in [packed, unpacked, hex("1a0100" + "1801" + "1a0102" + "6801" + "800101" + "82010205" + "63")] {
            let lists = try Codec_Test_Lists(serializedBytes: bytes)
            let loose = try Codec_Test_UnpackedLists(serializedBytes: bytes)
            #expect(lists.int32S == [0, 1, 2] && loose.int32S == [0, 1, 2])
            #expect(lists.bools == [true] && loose.bools == [true])
            #expect(lists.colours == [.red, .blue, .UNRECOGNIZED(99)] && loose.colours == lists.colours)
        }
    }

    @Test("every kind of list is read packed and unpacked")
    func init_everyListKind_bothWays() throws {
        let packed: [UInt8] = try Samples.lists.serializedBytes()
        #expect(try Codec_Test_Lists(serializedBytes: packed) == Samples.lists)
        let loose = try Codec_Test_UnpackedLists(serializedBytes: packed)
        let unpacked: [UInt8] = try loose.serializedBytes()
        var back = try Codec_Test_Lists(serializedBytes: unpacked)
        // The message without these lists keeps strings, byte strings and messages as unknown fields.
        #expect(back.strings == Samples.lists.strings && back.messages == Samples.lists.messages)
        back.unknownFields = UnknownStorage()
        #expect(back == Samples.lists)
    }

    @Test("numbers may be longer than needed, up to ten bytes")
    func init_longVarints_accepted() throws {
        #expect(try Codec_Test_Scalars(serializedBytes: hex("18 8180808080808080 8000")).anInt32 == 1)
        #expect(try Codec_Test_Scalars(serializedBytes: hex("9880 00 05")).anInt32 == 5)
        #expect(try Codec_Test_Lists(serializedBytes: hex("7281 00 61")).strings == ["a"])
    }

    @Test("32-bit fields keep the low 32 bits")
    func init_wideNumbers_truncated() throws {
        let scalars = try Codec_Test_Scalars(serializedBytes: hex("18818080807028818080 8070 800181808080 70"))
        #expect(scalars.anInt32 == 1)
        #expect(scalars.aUint32 == 1)
        #expect(scalars.aColour == .red)
    }

    @Test("any number but zero is true")
    func init_oddBool_true() throws {
        #expect(try Codec_Test_Scalars(serializedBytes: hex("6802")).aBool)
        #expect(try Codec_Test_Scalars(serializedBytes: hex("6880808080808080808001")).aBool)
        #expect(try !Codec_Test_Scalars(serializedBytes: hex("688000")).aBool)
    }

    @Test("the last of several scalars wins, and messages merge")
    func init_repeatedSingularFields_lastWinsOrMerge() throws {
        let scalars = try Codec_Test_Scalars(serializedBytes: hex("1801" + "1802" + "8a01021803" + "8a01023004"))
        #expect(scalars.anInt32 == 2)
        #expect(scalars.aMessage.anInt32 == 3 && scalars.aMessage.aUint64 == 4)
        let tree = try Codec_Test_Tree(serializedBytes: hex("12030a0161" + "12021200"))
        #expect(tree.left.name == "a" && tree.left.hasLeft)
    }

    @Test("a later field of a oneof replaces an earlier one; the same message field merges")
    func init_severalArms_lastWinsOrMerge() throws {
        let replaced = try Codec_Test_Oneofs(serializedBytes: hex("1007" + "4a0161"))
        #expect(replaced.first == .firstText("a"))
        let merged = try Codec_Test_Oneofs(serializedBytes: hex("2a021801" + "2a023002"))
        #expect(merged.firstMessage.anInt32 == 1 && merged.firstMessage.aUint64 == 2)
        let begunAnew = try Codec_Test_Oneofs(serializedBytes: hex("2a021801" + "1000" + "2a023002"))
        #expect(begunAnew.firstMessage.anInt32 == 0 && begunAnew.firstMessage.aUint64 == 2)
    }

    @Test("a field with an unexpected wire type is kept as unknown")
    func init_otherWireType_unknown() throws {
        let message = try Codec_Test_Scalars(serializedBytes: hex("1d01000000" + "7001"))
        #expect(message.anInt32 == 0 && message.aString.isEmpty)
        #expect(hex(message.unknownFields.data) == "1d010000007001")
    }

    @Test("map entries may lack key or value, repeat, and hold unknown fields")
    func init_mapEntries_lenient() throws {
        let maps = try Codec_Test_Maps(serializedBytes: hex("1a00" + "1a0410051801" + "1a0408011002" + "1a0410030801"))
        #expect(maps.byUint32 == [0: 5, 1: 3])
        let merged = try Codec_Test_Maps(serializedBytes: hex("620b" + "0a0161" + "12021801" + "12023002"))
        #expect(merged.byString["a"]?.anInt32 == 1 && merged.byString["a"]?.aUint64 == 2)
    }

    @Test("merging keeps existing values")
    func merge_secondInput_addsFields() throws {
        var lists = try Codec_Test_Lists(serializedBytes: hex("1801"))
        try lists.merge(serializedBytes: hex("1802"))
        #expect(lists.int32S == [1, 2])
        try lists.merge(serializedBytes: [])
        #expect(lists.int32S == [1, 2])
    }

    @Test("bytes are read from any sequence")
    func init_otherCollections_accepted() throws {
        let bytes: [UInt8] = try Samples.scalars.serializedBytes()
        #expect(try Codec_Test_Scalars(serializedBytes: bytes[...]) == Samples.scalars)
        #expect(try Codec_Test_Scalars(serializedBytes: bytes.lazy.map { $0 }) == Samples.scalars)
        #expect(try Codec_Test_Scalars(serializedBytes: ContiguousArray(bytes)) == Samples.scalars)
        let written: ContiguousArray<UInt8> = try Samples.scalars.serializedBytes()
        #expect([UInt8](written) == bytes)
    }
}
