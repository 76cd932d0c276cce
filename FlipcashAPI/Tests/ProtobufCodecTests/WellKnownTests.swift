import ProtobufCodec
import Testing

enum WellKnownSamples {
    static let full = Codec_Test_WellKnown.with {
        $0.any = package
        $0.duration = Google_Protobuf_Duration(seconds: -3, nanos: -5_000_000)
        $0.empty = Google_Protobuf_Empty()
        $0.mask = Google_Protobuf_FieldMask(protoPaths: ["user_id", "a.b_c", "x"])
        $0.object = ["null": nil, "flag": true, "list": Google_Protobuf_Value(listValue: [1, "two", 3.5])]
        $0.value = Google_Protobuf_Value(structValue: ["a": -1])
        $0.list = [nil, false, "x"]
        $0.timestamp = Google_Protobuf_Timestamp(seconds: 1_777_636_800, nanos: 20_000)
        $0.boolValue = false
        $0.bytesValue = Google_Protobuf_BytesValue([1, 2])
        $0.doubleValue = 1.5
        $0.floatValue = 0.0
        $0.int32Value = -7
        $0.int64Value = -8
        $0.stringValue = ""
        $0.uint32Value = 9
        $0.uint64Value = 10
        $0.values = [nil, 1, "x"]
        $0.namedValues = ["n": nil]
        $0.timestamps = [Google_Protobuf_Timestamp()]
        $0.chosenNull = .nullValue
    }

    /// An `Any` with a message whose JSON is a string.
    private static let package = Google_Protobuf_Any.with {
        $0.typeURL = "type.googleapis.com/google.protobuf.Duration"
        $0.value = [8, 1]
    }
}

/// Tests of the messages with a special JSON form.
@Suite struct WellKnownTests {
    @Test("descriptors of messages and services are read and written as protoc does")
    func serializedBytes_definitions_areAsElsewhere() throws {
        let type = Google_Protobuf_Type.with {
            $0.name = "shop.v1.Order"
            $0.fields = [
                .with {
                    $0.kind = .typeSint32
                    $0.cardinality = .repeated
                    $0.number = 2
                    $0.name = "item_counts"
                    $0.packed = true
                    $0.jsonName = "itemCounts"
                }
            ]
            $0.oneofs = ["payment"]
            $0.options = [
                .with {
                    $0.name = "deprecated"
                    $0.value.typeURL = "type.googleapis.com/google.protobuf.BoolValue"
                    $0.value.value = [8, 1]
                }
            ]
            $0.sourceContext.fileName = "shop.proto"
            $0.syntax = .proto3
        }
        let typeBytes = hex(
            """
            0a0d73686f702e76312e4f726465721221081110031802220b6974656d5f636f756e74734001520a6974656d436f756e7473\
            1a077061796d656e7422410a0a6465707265636174656412330a2d747970652e676f6f676c65617069732e636f6d2f676f6f\
            676c652e70726f746f6275662e426f6f6c56616c7565120208012a0c0a0a73686f702e70726f746f3001
            """)
        #expect(try type.serializedBytes() == typeBytes)
        #expect(try Google_Protobuf_Type(serializedBytes: typeBytes) == type)
        let json = try type.jsonString()
        #expect(json.contains(#""kind":"TYPE_SINT32","cardinality":"CARDINALITY_REPEATED""#))
        #expect(try Google_Protobuf_Type(jsonString: json) == type)

        let api = Google_Protobuf_Api.with {
            $0.name = "shop.v1.Orders"
            $0.methods = [
                .with {
                    $0.name = "Watch"
                    $0.requestTypeURL = "type.googleapis.com/shop.v1.Order"
                    $0.responseStreaming = true
                    $0.syntax = .proto3
                }
            ]
            $0.version = "1.2"
            $0.mixins = [
                .with {
                    $0.name = "google.acl.v1.AccessControl"
                    $0.root = "acls"
                }
            ]
        }
        let apiBytes = hex(
            """
            0a0e73686f702e76312e4f7264657273122e0a0557617463681221747970652e676f6f676c65617069732e636f6d2f73686f\
            702e76312e4f72646572280138012203312e3232230a1b676f6f676c652e61636c2e76312e416363657373436f6e74726f6c\
            120461636c73
            """)
        #expect(try api.serializedBytes() == apiBytes)
        #expect(try Google_Protobuf_Api(serializedBytes: apiBytes) == api)
        #expect(try Google_Protobuf_Api(jsonString: api.jsonString()) == api)
    }

