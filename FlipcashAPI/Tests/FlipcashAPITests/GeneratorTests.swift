import Foundation
import Testing

/// Tests of the generator, run through protoc.
@Suite struct GeneratorTests {
    /// Generates code for one definition and returns protoc's outcome and the files by name.
    private func generate(
        _ definition: String, options: String = "Module=Sample"
    ) throws -> (outcome: Toolchain.Outcome, files: [String: String]) {
        let generator = try #require(Toolchain.generator, "the generator was not built beside the tests")
        let folder = try TemporaryFolder()
        let output = folder.url.appending(path: "out")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        try Data(definition.utf8).write(to: folder.url.appending(path: "sample.proto"))
        let outcome = try Toolchain.run(
            [
                "protoc", "-I.", "-I\(Toolchain.package.appending(path: "Protos").path)",
                "--plugin=protoc-gen-flipcash-swift=\(generator.path)", "--flipcash-swift_out=\(output.path)",
                "--flipcash-swift_opt=\(options)", "sample.proto",
            ],
            in: folder.url)
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: output.path) {
            files[name] = String(decoding: try Data(contentsOf: output.appending(path: name)), as: UTF8.self)
        }
        return (outcome, files)
    }

    @Test("only the files that a definition needs are generated")
    func generate_plainMessage_modelsOnly() throws {
        let (outcome, files) = try generate("syntax = \"proto3\"; package a.b_c; message M { string user_id = 1; }")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(files.keys.sorted() == ["SampleMessages.swift", "sample.pb.swift"])
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.contains("public struct A_BC_M: ProtobufCodec.Message {"))
        #expect(models.contains("public var userID: String = \"\""))
    }

    @Test("comments of the definition become documentation")
    func generate_comments_documentation() throws {
        let (_, files) = try generate(
            """
            syntax = "proto3";
            // What it is.
            //
            // And more.
            message M {
              // What the field is.
              bool flag = 1;
            }
            """)
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.contains("/// What it is.\n///\n/// And more.\npublic struct M: "))
        #expect(models.contains("    /// What the field is.\n    public var flag: Bool = false"))
    }

    @Test("large and recursive sub-messages are stored on the heap, small ones inline")
    func generate_subMessages_boxedWhereNeeded() throws {
        let fields = (1...9).map { "bytes b\($0) = \($0);" }.joined()
        let (_, files) = try generate(
            """
            syntax = "proto3";
            message Small { uint32 n = 1; }
            message Large { \(fields) }
            message Holder {
              Small small = 1;
              Large large = 2;
              Holder holder = 3;
              oneof o { Small small_arm = 4; Large large_arm = 5; Holder holder_arm = 6; }
            }
            """)
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.contains("var _small: Small? = nil"))
        #expect(models.contains("var _large: ProtobufCodec.Boxed<Large> = .absent"))
        #expect(models.contains("var _holder: ProtobufCodec.Boxed<Holder> = .absent"))
        #expect(models.contains("        case smallArm(Small)"))
        #expect(models.contains("        indirect case largeArm(Large)"))
        #expect(models.contains("        indirect case holderArm(Holder)"))
    }

    @Test("bytes fields are arrays, or Foundation's Data with the option")
    func generate_bytesOption_type() throws {
        let definition = """
            syntax = "proto3";
            message M { bytes b = 1; optional bytes o = 2; repeated bytes l = 3; map<string, bytes> m = 4; }
            """
        let arrays = try generate(definition).files["sample.pb.swift"] ?? ""
        #expect(arrays.contains("public var b: [UInt8] = []") && !arrays.contains("Foundation"))
        let data = try generate(definition, options: "Module=Sample,Bytes=Data").files["sample.pb.swift"] ?? ""
        #expect(data.contains("public import Foundation\npublic import ProtobufCodec\n"))
        #expect(data.contains("public var b: Foundation.Data = Foundation.Data()"))
        #expect(data.contains("var _o: Foundation.Data? = nil"))
        #expect(data.contains("public var l: [Foundation.Data] = []"))
        #expect(data.contains("public var m: [String: Foundation.Data] = [:]"))
        #expect(!data.contains("[UInt8]"))
    }

    @Test("the schema has a field's JSON name and sensitivity when they differ from the default")
    func generate_fieldOptions_schema() throws {
        let (_, files) = try generate(
            """
            syntax = "proto3"; import "flipcash/validation/rules.proto";
            message M {
              string user_name = 1;
              string other = 2 [json_name = "another"];
              string secret = 3 [(flipcash.validation.sensitive) = true];
              string seen = 4 [(flipcash.validation.sensitive) = false];
            }
            """)
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.contains("FieldSchema(1, \"user_name\", .string),"))
        #expect(models.contains("FieldSchema(2, \"other\", .string, json: \"another\"),"))
        #expect(models.contains("FieldSchema(3, \"secret\", .string, isSensitive: true),"))
        #expect(models.contains("FieldSchema(4, \"seen\", .string),"))
    }

    /// A field of a protobuf message: a number, or bytes with a length prefix.
    private func field(_ number: UInt8, _ value: UInt8) -> [UInt8] { [number << 3, value] }

    private func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(bytes.count)] + bytes }

    @Test(
        "a field is sensitive with either option: debug_redact, which this protoc cannot read, or ours",
        arguments: [
            (nil, nil, false), (false, nil, false), (nil, false, false), (false, false, false),
            (true, nil, true), (nil, true, true), (true, false, true), (false, true, true), (true, true, true),
        ] as [(Bool?, Bool?, Bool)])
    func generate_eitherOption_sensitive(redacted: Bool?, sensitive: Bool?, expected: Bool) throws {
        let generator = try #require(Toolchain.generator, "the generator was not built beside the tests")
        var options: [UInt8] = []
        if let redacted { options += [0x80, 0x01, redacted ? 1 : 0] }
        // The tag of field 51821.
        if let sensitive { options += [0xe8, 0xa6, 0x19, sensitive ? 1 : 0] }
        let text: UInt8 = 9
        let member = field(1, Array("s".utf8)) + field(3, 1) + field(4, 1) + field(5, text) + field(8, options)
        let message = field(1, Array("M".utf8)) + field(2, member)
        let file = field(1, Array("a.proto".utf8)) + field(4, message) + field(12, Array("proto3".utf8))
        let request = field(1, Array("a.proto".utf8)) + field(2, Array("Module=A".utf8)) + field(15, file)
        let outcome = try Toolchain.run([generator.path], in: Toolchain.package, input: Data(request))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let code = String(decoding: outcome.output, as: UTF8.self)
        #expect(code.contains("FieldSchema(1, \"s\", .string\(expected ? ", isSensitive: true" : "")),"))
    }

    @Test("only messages and oneofs with sensitive fields have a mirror")
    func generate_sensitive_mirror() throws {
        let (_, files) = try generate(
            """
            syntax = "proto3"; import "flipcash/validation/rules.proto";
            message Open { string a = 1; oneof o { string b = 2; } }
            message Guarded { string a = 1 [(flipcash.validation.sensitive) = true]; string class = 2; }
            message Arms { oneof o { string a = 1 [(flipcash.validation.sensitive) = true]; string class = 2; } }
            """)
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.contains("public struct Open: ProtobufCodec.Message {"))
        #expect(models.contains("public struct Guarded: ProtobufCodec.Message, Swift.CustomReflectable {"))
        #expect(models.contains("\"a\": ProtobufCodec.Redaction.shown(self.a, unset: \"\"),"))
        #expect(models.contains("\"class\": self.`class` as Any,"))
        #expect(models.contains("public struct Arms: ProtobufCodec.Message {"))
        #expect(models.contains("public enum OneOf_O: Hashable, Sendable {"))
        #expect(models.contains("public enum OneOf_O: ProtobufCodec.RedactedOneof {"))
        #expect(models.components(separatedBy: "var customMirror").count == 3)
    }

    @Test("elements without a comment are documented by name and number")
    func generate_noComments_fallbacks() throws {
        let (_, files) = try generate(
            """
            syntax = "proto3";
            message M { uint32 some_number = 7; optional M inner = 8; oneof o { bool flag = 9; } }
            enum E { option allow_alias = true; E_ZERO = 0; E_ONE = 1; E_UNO = 1; }
            service S { rpc Fetch(M) returns (M); }
            """)
        let models = files["sample.pb.swift"] ?? ""
        for declaration in [
            "/// The field `some_number`, number 7.\n    public var someNumber",
            "/// The field `inner`, number 8.\n    public var inner",
            "/// The arm of `o` that is set, if any.\n    public var o",
            "/// The field `flag`, number 9.\n    public var flag",
            "/// The field `flag`, number 9.\n        case flag(Bool)",
            "/// The value `E_ONE`.\n    case one",
            "/// A number that the definition does not name.\n    case UNRECOGNIZED(Int)",
            "/// Another name of `one`.\n    public static let uno",
        ] {
            #expect(models.contains(declaration), "\(declaration)")
        }
        let stubs = files["sample.grpc.swift"] ?? ""
        for declaration in [
            "/// What the client sends.\n            public typealias Input",
            "/// What the server answers with.\n            public typealias Output",
            "/// The descriptor of `Fetch`.\n            public static let descriptor",
            "/// The method `Fetch`.\n        func fetch<Result>(",
            "/// The method `Fetch`.\n    public func fetch<Result>(",
        ] {
            #expect(stubs.contains(declaration), "\(declaration)")
        }
        #expect(stubs.components(separatedBy: "/// The method `Fetch`.").count == 8)
    }

    @Test("two enum names that become one in Swift are declared once")
    func generate_aliasesOfOneName_declaredOnce() throws {
        let (outcome, files) = try generate(
            """
            syntax = "proto3";
            enum E { option allow_alias = true; ZERO = 0; ONE = 1; MOO = 1; moo = 1; }
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let models = files["sample.pb.swift"] ?? ""
        #expect(models.components(separatedBy: "public static let moo = E.one").count == 2)
        #expect(models.contains("EnumSchema.Value(\"moo\", 1)") && models.contains("EnumSchema.Value(\"MOO\", 1)"))
    }

    @Test(
        "unsupported definitions are rejected with the reason",
        arguments: [
            ("syntax = \"proto2\"; message M { optional int32 n = 1; }", "only proto3 can be generated"),
            (
                """
                syntax = "proto3"; import "flipcash/validation/rules.proto";
                message M { string s = 1 [(flipcash.validation.rules).string = { pattern: "\\\\w" }]; }
                """,
                "has a pattern with unsupported syntax"
            ),
            (
                """
                syntax = "proto3"; import "flipcash/validation/rules.proto";
                message M { repeated string s = 1 [(flipcash.validation.rules).string = { min_len: 1 }]; }
                """,
                "has rules that do not apply to lists"
            ),
            (
                """
                syntax = "proto3"; import "flipcash/validation/rules.proto";
                message M { string s = 1 [(flipcash.validation.rules).message = { required: true }]; }
                """,
                "has rules that do not fit its type"
            ),
        ])
    func generate_unsupported_refused(definition: String, reason: String) throws {
        let (outcome, files) = try generate(definition)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(files.isEmpty)
    }

    @Test(
        "options are checked",
        arguments: ["", "Module", "Other=1", "Module=A,Colour=red", "Bytes=Data", "Module=A,Bytes=NSData"])
    func generate_badOptions_refused(options: String) throws {
        let (outcome, _) = try generate("syntax = \"proto3\"; message M {}", options: options)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("Module=NAME"), "\(outcome.errors)")
    }

    @Test("an invalid request makes the plugin fail")
    func run_garbage_fails() throws {
        let generator = try #require(Toolchain.generator, "the generator was not built beside the tests")
        let outcome = try Toolchain.run([generator.path], in: Toolchain.package, input: Data([0x0a, 0x05]))
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("a length runs past the end of the message (byte 1)"), "\(outcome.errors)")
    }
}
