import ArgumentParser
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

@Suite struct CommandLogTests {
    private func log(_ command: some FlipcashCommand, _ failure: CommandFailure?) throws -> String {
        let home = try TemporaryFolder()
        let logging = ProcessLogging(variables: ["HOME": home.path])
        CommandLog(logger: logging.logger("flipcash.command-line")).note(command, failure)
        logging.file?.flush()
        return try String(contentsOfFile: home.path + "/.local/state/flipcash/logs/app-0.log", encoding: .utf8)
    }

    @Test("A failure is logged with the command, its code and its reason")
    func note_failure_saysWhatFailed() throws {
        let failure = CommandFailure("network", .network, "The service cannot be reached.")
        let line = try log(LinkListCommand.parse([]), failure)
        #expect(line.hasPrefix("[NOTICE] "))
        #expect(
            line.hasSuffix(
                "a command failed code=network command=link list reason=The service cannot be reached. status=8\n"))
    }

    @Test("A success is logged without a reason")
    func note_success_isShort() throws {
        #expect(try log(BalanceCommand.parse([]), nil).hasSuffix("a command ended command=balance status=0\n"))
    }

    @Test("Secrets in a message are not logged")
    func redacted_secret_isLeftOut() {
        let link = "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"
        #expect(CommandLog.redacted("\(link) is not a file.") == "… is not a file.")
        #expect(!CommandLog.redacted("\"4y7bh9TAFaamQPxGNT86e2\" is not an id").contains("4y7bh9"))
    }
}
