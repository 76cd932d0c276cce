import ProtobufCodec
import Testing

/// Messages as texts for people, which may end up in a log.
@Suite struct TextFormTests {
    @Test("each field stands on its line, messages in braces, maps as keys with values")
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

    @Test("sensitive values are kept back, at any depth and however the message is printed")
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
        // Programs get everything.
        #expect(try guarded.jsonString().contains("hidden"))
    }

    @Test("unknown fields and packages of unknown types show their size alone")
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
