import ProtobufCodec
import Testing

/// Tests of the JSON that is accepted, and of the errors for the rest.
@Suite struct JSONDecodingTests {
    @Test("fields are read by both spellings, in any order, with any white space")
    func init_names_bothSpellings() throws {
        let message = try Codec_Test_Scalars(
            jsonString: " {\n\t\"aString\" : \"x\" ,\r\n \"an_int32\":5, \"aMessage\":{\"aBool\":true} } ")
        #expect(message.aString == "x" && message.anInt32 == 5 && message.aMessage.aBool)
        #expect(try Codec_Test_Guarded(jsonString: #"{"@other":"x"}"#).renamed == "x")
        #expect(try Codec_Test_Guarded(jsonString: #"{"renamed":"x"}"#).renamed == "x")
    }

    @Test(
        "integers are read from numbers or strings, in any notation of a whole number",
        arguments: [
            ("7", 7), ("\"7\"", 7), ("-7", -7), ("7.0", 7), ("7e0", 7), ("0.7e1", 7), ("70e-1", 7), ("\"7.00\"", 7),
            ("-0", 0), ("0e99999999999999999999", 0), ("2147483647", .max), ("-2.147483648E+9", .min),
            ("\"\\u0037\"", 7),
        ] as [(String, Int32)])
    func init_integer_exact(text: String, expected: Int32) throws {
        #expect(try Codec_Test_Scalars(jsonString: "{\"anInt32\":\(text)}").anInt32 == expected)
    }

    @Test("64-bit integers are read exactly")
    func init_wideIntegers_exact() throws {
        let message = try Codec_Test_Scalars(
            jsonString: """
                {"anInt64":-9223372036854775808,"aUint64":"18446744073709551615","aSint64":9.223372036854775807e18,
                "aFixed64":18446744073709551614.0,"aSfixed64":"-9223372036854775807"}
                """)
        #expect(message.anInt64 == .min && message.aUint64 == .max && message.aSint64 == .max)
        #expect(message.aFixed64 == .max - 1 && message.aSfixed64 == .min + 1)
    }

    @Test(
        "floating-point numbers are rounded to the nearest value",
        arguments: [
            ("0.1", 0.1), ("1", 1), ("\"2.5\"", 2.5), ("-1e-400", -0.0), ("4.9e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("\"-Infinity\"", -.infinity),
            ("9007199254740993", 9_007_199_254_740_992),
        ] as [(String, Double)])
    func init_double_nearest(text: String, expected: Double) throws {
        let message = try Codec_Test_Scalars(jsonString: "{\"aDouble\":\(text)}")
        #expect(message.aDouble.bitPattern == expected.bitPattern)
    }

    @Test("NaN and the infinities are read, also with escaped letters")
    func init_special_read() throws {
        #expect(try Codec_Test_Scalars(jsonString: #"{"aDouble":"NaN","aFloat":"NaN"}"#).aDouble.isNaN)
        #expect(try Codec_Test_Scalars(jsonString: #"{"aDouble":"\u004eaN"}"#).aDouble.isNaN)
        let message = try Codec_Test_Scalars(jsonString: #"{"aDouble":"-\u0049nfinity","aFloat":"Infin\u0069ty"}"#)
        #expect(message.aDouble == -.infinity && message.aFloat == .infinity)
        #expect(throws: JSONDecodingError(.malformedNumber, offset: 11, path: "a_double")) {
            try Codec_Test_Scalars(jsonString: #"{"aDouble":"\u006eaN"}"#)
        }
    }

    @Test("map keys that are equal to Swift but differ in bytes are rejected as duplicates")
    func init_keysOfEqualLooks_areDuplicates() {
        let composed = "\u{e9}"
        let decomposed = "e\u{301}"
        let text = "{\"byString\":{\"\(composed)\":{\"anInt32\":1},\"\(decomposed)\":{\"anInt32\":2}}}"
        #expect(throws: JSONDecodingError.self) { try Codec_Test_Maps(jsonString: text) }
        #expect(throws: JSONDecodingError.self) {
            try Codec_Test_Maps(jsonString: "{\"byString\":{\"\(composed)\":{},\"\\u00e9\":{}}}")
        }
    }

