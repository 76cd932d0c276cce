import FlipcashTestKit
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One `flipcash` that runs as a separate process.
final class RunningCommand: Sendable {
    let arguments: [String]
    let output = AwaitedText()
    let errors = AwaitedText()
    private let processID: pid_t
    private let ending: AsyncStream<Int32>

    /// - Parameters:
    ///   - input: the content of standard input; empty if nil.
    ///   - terminal: a terminal for input and standard error instead.
    ///   - seesErrors: whether standard error is on that terminal.
    ///   - showsOutput: whether standard output is on it too, and read as part of what `errors` collects.
    ///   - hasReader: whether standard output is read.
    init(
        executable: URL, arguments: [String], environment: [String: String], folder: String, input: String?,
        terminal: PseudoTerminal? = nil, seesErrors: Bool = true, showsOutput: Bool = false, hasReader: Bool = true
    ) throws {
        self.arguments = arguments
        let (ending, ended) = AsyncStream<Int32>.makeStream()
        self.ending = ending
        guard hasReader else {
            processID = try Self.startUnread(executable, arguments, environment, errors)
            output.end()
            Thread.detachNewThread { [processID] in
                ended.yield(SpawnedProgram.wait(for: processID))
                ended.finish()
            }
            return
        }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        process.standardOutput = showsOutput ? terminal?.programSide ?? outputPipe : outputPipe
        let screen = seesErrors ? terminal : nil
        process.standardError = screen?.programSide ?? errorPipe
        process.terminationHandler = { process in
            // Foundation keeps a process forever until something waits for it, which must not happen on this thread of
            // Foundation.
            Thread.detachNewThread {
                process.waitUntilExit()
                let signal = process.terminationReason == .uncaughtSignal
                ended.yield(signal ? -process.terminationStatus : process.terminationStatus)
                ended.finish()
            }
        }
        let inputPipe = input.map { _ in Pipe() }
        process.standardInput = inputPipe ?? terminal?.programSide ?? FileHandle.nullDevice
        if showsOutput { output.end() } else { output.collect(from: outputPipe) }
        if let screen { screen.show(on: errors) } else { errors.collect(from: errorPipe) }
        try process.run()
        processID = process.processIdentifier
        terminal?.handOver()
        if let inputPipe, let input {
            try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try inputPipe.fileHandleForWriting.close()
        }
    }

    /// Starts a command without reading its answer.
    private static func startUnread(
        _ executable: URL, _ arguments: [String], _ environment: [String: String],
        _ errors: AwaitedText
    ) throws -> pid_t {
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        try outputPipe.fileHandleForReading.close()
        errors.collect(from: errorPipe)
        let process = try SpawnedProgram.start(
            executable.path, arguments: arguments, environment: environment,
            output: outputPipe.fileHandleForWriting.fileDescriptor,
            errors: errorPipe.fileHandleForWriting.fileDescriptor)
        try outputPipe.fileHandleForWriting.close()
        try errorPipe.fileHandleForWriting.close()
        return process
    }

    /// Waits until the process has written `text` to `output` or `errors`; fails if it ends without that.
    func waits(
        for text: String, on captured: KeyPath<RunningCommand, AwaitedText>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isThere = try await self[keyPath: captured].contains(text)
        try #require(
            isThere, "\(arguments) ended without \"\(text)\": \(output.text)\(errors.text)",
            sourceLocation: sourceLocation)
    }

    /// Sends a signal, as a person's Ctrl-C does.
    func send(_ signal: Int32) { kill(processID, signal) }

    /// Waits for the end of the process.
    func finish() async -> CommandResult {
        var status: Int32 = -1
        for await value in ending { status = value }
        return CommandResult(
            arguments: arguments, status: status, output: await output.whole(), errors: await errors.whole())
    }
}

/// What a command printed and how it ended.
struct CommandResult: Sendable {
    let arguments: [String]
    /// The exit code, or minus the signal that killed it.
    let status: Int32
    let output: String
    let errors: String

    /// Expects the exit code.
    @discardableResult
    func exits(_ expected: Int32, sourceLocation: SourceLocation = #_sourceLocation) -> CommandResult {
        #expect(
            status == expected, "\(arguments) printed: \(output) and said: \(errors)", sourceLocation: sourceLocation)
        return self
    }

    /// The one JSON document on standard output.
    func answer(sourceLocation: SourceLocation = #_sourceLocation) throws -> Answer {
        let answers = try self.answers(sourceLocation: sourceLocation)
        try #require(answers.count == 1, "\(arguments) printed: \(output)", sourceLocation: sourceLocation)
        return answers[0]
    }

    /// The JSON documents on standard output, one per line.
    func answers(sourceLocation: SourceLocation = #_sourceLocation) throws -> [Answer] {
        try output.split(separator: "\n").map { try Answer(parsing: $0, sourceLocation: sourceLocation) }
    }

    /// The error document, which is the last line on standard error. Expects nothing on standard output, or at most
    /// this many documents from before the failure.
    func failure(
        afterAtMost count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Answer {
        #expect(
            output.split(separator: "\n").count <= count, "\(arguments) failed and printed: \(output)",
            sourceLocation: sourceLocation)
        let line = try #require(
            errors.split(separator: "\n").last, "\(arguments) said nothing", sourceLocation: sourceLocation)
        let document = try Answer(parsing: line, sourceLocation: sourceLocation)
        #expect(document["schema"] == "flipcash.error/1", sourceLocation: sourceLocation)
        return document["error"]
    }
}
