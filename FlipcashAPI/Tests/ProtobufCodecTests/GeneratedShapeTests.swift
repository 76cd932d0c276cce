import ProtobufCodec
import Testing

/// The shape of generated code: that which callers rely on.
@Suite struct GeneratedShapeTests {
    @Test("a sub-message is created by writing into it, and can be asked for and cleared")
    func subMessage_presence_followsUse() {
        var tree = Codec_Test_Tree()
        #expect(!tree.hasLeft)
        #expect(tree.left.name.isEmpty)
        #expect(!tree.hasLeft)
        tree.left.left.name = "x"
        #expect(tree.hasLeft && tree.left.hasLeft && !tree.left.left.hasLeft)
        var copy = tree
        copy.left.left.name = "y"
        #expect(tree.left.left.name == "x" && copy != tree)
        copy.clearLeft()
        #expect(!copy.hasLeft && copy == Codec_Test_Tree())
        copy.left = Codec_Test_Tree()
        #expect(copy.hasLeft && copy != Codec_Test_Tree())
    }

    @Test("setting an arm unsets the others, and an arm that is not set reads as its default")
    func oneof_arms_exclusive() {
        var message = Codec_Test_Oneofs()
        #expect(message.first == nil)
        message.firstText = "a"
        #expect(message.first == .firstText("a") && message.firstNumber == 0)
        message.firstMessage.anInt32 = 5
        #expect(message.firstText.isEmpty && message.firstMessage.anInt32 == 5)
        message.first = nil
        #expect(message == Codec_Test_Oneofs())
        switch message.second {
        case .secondFlag?, .secondColour?, .secondSelf?, .secondTree?: Issue.record("no arm is set")
        case nil: break
        }
    }

    @Test("enums know their values, keep others, and start at zero")
    func enumeration_values_open() {
        #expect(Codec_Test_Colour() == .none)
        #expect(Codec_Test_Colour(rawValue: 5) == .blue)
        #expect(Codec_Test_Colour(rawValue: -1) == .minus)
        #expect(Codec_Test_Colour(rawValue: 9) == .UNRECOGNIZED(9))
        #expect(Codec_Test_Colour.UNRECOGNIZED(9).rawValue == 9)
        #expect(Codec_Test_Colour.allCases == [.none, .red, .blue, .minus])
        #expect(Codec_Test_Colour.red.isDefined && !Codec_Test_Colour.UNRECOGNIZED(9).isDefined)
        #expect(Codec_Test_Names.TypeEnum.alias == .default)
    }

    @Test("names that Swift reserves are changed the way Swift's protobuf code changes them")
    func names_reserved_escaped() {
        let names = Codec_Test_Names.with {
            $0.class = 1
            $0.description_p = 2
            $0.init_p = 3
            $0.userID = 4
            $0.id = 5
            $0.imageURL = 6
            $0.hasValue_p = 7
            $0.validate_p = 8
            $0.field2Name = 9
            $0.kind = .type2D
            $0.text = Codec_Test_Names.StringMessage()
        }
        #expect(names.hasText && names.kind.rawValue == 2)
        #expect(Codec_Test_Guarded.with { $0.customMirror_p = 1 }.customMirror_p == 1)
        #expect(Codec_Test_Names.TypeEnum(rawValue: -3) == .self_)
    }

    @Test("fields and oneofs may be called like what the generated code itself needs a name for")
    func names_ofGeneratedCode_keepTheirValues() throws {
        var names = Codec_Test_Names.with {
            $0.tag = 1
            $0.reader = [2]
            $0.writer = ["w": 3]
            $0.earlier = 4
            $0.valueNames.tag = 5
            $0.newBytes = [6]
        }
        #expect(names.hasEarlier && names.value == .valueNames(.with { $0.tag = 5 }))
        #expect(try Codec_Test_Names(serializedBytes: names.serializedBytes() as [UInt8]) == names)
        names.clearEarlier()
        names.newValue = .newTree(.with { $0.name = "t" })
        names.value = .valueText("four")
        #expect(!names.hasEarlier && names.newTree.name == "t" && names.newBytes.isEmpty)
        #expect(try Codec_Test_Names(serializedBytes: names.serializedBytes() as [UInt8]) == names)
        #expect(throws: ValidationError.self) { try names.validate() }
    }

    @Test("schemas tell what the definition says")
    func schema_fields_asDefined() throws {
        let schema = Codec_Test_Oneofs.schema
        #expect(schema.name == "codec.test.Oneofs")
        #expect(schema.fields.map(\.number) == [9, 2, 5, 4, 1, 3, 8, 7, 6, 11, 100])
        #expect(schema.fields.map(\.name).last == "after")
        let arm = try #require(schema.fields.first)
        guard case .arm(of: "first") = arm.cardinality, case .string = arm.kind else {
            Issue.record("first_text is described as \(arm)")
            return
        }
        #expect(Codec_Test_Colour.schema.values.map(\.name).contains("COLOUR_BLUE"))
        #expect(ProtobufCodecTestsMessages.all.contains { $0 == Codec_Test_Tree.Branch.self })
    }

    @Test("equal messages have equal hashes, and differ by presence and by unknown fields")
    func equality_allParts_compared() throws {
        #expect(Samples.scalars == Samples.scalars)
        #expect(Set([Samples.tree, Samples.tree, Codec_Test_Tree()]).count == 2)
        let unknown = try Codec_Test_Tree(serializedBytes: [0xf8, 1, 1])
        #expect(unknown != Codec_Test_Tree())
    }

    @Test("points and spans of time are written like any message")
    func wellKnownTypes_bytes_known() throws {
        let goZero = Google_Protobuf_Timestamp(seconds: -62_135_596_800)
        #expect(hex(try goZero.serializedBytes()) == "088092b8c398feffffff01")
        let span = Google_Protobuf_Duration(seconds: 300, nanos: 5)
        #expect(hex(try span.serializedBytes()) == "08ac021005")
        #expect(try Google_Protobuf_Duration(serializedBytes: hex("10051803 08ac02")).nanos == 5)
        #expect(try Google_Protobuf_Duration(serializedBytes: hex("1803")).unknownFields.data == [0x18, 3])
    }
}
