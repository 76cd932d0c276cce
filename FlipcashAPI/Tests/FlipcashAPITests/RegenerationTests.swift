import Foundation
import Testing

/// Checks that the committed code is generated from the committed definitions.
@Suite struct RegenerationTests {
    @Test(
        "generating again gives the committed files",
        arguments: [
            ("flipcashPayments", "FlipcashAPI/Sources/FlipcashAPI/Generated"),
            ("flipcashCore", "FlipcashCoreAPI/Sources/FlipcashCoreAPI/Generated"),
            ("wellKnown", "FlipcashAPI/Sources/ProtobufCodec/WellKnown/Generated"),
            ("codecTests", "FlipcashAPI/Tests/ProtobufCodecTests/Generated"),
        ])
    func run_committedDefinitions_committedCode(api: String, path: String) throws {
        let root = Toolchain.package.deletingLastPathComponent()
        let generator = try #require(Toolchain.generator, "the generator was not built beside the tests")
        let folder = try TemporaryFolder()
        let outcome = try Toolchain.run(
            ["Scripts/run", "-a", api, "-o", folder.url.path], in: root,
            environment: ["FLIPCASH_PROTOC_PLUGIN": generator.path])
        try #require(outcome.status == 0, "\(outcome.errors)")

        let committed = root.appending(path: path)
        let expected = try FileManager.default.contentsOfDirectory(atPath: committed.path).sorted()
        let fresh = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(fresh == expected)
        for name in fresh where expected.contains(name) {
            let isEqual =
                try Data(contentsOf: folder.url.appending(path: name))
                == Data(contentsOf: committed.appending(path: name))
            #expect(isEqual, "\(path)/\(name) is out of date: run Scripts/run -a \(api)")
        }
    }

    @Test("an unknown API is rejected with the usage")
    func run_unknownAPI_usage() throws {
        let outcome = try Toolchain.run(
            ["Scripts/run", "-a", "nothing"], in: Toolchain.package.deletingLastPathComponent())
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("usage: Scripts/run -a"))
    }
}
