import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash logs …`
struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show, export or clear the logs and error reports of this program.",
        discussion: """
            Logs and error reports contain no keys, words or links; addresses are shortened. They stay on this \
            machine until you share them.
            """,
        subcommands: [Show.self, Export.self, Path.self, Clear.self])
}

extension Invocation {
    /// The folder of logs and error reports.
    var logFolder: POSIXLogFolder {
        get throws(SettingsFailure) { POSIXLogFolder(path: try layout.logFolder) }
    }
}

extension LogsCommand {
    struct Show: FlipcashCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the log.")

        @Flag(name: [.short, .long], help: "Keep printing new lines until stopped.")
        var follow = false

        @Option(
            help: ArgumentHelp("Only lines of at least this level: debug, info, warning or error.", valueName: "level"))
        var level: String = "trace"

        @Option(help: ArgumentHelp("Only lines whose label contains this text.", valueName: "text"))
        var label: String?

        @Option(help: ArgumentHelp("Only lines of this day or later, such as 2026-05-01.", valueName: "day"))
        var since: DayArgument?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        var isWaiting: Bool { follow }

        mutating func validate() throws {
            guard LogLine.levels.contains(level) else {
                throw ValidationError("--level must be one of \(LogLine.levels.joined(separator: ", ")).")
            }
        }

        func run(in call: Invocation) async throws {
            var reader = LogReader(folder: try call.logFolder)
            if !follow { return show(try reader.next().filter(isWanted), call) }
            while !call.printer.hasLostReader {
                for line in try reader.next() where isWanted(line) {
                    call.printer.answer(line.object) { $0.line(DisplayText.sanitized(line.text)) }
                }
                try await call.runtime.clock.sleep(for: .seconds(1))
            }
        }

        private func show(_ lines: [LogLine], _ call: Invocation) {
            var document = OutputObject(schema: "logs")
            document["lines"] = .array(lines.map { .object($0.object) })
            call.printer.answer(list: lines.map(\.object), document: document) { printer in
                lines.forEach { printer.line(DisplayText.sanitized($0.text)) }
            }
        }

        private func isWanted(_ line: LogLine) -> Bool {
            guard line.isAtLeast(level) else { return false }
            if let label, !line.label.contains(label) { return false }
            guard let since else { return true }
            return line.time >= TimeText.local(since.start)
        }
    }

    struct Export: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write all log files into one file to share.")

        @Argument(
            help: ArgumentHelp("The file (default: one named after the time, in this folder).", valueName: "file"),
            completion: .file())
        var file: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            var content: [UInt8] = []
            try LogExport(folder: try call.logFolder).copy { content += $0 }
            let path = file ?? LogExport.name(LocalTime(call.runtime.clock))
            let isDryRun = call.options.isDryRun
            if !isDryRun { try OutputFile.write(content, to: path) }
            var document = OutputObject(schema: "logs_export")
            document["file"] = .string(path)
            document["bytes"] = .integer(Int64(content.count))
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) { $0.line(isDryRun ? "Would write \(path)" : path) }
        }
    }

    struct Path: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "path", abstract: "Print the folder of logs and error reports.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var onlyLooks: Bool { true }

        func run(in call: Invocation) async throws {
            let folder = try call.logFolder.path
            var document = OutputObject(schema: "logs_path")
            document["folder"] = .string(folder)
            call.printer.answer(document) { $0.line(folder) }
        }
    }

    struct Clear: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all logs and error reports.")

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        var dryRun: DryRunSupport { .honoured }

        func run(in call: Invocation) async throws {
            let folder = try call.logFolder
            let names = try folder.names().filter { RotatingLogFile.names.contains($0) || ErrorReporting.isReport($0) }
            let isDryRun = call.options.isDryRun
            if !isDryRun { for name in names { try folder.remove(name) } }
            var document = OutputObject(schema: "logs_clear")
            document["removed"] = .integer(isDryRun ? 0 : Int64(names.count))
            document["state"] = isDryRun ? .string("planned") : nil
            call.printer.answer(document) { printer in
                printer.line("\(isDryRun ? "Would remove" : "Removed") \(CountText.of(names.count, "file")).")
            }
        }
    }
}
