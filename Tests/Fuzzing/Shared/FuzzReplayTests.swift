import Foundation
import Testing

/// Runs the fuzzers' seeds and findings again.
@Suite("Fuzzer inputs") struct FuzzReplayTests {
    @Test("the property of a target holds for its seeds and findings", arguments: FuzzProperties.all.keys.sorted())
    func property_seedsAndFindings_holds(target: String) throws {
        let property = try #require(FuzzProperties.all[target])
        let seeds = try inputs("Corpus", of: target)
        #expect(!seeds.isEmpty, "a target must have seeds")
        for input in try seeds + inputs("Regressions", of: target) {
            #expect(throws: Never.self, "\(input.path)") { try property([UInt8](Data(contentsOf: input))) }
        }
    }

    private func inputs(_ kind: String, of target: String) throws -> [URL] {
        let folder = try #require(fuzzing).appending(path: "\(kind)/\(target)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    /// The folder of the fuzzers, beside the packages. Several packages link to this file.
    private var fuzzing: URL? {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let found = folder.appending(path: "Tests/Fuzzing")
            if FileManager.default.fileExists(atPath: found.appending(path: "Corpus").path) { return found }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
