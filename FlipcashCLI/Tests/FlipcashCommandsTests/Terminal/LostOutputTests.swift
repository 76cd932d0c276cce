import ArgumentParser
import Foundation
import Testing

@testable import FlipcashCommands

/// Answers that nobody could read.
@Suite struct LostOutputTests {
    /// An output whose reader has gone.
    private func brokenPipe(_ body: (DescriptorOutput) async throws -> Void) async throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        try await body(DescriptorOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        withExtendedLifetime(pipe) {}
    }

    @Test("The first failed write is remembered")
    func write_readerGone_isRemembered() async throws {
        signal(SIGPIPE, SIG_IGN)
        try await brokenPipe { output in
            #expect(output.failure == nil)
            output.write("lost")
            #expect(output.failure == String(cString: strerror(EPIPE)))
        }
    }

    @Test("A command whose answer could not be written ends with 74 and says so")
    func run_lostAnswer_exits74() async throws {
        signal(SIGPIPE, SIG_IGN)
        try await brokenPipe { output in
            let errors = CapturedOutput()
            let tool = CommandLineTool(
                environment: ["HOME": "/nonexistent"],
                console: Console(output: output, errors: errors, input: PreparedInput()))
            #expect(await tool.run(["code", "encode", "0102"]) == .inputOutput)
            #expect(errors.text.hasPrefix("Error: The answer could not be written: "))
        }
    }

    @Test("Commands that make links name where to find them")
    func lostAnswerAdvice_links_areNamed() throws {
        let create = try #require(try RootCommand.parseAsRoot(["link", "create", "5"]) as? any FlipcashCommand)
        let give = try #require(try RootCommand.parseAsRoot(["give", "5"]) as? any FlipcashCommand)
        #expect(create.lostAnswerAdvice?.contains("flipcash link list") == true)
        #expect(give.lostAnswerAdvice?.contains("flipcash link list") == true)
    }
}
