import Foundation
import Testing

/// Tests with programs that are compiled with optimisation, as an importer's compiler does.
@Suite("The compiler's fault with large payloads") struct CompilerFaultTests {
    @Test("Swift 6.3.1 miscompiles a large labelled payload; another compiler is reported")
    func largePayload_optimised_isGarbage() throws {
        let output = try CompiledProgram.run("large-enum-payload")
        if output.contains("labelled: intact"), output.contains("optional tuple: intact") {
            Issue.record(
                """
                This compiler no longer has the fault with large payloads of enums. Once no supported compiler has it, \
                the limits in LargePayloadTests and OptionalTupleTests can go.
                """,
                severity: .warning)
        }
        // Code that the libraries rely on must be right with every compiler.
        #expect(output.contains("unlabelled: intact"))
        #expect(output.contains("in a class: intact"))
        #expect(output.contains("six words: intact"))
    }
}

/// A program of the folder Compiler, compiled with optimisation.
private enum CompiledProgram {
    static func run(_ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "flipcash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Compiler/\(name).swift")
        let program = folder.appending(path: name).path
        try run("/usr/bin/env", ["swiftc", "-O", "-parse-as-library", source.path, "-o", program])
        return try run(program, [])
    }

    @discardableResult private static func run(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(path) \(arguments) ended with \(process.terminationStatus)")
        return String(decoding: bytes, as: UTF8.self)
    }
}