    @Test("each message has its special form")
    func jsonString_all_ownForms() throws {
        #expect(
            try WellKnownSamples.full.jsonString() == """
                {"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"},"duration":"-3.005s",\
                "empty":{},"mask":"userId,a.bC,x","object":{"flag":true,"list":[1.0,"two",3.5],"null":null},\
                "value":{"a":-1.0},"list":[null,false,"x"],"timestamp":"2026-05-01T12:00:00.000020Z",\
                "boolValue":false,"bytesValue":"AQI=","doubleValue":1.5,"floatValue":0.0,"int32Value":-7,\
                "int64Value":"-8","stringValue":"","uint32Value":9,"uint64Value":"10","values":[null,1.0,"x"],\
                "namedValues":{"n":null},"timestamps":["1970-01-01T00:00:00Z"],"chosenNull":null}
                """)
    }

    @Test(
        "timestamps are written to the second, millisecond, microsecond or nanosecond",
        arguments: [
            (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
            (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
            (-1, 500_000_000, "1969-12-31T23:59:59.500Z"),
            (951_782_400, 0, "2000-02-29T00:00:00Z"),
            (4_107_542_399, 1000, "2100-02-28T23:59:59.000001Z"),
            (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
        ] as [(Int64, Int32, String)])
    func timestamp_text_bothWays(seconds: Int64, nanos: Int32, text: String) throws {
        let time = Google_Protobuf_Timestamp(seconds: seconds, nanos: nanos)
        #expect(try time.jsonString() == "\"\(text)\"")
        #expect(try Google_Protobuf_Timestamp(jsonString: "\"\(text)\"") == time)
    }

    @Test("every day of the calendar follows the previous one")
    func timestamp_days_consecutive() throws {
        let firstDay: Int64 = -719_162
        var month: Int64 = 1
        var day: Int64 = 1
        var year: Int64 = 1
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: width - digits.utf8.count) + digits
        }
        for index in 0..<Int64(366 * 801) {
            let time = Google_Protobuf_Timestamp(seconds: (firstDay + index) * 86_400)
            let text = "\"\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T00:00:00Z\""
            guard try time.jsonString() == text, try Google_Protobuf_Timestamp(jsonString: text) == time else {
                Issue.record("\(text)")
                return
            }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day += 1
            if day > length[Int(month) - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test("offsets from UTC are subtracted")
    func timestamp_offset_applied() throws {
        for text in ["1970-01-01T08:00:00+08:00", "1969-12-31T23:30:00-00:30", "1970-01-01T00:00:00.000000000Z"] {
            #expect(try Google_Protobuf_Timestamp(jsonString: "\"\(text)\"") == Google_Protobuf_Timestamp())
        }
    }

    @Test(
        "invalid timestamps are rejected",
        arguments: [
            "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01t00:00:00Z", "1970-01-01T00:00:00z",
            "1970-01-01 00:00:00Z", "1970-13-01T00:00:00Z", "1970-00-01T00:00:00Z", "1970-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "1970-04-31T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z",
            "1970-01-01T00:00:60Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.0000000001Z",
            "1970-01-01T00:00:00+8:00", "1970-01-01T00:00:00+24:00", "0001-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01", "0000-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "1970-01-01T00:00:00Z ",
            "+970-01-01T00:00:00Z", "197०-01-01T00:00:00Z",
        ])
    func timestamp_badText_refused(text: String) {
        #expect(throws: JSONDecodingError(.invalidTimestamp, offset: 0, path: "")) {
            try Google_Protobuf_Timestamp(jsonString: "\"\(text)\"")
        }
    }

    @Test("timestamps outside the years 1 to 9999 or with invalid nanoseconds have no JSON form")
    func timestamp_outOfRange_noForm() {
        for (seconds, nanos) in [
            (-62_135_596_801, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000), (.min, 0), (.max, .max),
        ] as [(Int64, Int32)] {
            #expect(throws: JSONEncodingError.timestampRange) {
                try Google_Protobuf_Timestamp(seconds: seconds, nanos: nanos).jsonString()
            }
        }
    }

    @Test(
        "durations survive the round trip",
        arguments: [
            (0, 0, "0s"), (1, 340_012, "1.000340012s"), (0, -1_000_000, "-0.001s"), (-2, -500_000_000, "-2.500s"),
            (315_576_000_000, 999_999_999, "315576000000.999999999s"),
        ] as [(Int64, Int32, String)])
    func duration_text_bothWays(seconds: Int64, nanos: Int32, text: String) throws {
        let span = Google_Protobuf_Duration(seconds: seconds, nanos: nanos)
        #expect(try span.jsonString() == "\"\(text)\"")
        #expect(try Google_Protobuf_Duration(jsonString: "\"\(text)\"") == span)
    }

    @Test("invalid durations are rejected, and a duration with two signs has no JSON form")
    func duration_bad_refused() {
        for text in ["", "s", "1", "1.s", ".5s", "1.0000000001s", "+1s", "1S", "1s ", "315576000001s", "1e2s", "--1s"] {
            #expect(throws: JSONDecodingError(.invalidDuration, offset: 0, path: "")) {
                try Google_Protobuf_Duration(jsonString: "\"\(text)\"")
            }
        }
        for (seconds, nanos) in [(1, -1), (-1, 1), (315_576_000_001, 0), (0, 1_000_000_000), (.min, 0), (0, .min)]
            as [(Int64, Int32)]
        {
            #expect(throws: JSONEncodingError.durationRange) {
                try Google_Protobuf_Duration(seconds: seconds, nanos: nanos).jsonString()
            }
        }
    }

    @Test("paths that would change have no JSON form, and underscores are rejected")
    func fieldMask_bad_refused() throws {
        for path in ["fooBar", "foo__bar", "foo_3", "foo_", "a b", ""] {
            for paths in [[path], [path, "a"], ["a", path]] {
                #expect(throws: JSONEncodingError.fieldMaskConversion) {
                    try Google_Protobuf_FieldMask(protoPaths: paths).jsonString()
                }
            }
        }
        let empty = try Codec_Test_WellKnown(serializedBytes: hex("22050a000a0161"))
        #expect(empty.mask.paths == ["", "a"])
        #expect(throws: JSONEncodingError.fieldMaskConversion) { try empty.jsonString() }
        for text in ["foo_bar", "a,,b", ",", "a b"] {
            #expect(throws: JSONDecodingError(.invalidFieldMask, offset: 0, path: "")) {
                try Google_Protobuf_FieldMask(jsonString: "\"\(text)\"")
            }
        }
        #expect(try Google_Protobuf_FieldMask(jsonString: "\"\"").paths.isEmpty)
    }

    @Test("empty values and values that are not finite have no JSON form")
    func value_bad_refused() {
        #expect(throws: JSONEncodingError.missingValue) { try Google_Protobuf_Value().jsonString() }
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(throws: JSONEncodingError.valueNumberNotFinite) {
                try Google_Protobuf_Value(numberValue: number).jsonString()
            }
        }
        #expect(throws: JSONDecodingError.self) { try Google_Protobuf_Value(jsonString: "1e400") }
        #expect(throws: JSONDecodingError.self) { try Google_Protobuf_Struct(jsonString: #"{"a":1,"a":2}"#) }
    }

    @Test("any JSON within the depth limit is a Value and survives the round trip")
    func value_deepNesting_roundTrip() throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = String(repeating: open, count: 99) + "[]" + String(repeating: close, count: 99)
            #expect(try Google_Protobuf_Value(jsonString: text).jsonString() == text)
        }
    }

    // MARK: Any

    private func options() -> (JSONEncodingOptions, JSONDecodingOptions) {
        var encoding = JSONEncodingOptions()
        var decoding = JSONDecodingOptions()
        encoding.types = TypeRegistry([Codec_Test_Tree.self, Codec_Test_WellKnown.self])
        decoding.types = encoding.types
        return (encoding, decoding)
    }

    @Test("an Any is its message with the type at any position, also nested")
    func any_registeredType_bothWays() throws {
        let (encoding, decoding) = options()
        let inner = try Google_Protobuf_Any(message: Codec_Test_Tree.with { $0.name = "x" })
        let outer = try Google_Protobuf_Any(message: inner)
        let text = try outer.jsonString(options: encoding)
        #expect(
            text == """
                {"@type":"type.googleapis.com/google.protobuf.Any",\
                "value":{"@type":"type.googleapis.com/codec.test.Tree","name":"x"}}
                """)
        #expect(try Google_Protobuf_Any(jsonString: text, options: decoding) == outer)
        let reversed = #"{"name":"x","@type":"type.googleapis.com/codec.test.Tree"}"#
        #expect(try Google_Protobuf_Any(jsonString: reversed, options: decoding) == inner)
        #expect(try Codec_Test_Tree(unpackingAny: inner).name == "x")
        #expect(throws: AnyUnpackError.typeMismatch) { try Codec_Test_Names(unpackingAny: inner) }
    }

    @Test("an Any with an unknown or missing type or with invalid content is rejected")
    func any_unknown_refused() throws {
        #expect(try Google_Protobuf_Any().jsonString() == "{}")
        #expect(try Google_Protobuf_Any(jsonString: "{}") == Google_Protobuf_Any())
        let tree = try Google_Protobuf_Any(message: Codec_Test_Tree())
        #expect(throws: JSONEncodingError.anyTypeURLNotRegistered(typeURL: tree.typeURL)) { try tree.jsonString() }
        for text in [
            #"{"@type":"type.googleapis.com/codec.test.Tree"}"#, #"{"@type":"codec.test.Tree"}"#, #"{"name":"x"}"#,
            #"{"@type":"x/"}"#,
        ] {
            #expect(throws: JSONDecodingError(.unknownType, offset: 0, path: "")) {
                try Google_Protobuf_Any(jsonString: text)
            }
        }
        var broken = tree
        broken.value = [0x0a, 0xff]
        let (encoding, _) = options()
        #expect(throws: JSONEncodingError.anyContentInvalid(typeURL: tree.typeURL)) {
            try broken.jsonString(options: encoding)
        }
        #expect(throws: AnyUnpackError.self) { try Codec_Test_Tree(unpackingAny: broken) }
    }

    @Test("at most ten nested Any are opened, because each contains the bytes of all inner ones")
    func any_nested_limited() throws {
        func wrapped(_ count: Int) -> String {
            let head = #"{"@type":"type.googleapis.com/google.protobuf.Any","value":"#
            let core = #"{"@type":"type.googleapis.com/google.protobuf.BoolValue","value":true}"#
            return String(repeating: head, count: count) + core + String(repeating: "}", count: count)
        }
        let deepest = try Google_Protobuf_Any(jsonString: wrapped(9))
        #expect(try deepest.jsonString() == wrapped(9))
        #expect(deepest.textFormatString().contains("value: true"))
        let beyond = try Google_Protobuf_Any(message: deepest)
        #expect(throws: JSONEncodingError.nestedTooDeeply) { try beyond.jsonString() }
        #expect(throws: JSONDecodingError.self) { try Google_Protobuf_Any(jsonString: wrapped(10)) }
        #expect(beyond.textFormatString().contains("# nested too deeply to show"))
        #expect(!beyond.textFormatString().contains("value: true"))
        // The limit applies to nested `Any`, not to their number.
        let list = "[" + Array(repeating: wrapped(9), count: 3).joined(separator: ",") + "]"
        #expect(try Google_Protobuf_Any.jsonString(from: Google_Protobuf_Any.array(fromJSONString: list)) == list)
    }

    @Test("Any nested without end are rejected")
    func any_endless_refused() throws {
        var package = Google_Protobuf_Any()
        for _ in 0..<2000 { package = try Google_Protobuf_Any(message: package) }
        #expect(throws: JSONEncodingError.nestedTooDeeply) { try package.jsonString() }
        #expect(package.textFormatString().contains("# nested too deeply to show"))
    }

    @Test("accepted Any content can be opened: it is not deeper than the binary limit")
    func any_deepContent_refused() throws {
        func package(_ depth: Int) -> String {
            #"{"@type":"type.googleapis.com/google.protobuf.ListValue","value":"#
                + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        let accepted = try Google_Protobuf_Any(jsonString: package(51))
        #expect(try accepted.jsonString() == package(51))
        #expect(throws: Never.self) { try Google_Protobuf_ListValue(unpackingAny: accepted) }
        #expect(throws: JSONDecodingError(.nestedTooDeeply, offset: 0, path: "")) {
            try Google_Protobuf_Any(jsonString: package(52))
        }
    }

    @Test("the depth stated in the decoding options is where bytes cannot be read back")
    func messageDepthLimit_binaryForm_asDocumented() throws {
        func list(_ depth: Int) throws -> Google_Protobuf_ListValue {
            try Google_Protobuf_ListValue(
                jsonString: String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        func object(_ depth: Int) throws -> Google_Protobuf_Struct {
            try Google_Protobuf_Struct(
                jsonString: String(repeating: "{\"a\":", count: depth - 1) + "{}"
                    + String(repeating: "}", count: depth - 1))
        }
        func readsBack<M: Message>(_ message: M) throws -> Bool {
            let bytes: [UInt8] = try message.serializedBytes()
            return (try? M(serializedBytes: bytes)) == message
        }
        #expect(try readsBack(list(51)) && !readsBack(list(52)))
        #expect(try readsBack(object(34)) && !readsBack(object(35)))
    }

    @Test("an Any of a type with a special JSON form requires its value")
    func any_withoutValue_refused() throws {
        for name in ["Duration", "Timestamp", "Value", "Struct", "Int64Value", "Any"] {
            let text = "{\"any\":{\"@type\":\"type.googleapis.com/google.protobuf.\(name)\"}}"
            for ignoresUnknown in [false, true] {
                var options = JSONDecodingOptions()
                options.ignoreUnknownFields = ignoresUnknown
                #expect(throws: JSONDecodingError(.missingValue, offset: 7, path: "any")) {
                    try Codec_Test_WellKnown(jsonString: text, options: options)
                }
            }
        }
        let null = #"{"@type":"type.googleapis.com/google.protobuf.Value","value":null}"#
        #expect(try Google_Protobuf_Any(jsonString: null).jsonString() == null)
        #expect(
            JSONDecodingError(.missingValue, offset: 0, path: "any").description
                == "any: the object has a type, but no value (byte 0)")
    }

    // MARK: Arithmetic

    @Test("timestamps and durations are made from nanoseconds, and durations from numbers")
    func initializers_defaults_zero() {
        #expect(Google_Protobuf_Timestamp(nanos: 5) == .with { $0.nanos = 5 })
        #expect(Google_Protobuf_Duration(nanos: -5) == .with { $0.nanos = -5 })
        #expect(Google_Protobuf_Timestamp() == Google_Protobuf_Timestamp(seconds: 0))
        let spans: [(Google_Protobuf_Duration, Int64, Int32)] = [
            (1.5, 1, 500_000_000), (-1.5, -1, -500_000_000), (0.0, 0, 0), (-0.000_000_001, 0, -1),
            (2.999_999_999_9, 3, 0), (1e300, .max, 0), (-1e300, .min, 0),
        ]
        for (span, seconds, nanos) in spans {
            #expect(span == Google_Protobuf_Duration(seconds: seconds, nanos: nanos))
        }
        #expect(Google_Protobuf_Duration(floatLiteral: .nan).nanos == 0)
        #expect(defaultAnyTypeURLPrefix == "type.googleapis.com")
    }

    @Test("timestamps and durations are added and subtracted; both parts of a duration have the same sign")
    func arithmetic_pointsAndSpans_normalized() {
        typealias Span = Google_Protobuf_Duration
        typealias Time = Google_Protobuf_Timestamp
        #expect(-Span(seconds: 1, nanos: 5) == Span(seconds: -1, nanos: -5))
        #expect(
            Span(seconds: 1, nanos: 600_000_000) + Span(seconds: 2, nanos: 600_000_000)
                == Span(seconds: 4, nanos: 200_000_000))
        #expect(Span(seconds: 1) - Span(seconds: 1, nanos: 1) == Span(nanos: -1))
        #expect(Span(seconds: -2, nanos: -1) + Span(seconds: 1) == Span(seconds: -1, nanos: -1))
        #expect(Time(seconds: 10, nanos: 1) - Span(nanos: 2) == Time(seconds: 9, nanos: 999_999_999))
        #expect(Time(seconds: -1, nanos: 999_999_999) + Span(nanos: 1) == Time())
        #expect(Span(seconds: 3) + Time(seconds: 4) == Time(seconds: 7))
        #expect(Time(seconds: 1) - Time(seconds: 2, nanos: 1) == Span(seconds: -1, nanos: -1))
        #expect(Time(seconds: 2, nanos: 1) - Time(seconds: 1, nanos: 2) == Span(nanos: 999_999_999))
    }

    @Test("sums of timestamps and durations never trap but stay at the bound")
    func arithmetic_extremes_saturates() {
        let seconds: [Int64] = [.min, -1, 0, 1, .max]
        let nanos: [Int32] = [.min, -1, 0, 1, .max]
        let spans = seconds.flatMap { second in nanos.map { Google_Protobuf_Duration(seconds: second, nanos: $0) } }
        for left in spans {
            let time = Google_Protobuf_Timestamp(seconds: left.seconds, nanos: left.nanos)
            for right in spans {
                for span in [left + right, left - right, -left] {
                    #expect(span.nanos.magnitude < 1_000_000_000)
                    #expect(span.seconds == 0 || span.nanos == 0 || (span.seconds < 0) == (span.nanos < 0))
                }
                for sum in [time + right, time - right, right + time] {
                    #expect(0..<1_000_000_000 ~= sum.nanos)
                }
            }
        }
        let longest = Google_Protobuf_Duration(seconds: .max)
        #expect((longest + longest).seconds == .max && (-longest - longest).seconds < -.max / 2)
        #expect((-Google_Protobuf_Duration(seconds: .min)).seconds == .max)
    }
}
