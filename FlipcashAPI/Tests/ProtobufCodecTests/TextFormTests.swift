import ProtobufCodec
import Testing

/// Tests of the text form, which may end up in a log.
@Suite struct TextFormTests {
    @Test("each field has its own line, messages have braces, maps have keys and values")
    func textFormatString_fields_lines() {
        let tree = Codec_Test_Tree.with {
            $0.name = "a \"b\"\n\u{1}é"
            $0.left.name = "l"
            $0.named = ["k": .with { $0.name = "v" }]
        }
        #expect(
            tree.textFormatString() == """
                name: "a \\"b\\"\\n\\001é"
                left {
                  name: "l"
                }
                named {
                  key: "k"
                  value {
                    name: "v"
                  }
                }

                """)
        let scalars = Codec_Test_Scalars.with {
            $0.aDouble = .nan
            $0.aBytes = [0, 255, 0x41]
            $0.aColour = .UNRECOGNIZED(9)
        }
        #expect(scalars.textFormatString() == "a_double: nan\na_bytes: \"\\000\\377A\"\na_colour: 9\n")
    }

    @Test("sensitive values are hidden, at any depth and however the message is printed")
    func debugDescription_sensitive_redacted() throws {
        let guarded = Codec_Test_Guarded.with {
            $0.open = "seen"
            $0.secret = "hidden"
            $0.keys = [Array("hidden".utf8), [1]]
            $0.named = ["hidden": .with { $0.open = "hidden" }]
            $0.inner.secret = "hidden"
        }
        #expect(
            guarded.textFormatString() == """
                open: "seen"
                secret: [REDACTED]
                keys: [REDACTED]
                keys: [REDACTED]
                named: [REDACTED]
                inner {
                  secret: [REDACTED]
                }

                """)
        #expect(
            guarded.debugDescription == "\(String(reflecting: Codec_Test_Guarded.self)):\n\(guarded.textFormatString())"
        )
        for text in [
            "\(guarded)", String(describing: Optional(guarded)), String(reflecting: [guarded]), "\([1: guarded])",
        ] {
            #expect(text.contains("seen") && !text.contains("hidden"))
        }
        // JSON contains all values.
        #expect(try guarded.jsonString().contains("hidden"))
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("reflection hides sensitive values too, and shows which are set")
    func customMirror_sensitive_redacted() {
        let guarded = Codec_Test_Guarded.with {
            $0.open = "seen"
            $0.secret = "hidden"
            $0.keys = [Array("hidden".utf8)]
            $0.named = ["hidden": .with { $0.open = "hidden" }]
            $0.inner.secret = "hidden"
            $0.note = "hidden"
            $0.hidden.open = "hidden"
            $0.secretChoice = "hidden"
        }
        for text in [dumped(guarded), dumped([guarded]), dumped((1, guarded)), dumped(["k": guarded])] {
            // 104 is the first of the bytes.
            #expect(!text.contains("hidden\"") && !text.contains("104"), "\(text)")
        }
        #expect(dumped(guarded).contains("seen"))
        let children = Mirror(reflecting: guarded).children.map { ($0.label ?? "", "\($0.value)") }
        let secrets = children.filter { $0.1.contains("[REDACTED]") }.map(\.0)
        #expect(secrets == ["secret", "keys", "named", "choice", "_note", "_hidden"])
        let names = [
            "open", "secret", "keys", "named", "_inner", "renamed", "choice", "_note", "_hidden", "customMirror_p",
            "unknownFields",
        ]
        #expect(children.map(\.0) == names)
        let unset = Mirror(reflecting: Codec_Test_Guarded()).children
        #expect(unset.map { $0.label ?? "" } == names)
        #expect(!unset.contains { "\($0.value)".contains("REDACTED") })
        #expect(Mirror(reflecting: guarded).displayStyle == .struct)
    }

    @Test("a oneof shows which field is set, and its value unless it is sensitive")
    func debugDescription_oneof_redacted() throws {
        func check(_ arm: Codec_Test_Guarded.OneOf_Choice, _ text: String) {
            #expect("\(arm)" == text)
            #expect(String(reflecting: arm) == text)
            #expect(!dumped(arm).contains("hidden\""))
            #expect(Mirror(reflecting: arm).displayStyle == .enum)
        }
        check(.openChoice("seen"), "openChoice(\"seen\")")
        check(.secretChoice("hidden"), "secretChoice([REDACTED])")
        check(.secretMessage(.with { $0.open = "hidden" }), "secretMessage([REDACTED])")
        let inner = Codec_Test_Guarded.with { $0.secret = "hidden" }
        check(.openMessage(inner), "openMessage(\(inner.debugDescription))")
        #expect(
            Mirror(reflecting: Codec_Test_Guarded.OneOf_Choice.secretChoice("")).children.first?.label == "secretChoice"
        )
    }

    @Test("reflection shows at most the size of unknown fields and of Any content")
    func customMirror_unknown_noContent() throws {
        let message = try Codec_Test_Tree(serializedBytes: hex("0a0161 fa0106 68696464656e"))
        #expect("\(message.unknownFields)" == "9 bytes of unknown fields")
        #expect(String(reflecting: message.unknownFields) == "9 bytes of unknown fields")
        for text in [dumped(message), dumped(message.unknownFields)] {
            #expect(!text.contains("104") && !text.contains("hidden"), "\(text)")
        }
        let children = Mirror(reflecting: message.unknownFields).children.map { "\($0.label ?? "") \($0.value)" }
        #expect(children == ["byteCount 9"])

        var package = Google_Protobuf_Any.with { $0.value = Array("hidden".utf8) }
        #expect(package.textFormatString() == "value: [REDACTED]\n")
        package.typeURL = "x/y"
        #expect(package.textFormatString() == "type_url: \"x/y\"\n# 6 bytes\n")
        #expect(!dumped(package).contains("104") && dumped(package).contains("x/y"))
    }

    @Test("only the size of unknown fields and of Any with unknown types is shown")
    func textFormatString_unknown_sizeOnly() throws {
        let message = try Codec_Test_Tree(serializedBytes: hex("0a0161 fa0106 68696464656e"))
        #expect(message.textFormatString() == "name: \"a\"\n# 9 bytes of unknown fields\n")
        var options = TextFormatEncodingOptions()
        options.printUnknownFields = false
        #expect(message.textFormatString(options: options) == "name: \"a\"\n")

        let package = try Google_Protobuf_Any(message: Codec_Test_Guarded.with { $0.secret = "hidden" })
        #expect(
            package.textFormatString() == "type_url: \"type.googleapis.com/codec.test.Guarded\"\n# 8 bytes\n")
        options.types = TypeRegistry([Codec_Test_Guarded.self])
        #expect(
            package.textFormatString(options: options)
                == "[type.googleapis.com/codec.test.Guarded] {\n  secret: [REDACTED]\n}\n")
    }
}
