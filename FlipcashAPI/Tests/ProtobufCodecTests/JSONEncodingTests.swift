import ProtobufCodec
import Testing

/// Tests of messages as JSON (proto3 mapping), with one spelling only.
@Suite struct JSONEncodingTests {
    @Test("scalars are numbers, 64-bit integers strings, bytes base64, enums names")
    func jsonString_scalars_form() throws {
        #expect(
            try Samples.scalars.jsonString() == """
                {"aDouble":-1.5,"aFloat":0.25,"anInt32":-1,"anInt64":"-9223372036854775808","aUint32":4294967295,\
                "aUint64":"18446744073709551615","aSint32":-2147483648,"aSint64":"-2","aFixed32":16909060,\
                "aFixed64":"72623859790382856","aSfixed32":-2,"aSfixed64":"-3","aBool":true,"aString":"Zoë 🐙",\
                "aBytes":"AP8=","aColour":"COLOUR_MINUS","aMessage":{"anInt32":7}}
                """)
    }

    @Test("defaults are left out unless the field has presence")
    func jsonString_defaults_byPresence() throws {
        #expect(try Codec_Test_Scalars().jsonString() == "{}")
        #expect(try Codec_Test_Oneofs.with { $0.firstNumber = 0 }.jsonString() == #"{"firstNumber":0}"#)
        #expect(
            try Codec_Test_Optionals.with {
                $0.aDouble = 0
                $0.aString = ""
                $0.aColour = .none
            }.jsonString() == #"{"aDouble":0.0,"aString":"","aColour":"COLOUR_NONE"}"#)
    }

    @Test("floating-point numbers have the fewest exact digits; NaN and infinities are strings")
    func jsonString_floatingPoint_shortest() throws {
        let lists = Codec_Test_Lists.with {
            $0.doubles = [
                0.1, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, .infinity, -.infinity, .nan,
            ]
            $0.floats = [0.1, 16_777_216, .greatestFiniteMagnitude]
        }
        #expect(
            try lists.jsonString() == """
                {"doubles":[0.1,1e+300,5e-324,1.7976931348623157e+308,-0.0,"Infinity","-Infinity","NaN"],\
                "floats":[0.1,16777216.0,3.4028235e+38]}
                """)
    }

    @Test("maps are written in key order, and keys are strings")
    func jsonString_maps_sortedTexts() throws {
        let maps = Codec_Test_Maps.with {
            $0.byInt32 = [5: 3, -1: 1]
            $0.byBool = [true: Codec_Test_Scalars(), false: .with { $0.aBool = true }]
            $0.byString = ["b": Codec_Test_Scalars(), "\"": Codec_Test_Scalars()]
        }
        #expect(
            try maps.jsonString() == """
                {"byInt32":{"-1":1.0,"5":3.0},"byBool":{"false":{"aBool":true},"true":{}},"byString":{"\\"":{},"b":{}}}
                """)
    }

    @Test("only quotation marks, backslashes and control characters are escaped")
    func jsonString_text_escaped() throws {
        let message = Codec_Test_Scalars.with { $0.aString = "\"\\/\u{8}\u{c}\n\r\t\u{1}\u{7f}é\u{2028}" }
        #expect(
            try message.jsonString()
                == #"{"aString":"\"\\/\b\f\n\r\t\u0001\u007fé"# + "\u{2028}" + #""}"#)
    }

    @Test("options select numbers for 64-bit integers and enums, and names of the definition")
    func jsonString_options_obeyed() throws {
        let message = Codec_Test_Scalars.with {
            $0.anInt64 = -5
            $0.aFixed64 = 6
            $0.aColour = .blue
        }
        var options = JSONEncodingOptions()
        options.alwaysPrintInt64sAsNumbers = true
        options.alwaysPrintEnumsAsInts = true
        options.preserveProtoFieldNames = true
        #expect(try message.jsonString(options: options) == #"{"an_int64":-5,"a_fixed64":6,"a_colour":5}"#)
    }

    @Test("an enum value without a name is written as its number; json_name is used")
    func jsonString_unknownEnumAndRenamedField_form() throws {
        #expect(try Codec_Test_Scalars.with { $0.aColour = .UNRECOGNIZED(99) }.jsonString() == #"{"aColour":99}"#)
        #expect(try Codec_Test_Guarded.with { $0.renamed = "x" }.jsonString() == #"{"@other":"x"}"#)
    }

    @Test("unknown fields are left out")
    func jsonString_unknownFields_leftOut() throws {
        let message = try Codec_Test_Tree(serializedBytes: hex("0a0161 fa0101 62"))
        #expect(!message.unknownFields.isEmpty)
        #expect(try message.jsonString() == #"{"name":"a"}"#)
    }

    @Test("UTF-8 is written into any collection of bytes")
    func jsonUTF8Bytes_collections_same() throws {
        let message = Codec_Test_Tree.with { $0.name = "é" }
        let array = try message.jsonUTF8Bytes()
        let slice: ArraySlice<UInt8> = try message.jsonUTF8Data()
        #expect(array == Array(#"{"name":"é"}"#.utf8))
        #expect(slice.elementsEqual(array))
    }

    @Test("every sample survives the round trip")
    func jsonString_samples_roundTrip() throws {
        for sample in Samples.all + [WellKnownSamples.full] { try roundTrip(sample) }
    }

    private func roundTrip<M: Message>(_ message: M) throws {
        let text = try message.jsonString()
        #expect(try M(jsonString: text) == message, "\(text)")
        var options = JSONEncodingOptions()
        options.preserveProtoFieldNames = true
        #expect(try M(jsonUTF8Bytes: message.jsonUTF8Bytes(options: options)) == message)
    }

    @Test("messages nested deeper than readers accept are rejected")
    func jsonString_endlessNesting_refused() {
        var tree = Codec_Test_Tree()
        for _ in 0..<400 {
            let inner = tree
            tree = .with { $0.left = inner }
        }
        #expect(throws: JSONEncodingError.nestedTooDeeply) { try tree.jsonString() }
        #expect(tree.textFormatString() == "# too large or too deeply nested to show\n")
    }

    @Test("random messages survive JSON bit for bit")
    func jsonString_randomMessages_roundTrip() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            try roundTrip(
                Codec_Test_Scalars.with {
                    $0.aDouble = finite(Double(bitPattern: generator.next()))
                    $0.aFloat = finite(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
                    $0.anInt32 = Int32(truncatingIfNeeded: generator.next())
                    $0.anInt64 = Int64(bitPattern: generator.next())
                    $0.aUint64 = generator.next() >> (generator.next() % 64)
                    $0.aSint64 = Int64(bitPattern: generator.next()) >> 40
                    $0.aBytes = (0..<generator.next() % 9).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                    $0.aString = String(
                        decoding: (0..<generator.next() % 9).map { _ in UInt16(truncatingIfNeeded: generator.next()) },
                        as: UTF16.self)
                    $0.aColour = Codec_Test_Colour(rawValue: Int(generator.next() % 9)) ?? .none
                })
        }
    }

    /// Replaces NaN, which is not equal to itself and has a separate test.
    private func finite<Number: BinaryFloatingPoint>(_ number: Number) -> Number {
        number.isNaN ? 0 : number
    }
}