    @Test("errors repeat only the start of a foreign name, in printable characters")
    func description_foreignNames_printableAndShort() {
        let name = "a\n\u{1b}[31m\u{202e}" + String(repeating: "\u{301}", count: 1000)
        let error = JSONDecodingError(.unknownField(name), offset: 1, path: "").description
        #expect(error.hasPrefix("there is no field a\\n\\033[31m\\342\\200\\256\\314\\201"))
        #expect(error.hasSuffix("... (byte 1)") && error.utf8.count < 300)
        for error in [
            JSONEncodingError.anyTypeURLNotRegistered(typeURL: name), .anyContentInvalid(typeURL: name),
        ] {
            #expect(error.description.utf8.allSatisfy { 0x20..<0x7f ~= $0 } && error.description.utf8.count < 350)
        }
        #expect(
            JSONDecodingError(.unknownField("strange"), offset: 1, path: "").description
                == "there is no field strange (byte 1)")
    }

    @Test("an array of messages survives the round trip")
    func array_messages_bothWays() throws {
        let trees = [Codec_Test_Tree.with { $0.name = "a" }, Codec_Test_Tree()]
        let text = #"[{"name":"a"},{}]"#
        #expect(try Codec_Test_Tree.jsonString(from: trees) == text)
        #expect(try Codec_Test_Tree.jsonUTF8Bytes(from: trees) == Array(text.utf8))
        #expect(try Codec_Test_Tree.array(fromJSONString: text) == trees)
        #expect(try Codec_Test_Tree.array(fromJSONUTF8Bytes: Array("[ ]".utf8)) == [])
        #expect(throws: JSONDecodingError(.wrongKind, offset: 12, path: "[1].name")) {
            try Codec_Test_Tree.array(fromJSONString: #"[{},{"name":1}]"#)
        }
        for text in ["{}", "[{}", "[{},]", "[{}] x", "[null]"] {
            #expect(throws: JSONDecodingError.self) { try Codec_Test_Tree.array(fromJSONString: text) }
        }
    }

    @Test("bytes are read in either base64 alphabet, padded or not")
    func init_base64_bothAlphabets() throws {
        for (text, expected) in [
            ("", []), ("AA==", [0]), ("AA", [0]), ("-_8=", [0xfb, 0xff]), ("+/8", [0xfb, 0xff]), ("AQID", [1, 2, 3]),
        ] as [(String, [UInt8])] {
            #expect(try Codec_Test_Scalars(jsonString: "{\"aBytes\":\"\(text)\"}").aBytes == expected, "\(text)")
        }
    }

    @Test("enums are read by name or number, including unknown numbers")
    func init_enums_nameOrNumber() throws {
        for (text, expected) in [("\"COLOUR_BLUE\"", .blue), ("5", .blue), ("-1", .minus), ("77", .UNRECOGNIZED(77))]
            as [(String, Codec_Test_Colour)]
        {
            #expect(try Codec_Test_Scalars(jsonString: "{\"aColour\":\(text)}").aColour == expected)
        }
    }

    @Test("null leaves a field unset, also a list, map or message")
    func init_null_unset() throws {
        #expect(try Codec_Test_Scalars(jsonString: #"{"aString":null,"aMessage":null}"#) == Codec_Test_Scalars())
        #expect(try Codec_Test_Lists(jsonString: #"{"doubles":null,"messages":null}"#) == Codec_Test_Lists())
        #expect(try Codec_Test_Maps(jsonString: #"{"byBool":null}"#) == Codec_Test_Maps())
        #expect(
            try Codec_Test_Oneofs(jsonString: #"{"firstNumber":null,"firstText":"a"}"#).first == .firstText("a"))
    }

    @Test("escapes are decoded, including surrogate pairs")
    func init_escapes_resolved() throws {
        let text = #"{"aString":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDC19"}"#
        #expect(try Codec_Test_Scalars(jsonString: text).aString == "\"\\/\u{8}\u{c}\n\r\té🐙")
    }

    @Test("unknown fields and enum names are rejected, or ignored with the option")
    func init_unknown_refusedOrIgnored() throws {
        let text = """
            {"strange":{"a":[1,{"b":null}],"c":"x"},"aColour":"COLOUR_GREEN","anInt32":1,"other":false}
            """
        #expect(throws: JSONDecodingError(.unknownField("strange"), offset: 1, path: "")) {
            try Codec_Test_Scalars(jsonString: text)
        }
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        #expect(try Codec_Test_Scalars(jsonString: text, options: options) == .with { $0.anInt32 = 1 })
        let list = try Codec_Test_Lists(jsonString: #"{"colours":["COLOUR_RED","GREEN",5]}"#, options: options)
        #expect(list.colours == [.red, .blue])
        let map = try Codec_Test_Maps(jsonString: #"{"bySfixed64":{"1":"GREEN","2":"COLOUR_RED"}}"#, options: options)
        #expect(map.bySfixed64 == [2: .red])
    }

    @Test("each error has the right reason, field and byte offset")
    func init_defects_reasonPlaceAndPath() {
        let cases: [(String, JSONDecodingError.Reason, Int, String)] = [
            ("", .truncated, 0, ""),
            ("{", .truncated, 1, ""),
            ("[]", .wrongKind, 0, ""),
            ("{} {}", .trailingCharacters, 3, ""),
            ("{\"aBool\":true,}", .unexpectedCharacter, 14, ""),
            ("{\"aBool\" true}", .unexpectedCharacter, 9, ""),
            ("{aBool:true}", .unexpectedCharacter, 1, ""),
            ("{\"aBool\":1}", .wrongKind, 9, "a_bool"),
            ("{\"aBool\":\"true\"}", .wrongKind, 9, "a_bool"),
            ("{\"aBool\":truely}", .unexpectedCharacter, 13, ""),
            ("{\"aBool\":true,\"aBool\":true}", .duplicateKey, 14, "a_bool"),
            ("{\"aBool\":true,\"a_bool\":true}", .duplicateKey, 14, "a_bool"),
            ("{\"anInt32\":01}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":+1}", .wrongKind, 11, "an_int32"),
            ("{\"anInt32\":1.}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":1e}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":0x1}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":\" 1\"}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":\"\"}", .malformedNumber, 11, "an_int32"),
            ("{\"anInt32\":0.5}", .notAnInteger, 11, "an_int32"),
            ("{\"anInt32\":1e-1}", .notAnInteger, 11, "an_int32"),
            ("{\"anInt32\":2147483648}", .numberOutOfRange, 11, "an_int32"),
            ("{\"anInt32\":1e999999999999999999999}", .numberOutOfRange, 11, "an_int32"),
            ("{\"anInt32\":true}", .wrongKind, 11, "an_int32"),
            ("{\"aUint32\":-1}", .numberOutOfRange, 11, "a_uint32"),
            ("{\"aUint64\":18446744073709551616}", .numberOutOfRange, 11, "a_uint64"),
            ("{\"anInt64\":9223372036854775808}", .numberOutOfRange, 11, "an_int64"),
            ("{\"aDouble\":1e309}", .numberOutOfRange, 11, "a_double"),
            ("{\"aFloat\":3.5e38}", .numberOutOfRange, 10, "a_float"),
            ("{\"aDouble\":NaN}", .wrongKind, 11, "a_double"),
            ("{\"aDouble\":\"infinity\"}", .malformedNumber, 11, "a_double"),
            ("{\"aString\":5}", .wrongKind, 11, "a_string"),
            ("{\"aString\":\"\\ud83d\"}", .invalidText, 12, "a_string"),
            ("{\"aString\":\"\\ud83d\\u0041\"}", .invalidText, 12, "a_string"),
            ("{\"aString\":\"\\udc19\\ud83d\"}", .invalidText, 12, "a_string"),
            ("{\"aString\":\"\\x41\"}", .invalidText, 12, "a_string"),
            ("{\"aString\":\"\\u00g0\"}", .invalidText, 12, "a_string"),
            ("{\"aString\":\"a\nb\"}", .invalidText, 13, "a_string"),
            ("{\"aString\":\"abc", .truncated, 11, "a_string"),
            ("{\"aBytes\":\"A\"}", .invalidBase64, 10, "a_bytes"),
            ("{\"aBytes\":\"AA=\"}", .invalidBase64, 10, "a_bytes"),
            ("{\"aBytes\":\"A A=\"}", .invalidBase64, 10, "a_bytes"),
            ("{\"aBytes\":\"====\"}", .invalidBase64, 10, "a_bytes"),
            ("{\"aColour\":\"BLUE\"}", .unknownEnumValue, 11, "a_colour"),
            ("{\"aColour\":1.5}", .notAnInteger, 11, "a_colour"),
            ("{\"aMessage\":{\"aMessage\":{\"aBool\":0}}}", .wrongKind, 33, "a_message.a_message.a_bool"),
            ("{\"aMessage\":[]}", .wrongKind, 12, "a_message"),
        ]
        for (text, reason, offset, path) in cases {
            #expect(throws: JSONDecodingError(reason, offset: offset, path: path), "\(text)") {
                try Codec_Test_Scalars(jsonString: text)
            }
        }
    }

    @Test("lists, maps and oneofs reject invalid content")
    func init_containers_refused() {
        #expect(throws: JSONDecodingError(.unexpectedNull, offset: 14, path: "doubles[1]")) {
            try Codec_Test_Lists(jsonString: #"{"doubles":[1,null]}"#)
        }
        #expect(throws: JSONDecodingError(.wrongKind, offset: 11, path: "doubles")) {
            try Codec_Test_Lists(jsonString: #"{"doubles":1}"#)
        }
        #expect(throws: JSONDecodingError(.duplicateKey, offset: 18, path: "by_int32[1]")) {
            try Codec_Test_Maps(jsonString: #"{"byInt32":{"1":1,"1e0":2}}"#)
        }
        #expect(throws: JSONDecodingError(.malformedNumber, offset: 12, path: "by_int32[0]")) {
            try Codec_Test_Maps(jsonString: #"{"byInt32":{"1 ":1}}"#)
        }
        #expect(throws: JSONDecodingError(.wrongKind, offset: 11, path: "by_bool[0]")) {
            try Codec_Test_Maps(jsonString: #"{"byBool":{"":{}}}"#)
        }
        #expect(throws: JSONDecodingError(.unexpectedNull, offset: 18, path: "by_bool[0]")) {
            try Codec_Test_Maps(jsonString: #"{"byBool":{"true":null}}"#)
        }
        #expect(throws: JSONDecodingError(.severalArms(of: "first"), offset: 17, path: "first_text")) {
            try Codec_Test_Oneofs(jsonString: #"{"firstNumber":1,"firstText":""}"#)
        }
    }

    @Test("invalid UTF-8 is rejected")
    func init_invalidUTF8_refused() {
        for bytes in [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
            let text = Array("{\"aString\":\"".utf8) + bytes + Array("\"}".utf8)
            #expect(throws: JSONDecodingError(.invalidUTF8, offset: 11, path: "a_string")) {
                try Codec_Test_Scalars(jsonUTF8Bytes: text)
            }
        }
    }

    @Test("objects and arrays nest a hundred deep, or less with the option")
    func init_nesting_limited() throws {
        func tree(_ depth: Int) -> String {
            String(repeating: "{\"left\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        }
        #expect(try Codec_Test_Tree(jsonString: tree(100)).hasLeft)
        #expect(throws: JSONDecodingError.self) { try Codec_Test_Tree(jsonString: tree(101)) }
        var options = JSONDecodingOptions()
        options.messageDepthLimit = 5
        #expect(try Codec_Test_Tree(jsonString: tree(5), options: options).hasLeft)
        #expect(throws: JSONDecodingError.self) { try Codec_Test_Tree(jsonString: tree(6), options: options) }
        options.messageDepthLimit = 1_000_000
        options.ignoreUnknownFields = true
        for text in [tree(100_000), "{\"x\":" + String(repeating: "[", count: 1_000_000)] {
            #expect(throws: JSONDecodingError.self) { try Codec_Test_Tree(jsonString: text, options: options) }
        }
    }

    @Test("truncated and changed texts never cause a crash")
    func init_mutations_noHarm() throws {
        for sample in [Samples.scalars, Samples.maps, WellKnownSamples.full] as [any Message] { try mutate(sample) }
    }

    private func mutate<M: Message>(_ message: M) throws {
        let text = try message.jsonUTF8Bytes()
        var generator = SeededGenerator(seed: 3)
        for index in text.indices {
            #expect(throws: JSONDecodingError.self) { try M(jsonUTF8Bytes: text[..<index]) }
            var changed = text
            changed[index] = UInt8(truncatingIfNeeded: generator.next())
            if let accepted = try? M(jsonUTF8Bytes: changed) { _ = try accepted.serializedBytes() as [UInt8] }
        }
    }
}
