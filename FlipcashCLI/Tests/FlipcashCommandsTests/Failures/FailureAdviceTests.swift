import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet
import Foundation
import SavingsGoals
import Testing

@testable import FlipcashCommands

@Suite("Advice of failures") struct FailureAdviceTests {
    static let wallet: [FailureAdvice] = [
        .createAccount, .listAccounts, .listSettings, .logInAgain, .chooseVault, .givePassphrase, .giveWords,
        .unlockKeyStore(.keychain), .unlockKeyStore(.secretService), .restrictFile("/x"), .useOtherProfile,
        .forgetNode, .checkEndpoint, .trustCertificate, .chooseAuthorities, .useCertificateName, .renewCertificate,
        .askForFingerprint, .receiveCash, .findPayment(IntentID(raw: PublicKey(repeating: 9).raw)),
        .findPaymentElsewhere, .listLinks, .cancelLink(PublicKey(repeating: 7)), .checkName("It's"),
        .resumeLaunch("It's"), .launchAgain("It's"),
    ]

    static let node: [NodeAdvice] = [
        .stopNode, .startNode, .chooseFolder, .restrictFile("/x"), .restrictFolder("/x"), .restoreKey, .restoreDatabase,
        .checkDatabase, .installDatabaseLibrary, .nameCertificate, .seeStatus,
    ]

    private static let sentences = wallet.map(\.sentence) + node.map(\.sentence)

    @Test("Each advice is a sentence, which ends with a full stop unless a command ends it")
    func sentence_eachAdvice_isWorded() {
        for sentence in Self.sentences {
            #expect(sentence.first?.isUppercase == true, "\(sentence)")
            let endsWithCommand = sentence.contains("flipcash ") || sentence.contains("chmod ")
            #expect(sentence.hasSuffix(".") || endsWithCommand, "\(sentence)")
        }
    }

    @Test("Each command that an advice names exists")
    func sentence_commands_exist() {
        for sentence in Self.sentences {
            for match in sentence.matches(of: /flipcash ([a-z]+) ([a-z]+)/) {
                let group = RootCommand.configuration.subcommands.first { $0.answers(to: String(match.1)) }
                let names = group?.configuration.subcommands.map { $0.name } ?? []
                #expect(names.contains(String(match.2)), "\(sentence)")
            }
        }
    }

    @Test("Each option that an advice names exists")
    func sentence_options_exist() {
        let ofNode = RootCommand.helpMessage(for: NodeRunCommand.self, columns: 80)
        let ofLaunch = RootCommand.helpMessage(for: TokenLaunchCommand.self, columns: 80)
        for sentence in Self.sentences {
            for match in sentence.matches(of: #/--[a-z]+(?:-[a-z]+)*/#) {
                let name = String(match.output)
                let isOfCommand = ofNode.contains(name + " ") || ofLaunch.contains(name + " ")
                let isKnown = GlobalOptionNames.valued.contains(name) || isOfCommand
                #expect(isKnown, "\(sentence)")
            }
        }
    }

    @Test("The advice follows the message")
    func describing_advice_followsTheMessage() {
        let id = IntentID(raw: PublicKey(repeating: 9).raw)
        #expect(
            CommandFailure(describing: KeyStoreFailure.notLoggedIn).message
                == "There is no account here. Run: flipcash account create (or: flipcash account login)")
        #expect(
            CommandFailure(describing: SubmissionFailure.outcomeUnknown(id)).message
                == "The payment was submitted and no answer came. Do not repeat it. To look it up, run: flipcash "
                + "history show \(id.base58)")
        #expect(
            CommandFailure(describing: RPCFailure.unreachable(.refused("[::1]:1"))).message
                == "Nothing accepts connections at [::1]:1. Nothing was submitted. Check the endpoint and try again.")
        #expect(
            CommandFailure(describing: NodeError.folderInUse(path: "/x")).message
                == "Another node is running on /x. Stop it, or choose another folder with --data.")
        #expect(
            CommandFailure(describing: StoreError.invalidValue(column: "a.b", reason: "3 bytes")).message
                == "The database holds an invalid value in a.b: 3 bytes. Run: flipcash node check")
    }

    @Test("An error of savings goals is followed by what to do, and names commands of this program")
    func describing_goalErrors_sayWhatToDo() {
        #expect(
            CommandFailure(describing: GoalsError.goalNotFound("x")).message
                == "There is no goal x. List them with: flipcash goals list --all")
        #expect(
            CommandFailure(describing: GoalsError.negativeAmount).message
                == "The amount is negative, but must be zero or more.")
        #expect(
            CommandFailure(describing: GoalStoreFailure.unreadable("goal.name")).message
                == "The file of goals has a value in goal.name that cannot be read. Restore a copy: older ones are "
                + "beside the file and end in .bak.")
    }

    @Test("A message without advice stays as it is")
    func describing_noAdvice_isTheMessage() {
        #expect(
            CommandFailure(describing: KeyStoreFailure.wrongPassphrase).message
                == "The vault does not open with this passphrase. Try again.")
        #expect(
            CommandFailure(describing: NodeError.refused(reason: "the faucet is off")).message == "The faucet is off.")
    }

    @Test(
        "No text of a library names a command or an option",
        arguments: [
            "CodeCurves/Sources", "CodeScanner/Sources", "FlipcashCore/Sources/FlipcashCore",
            "FlipcashCore/Sources/FlipcashWallet", "FlipcashCore/Sources/SolanaRPC", "FlipcashCLI/Sources/FlipcashNode",
        ])
    func texts_ofALibrary_nameNoCommandOrOption(library: String) throws {
        let folder = Self.repository.appending(path: library).path
        let paths = try #require(FileManager.default.subpaths(atPath: folder)).filter { $0.hasSuffix(".swift") }
        try #require(!paths.isEmpty, "\(folder) has no sources")
        let commands = Set(RootCommand.configuration.subcommands.map { $0.name })
        for path in paths {
            let content = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
            // Saves the search of each line.
            guard content.range(of: Data("flipcash ".utf8)) != nil || content.range(of: Data("--".utf8)) != nil else {
                continue
            }
            for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
                #expect(!Self.names(commands, in: line), "\(path): \(line)")
            }
        }
    }

    @Test(
        "A text that names a command or an option is found; a comment and other text are not",
        arguments: [
            (#"    "Run: flipcash account create""#, true), (#"    "or: flipcash node" + x"#, true),
            (#"    "choose another folder with --data""#, true), (#"    "(--data)""#, true),
            ("    /// Run `flipcash account create`, or with --data.", false), (#"    "-----BEGIN KEY-----""#, false),
            (#"    "flipcash does not support the intent type""#, false),
        ])
    func names_sample_isFoundInTextsAlone(line: String, isFound: Bool) {
        #expect(Self.names(["account", "node"], in: line[...]) == isFound)
    }

    /// Whether a line of source, unless it is a comment, names one of these commands, or an option.
    private static func names(_ commands: Set<String>, in line: Substring) -> Bool {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
        if line.firstMatch(of: #/[ (`"]--[a-z]/#) != nil { return true }
        return line.matches(of: /flipcash ([a-z]+)/).contains { commands.contains(String($0.1)) }
    }

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
