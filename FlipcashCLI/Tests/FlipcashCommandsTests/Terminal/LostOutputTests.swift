import ArgumentParser
import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@testable import FlipcashCommands

/// Answers that could not be written.
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
            #expect(output.failure == OutputFailure(reason: String(cString: strerror(EPIPE)), isReaderGone: true))
        }
    }

    private func run(
        _ arguments: [String], home: String = "/nonexistent", on output: any TextOutput
    ) async -> (status: ExitStatus, errors: String) {
        let errors = CapturedOutput()
        let tool = CommandLineTool(
            environment: ["HOME": home], console: Console(output: output, errors: errors, input: PreparedInput()))
        return (await tool.run(arguments), errors.text)
    }

    @Test(
        "A command that only reads ends silently when its reader stops early",
        arguments: [["code", "encode", "0102"], ["config", "path"], ["completion", "bash"], ["give", "--help"]])
    func run_readerGoneWhileLooking_isFine(arguments: [String]) async throws {
        signal(SIGPIPE, SIG_IGN)
        try await brokenPipe { output in
            let result = await run(arguments, on: output)
            #expect(output.failure?.isReaderGone == true)
            #expect(result.status == .done)
            #expect(result.errors.isEmpty)
        }
    }

    @Test("A command that changed something exits 74 when its answer could not be written")
    func run_lostAnswer_exits74() async throws {
        signal(SIGPIPE, SIG_IGN)
        let home = try TemporaryFolder()
        try await brokenPipe { output in
            let result = await run(["config", "set", "currency", "cad"], home: home.path, on: output)
            #expect(result.status == .inputOutput)
            #expect(result.errors.hasPrefix("Error: The answer could not be written: "))
        }
    }

    #if os(Linux)
        @Test(
            "A full disk is reported by every command",
            arguments: [["code", "encode", "0102"], ["give", "--help"], ["--version"]])
        func run_fullDisk_exits74(arguments: [String]) async throws {
            let descriptor = open("/dev/full", O_WRONLY)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            let result = await run(arguments, on: DescriptorOutput(descriptor: descriptor))
            #expect(result.status == .inputOutput)
            #expect(result.errors.hasPrefix("Error: The answer could not be written: "))
        }
    #endif

    @Test(
        "Commands that move money or change accounts or settings do not count as reading",
        arguments: [
            ["give", "5"], ["link", "create", "5"], ["link", "receive", "x"], ["link", "cancel", "x"],
            ["grab", "--payload", "00"], ["account", "create"], ["account", "use", "1"], ["account", "remove", "1"],
            ["node", "faucet", "5"], ["node", "run"], ["config", "set", "currency", "cad"], ["logs", "clear"], ["demo"],
        ])
    func onlyLooks_doers_isFalse(arguments: [String]) throws {
        let command = try #require(try RootCommand.parseAsRoot(arguments) as? any FlipcashCommand)
        #expect(!command.onlyLooks)
    }

    @Test("Watching ends when the reader is gone")
    func ratesWatch_readerGone_ends() async throws {
        signal(SIGPIPE, SIG_IGN)
        try await PlayMoneyWorld.visit { world in
            try await brokenPipe { output in
                let result = try await world.run("rates", "cad", "--watch", on: output)
                #expect(result.status == .done, "\(result.errors)")
            }
        }
    }

    @Test(
        "A command that cannot simply be repeated says where to find its outcome",
        arguments: [
            (["grab", "--payload", "00"], "flipcash history"), (["link", "receive", "x"], "flipcash history"),
            (["link", "cancel", "x"], "flipcash link list --all"), (["node", "faucet", "5"], "flipcash balance"),
            (["node", "deposit", "5"], "flipcash balance"),
        ])
    func lostAnswerAdvice_movingMoney_namesWhereToLook(arguments: [String], place: String) throws {
        let command = try #require(try RootCommand.parseAsRoot(arguments) as? any FlipcashCommand)
        #expect(command.lostAnswerAdvice?.hasSuffix(place) == true)
    }

    @Test("No further link is paid for once links cannot be written; the error names the one that was made")
    func linkCreate_readerGone_makesNoFurtherLink() async throws {
        signal(SIGPIPE, SIG_IGN)
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            try await brokenPipe { output in
                let result = try await world.run("link", "create", "1", "--count", "5", on: output)
                #expect(result.status == .inputOutput)
                #expect(result.failure?.code == "partial")
                #expect(result.failure?.message.hasPrefix("1 of 5 links made.") == true, "\(result.errors)")
                #expect(result.failure?.message.hasSuffix("flipcash link list") == true)
            }
            #expect(try await world.balance().contains("$19.00"))
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
