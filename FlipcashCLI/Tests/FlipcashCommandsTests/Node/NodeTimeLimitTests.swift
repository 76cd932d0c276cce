import FlipcashNode
import Testing

@testable import FlipcashCommands

@Suite("The time limits of a node's commands")
struct NodeTimeLimitTests {
    @Test(
        "A command whose time grows with the database has no limit unless the caller sets one",
        arguments: [["check"], ["backup", "file"], ["restore", "file"], ["split-delete", "user"]])
    func isWaiting_growsWithDatabase_isTrue(words: [String]) throws {
        #expect(try CommandLineArranger(["node"] + words, root: RootCommand.self).parsed().isWaiting)
    }

    @Test("The others have the usual limit", arguments: [["status"], ["stop"], ["key"], ["clock"], ["settings"]])
    func isWaiting_others_isFalse(words: [String]) throws {
        #expect(try !CommandLineArranger(["node"] + words, root: RootCommand.self).parsed().isWaiting)
    }
}
