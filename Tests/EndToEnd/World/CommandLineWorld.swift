import FlipcashTestKit
import Foundation
import Testing

/// A separate machine for one journey: an empty home folder and the files that commands put there.
///
/// Only `flipcash` is started: its first command starts the local node, and the end of the journey stops it.
final class CommandLineWorld: Sendable {
    private let folder: TemporaryFolder
    /// The folder of all files.
    var path: String { folder.path }
    private let executable: URL

    private init(executable: URL) throws {
        self.executable = executable
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: desk, withIntermediateDirectories: true)
    }

    /// Runs `journey` in a new world, and leaves no node and no file behind.
    ///
    /// - Parameter needsCrashPoints: runs the command that was built with the tests. The shipped one has no crash points.
    static func visit(
        needsCrashPoints: Bool = false, _ journey: (CommandLineWorld) async throws -> Void
    ) async throws {
        let executable = try needsCrashPoints ? BuiltExecutable.besideTests() : BuiltExecutable.url()
        let world = try CommandLineWorld(executable: executable)
        do {
            try await journey(world)
        } catch {
            await world.end()
            throw error
        }
        await world.end()
    }

    private func end() async {
        if hasNode { _ = try? await person().run("node", "stop") }
    }
}

extension CommandLineWorld {
    /// The folder that commands run in.
    var desk: String { path + "/desk" }
    /// Where programs keep data.
    var dataFolder: String { path + "/data/flipcash" }
    /// Where the local node keeps its books.
    var nodeFolder: String { dataFolder + "/node" }
    /// The log of the local node.
    var nodeLog: String { path + "/state/flipcash/logs/node.log" }

    /// Whether a local node was ever started here.
    var hasNode: Bool { FileManager.default.fileExists(atPath: nodeFolder) }

    /// No file or service of the person who runs the tests is used.
    private var environment: [String: String] {
        [
            "HOME": path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "XDG_CONFIG_HOME": path + "/config",
            "XDG_DATA_HOME": path + "/data", "XDG_STATE_HOME": path + "/state", "XDG_CACHE_HOME": path + "/cache",
            "XDG_RUNTIME_DIR": path + "/run", "FLIPCASH_ENVIRONMENT": "production",
            // Far above what any command needs: ends a test that would hang.
            "FLIPCASH_TIMEOUT": "120s",
        ]
        .merging(inherited) { own, _ in own }
    }

    /// The variables that a program built here needs to start, and the options of sanitizers.
    private var inherited: [String: String] {
        let names: Set = [
            "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
            "SWIFT_BACKTRACE",
        ]
        return ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
    }

    /// A person on this machine, with a profile or without one.
    func person(_ profile: String? = nil, _ options: String...) -> CommandLinePerson {
        CommandLinePerson(world: self, profile: profile, options: options)
    }

    /// Starts a command.
    func start(
        _ arguments: [String], input: String? = nil, variables: [String: String] = [:],
        terminal: PseudoTerminal? = nil, seesErrors: Bool = true, showsOutput: Bool = false, hasReader: Bool = true
    ) throws -> RunningCommand {
        try RunningCommand(
            executable: executable, arguments: arguments, environment: environment.merging(variables) { $1 },
            folder: desk, input: input, terminal: terminal, seesErrors: seesErrors, showsOutput: showsOutput,
            hasReader: hasReader)
    }

    /// Runs a command to its end.
    func run(
        _ arguments: [String], input: String? = nil, variables: [String: String] = [:]
    ) async throws -> CommandResult {
        try await start(arguments, input: input, variables: variables).finish()
    }

    /// Writes a file to the desk with the access rights `mode`.
    func write(_ bytes: [UInt8], to name: String, mode: Int = 0o600) throws {
        let path = path(of: name)
        try Data(bytes).write(to: URL(filePath: path))
        try setMode(mode, of: path)
    }

    /// Writes a text file to the desk.
    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// The path of a file on the desk, or an absolute path as it is.
    func path(of name: String) -> String { name.hasPrefix("/") ? name : desk + "/" + name }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions] as? Int
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(of: name)))) }

    /// Every file below a folder.
    func files(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
    }
}

/// A person who types commands.
struct CommandLinePerson: Sendable {
    let world: CommandLineWorld
    let profile: String?
    let options: [String]

    /// Runs a command to its end.
    func run(_ words: String..., input: String? = nil) async throws -> CommandResult {
        try await world.run(line(words), input: input)
    }

    /// Runs a command to its end.
    func run(_ words: [String]) async throws -> CommandResult { try await world.run(line(words)) }

    /// Starts a command and leaves it running.
    func start(_ words: String...) throws -> RunningCommand { try world.start(line(words)) }

    /// Starts a command on a separate terminal.
    func start(
        at terminal: PseudoTerminal, seesErrors: Bool = true, _ words: String...
    ) throws -> RunningCommand {
        try world.start(line(words), terminal: terminal, seesErrors: seesErrors)
    }

    /// Starts a command all of whose streams are one terminal.
    func start(wholly terminal: PseudoTerminal, _ words: String...) throws -> RunningCommand {
        try world.start(line(words), terminal: terminal, showsOutput: true)
    }

    /// Runs a command to its end without reading its answer.
    func runUnread(_ words: String...) async throws -> CommandResult {
        try await world.start(line(words), hasReader: false).finish()
    }

    /// Runs a command that must succeed, for its JSON document.
    func ask(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> Answer {
        try await world.run(line(words) + ["--json"]).exits(0, sourceLocation: sourceLocation)
            .answer(sourceLocation: sourceLocation)
    }

    /// The balance, such as `20.00`.
    func balance(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        try await ask("balance", sourceLocation: sourceLocation)["total"]["value"].string
    }

    /// Gets play money, and an account if there is none yet.
    func fund(_ dollars: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await run("node", "faucet", dollars).exits(0, sourceLocation: sourceLocation)
    }

    private func line(_ words: [String]) -> [String] {
        (profile.map { ["--profile", $0] } ?? []) + options + words
    }
}
