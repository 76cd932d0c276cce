import Foundation
import Testing

/// The seeds of the fuzzer and whatever it once found, run again.
@Suite struct FuzzReplayTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Tests/Fuzzing")

    private func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
        try ["Corpus", "Regressions"].flatMap { kind in
            let folder = Self.folder.appending(path: "\(kind)/\(target)")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return try names.sorted().map {
                ("\(kind)/\($0)", [UInt8](try Data(contentsOf: folder.appending(path: $0))))
            }
        }
    }

    @Test("bytes that the fuzzer knows are refused, or are messages that every form keeps")
    func binary_knownInputs_hold() throws {
        let inputs = try inputs(of: "codec-binary")
        try #require(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(input.name)") { try CodecProperties.binary(input.bytes) }
        }
    }

    @Test("texts that the fuzzer knows are refused, or are messages that every form keeps")
    func json_knownInputs_hold() throws {
        let inputs = try inputs(of: "codec-json")
        try #require(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(input.name)") { try CodecProperties.json(input.bytes) }
        }
    }
}
