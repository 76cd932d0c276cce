import ArgumentParser
import FlipcashCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import SharedExpenses

/// `flipcash split export`
struct SplitExportCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export everything: as JSON, which loses nothing, or as CSV of PayBack.",
        discussion: """
              flipcash split export backups
              flipcash split export --csv backups
              flipcash split export > split.json

            Without a folder JSON goes to standard output. CSV loses notes, currencies and several payers.
            """)

    @Flag(help: "Write the CSV format of PayBack.")
    var csv = false

    @Argument(help: ArgumentHelp("An existing folder.", valueName: "folder"))
    var folder: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { folder == nil }
    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let export = SplitExport(overview.view, at: desk.now)
            let text = csv ? PayBackFile.text(export, name: desk.ownName) : try Self.json(export)
            guard let folder else { return call.printer.write(text) }
            let path = "\(folder)/\(Self.fileName(desk.now, csv: csv))"
            if !call.options.isDryRun {
                guard SystemFiles.exists(folder) else { throw CommandFailure.noFile(folder) }
                try OutputFile.write(Array(text.utf8), to: path, readers: .ownerAlone)
            }
            var document = OutputObject(schema: "split_exported")
            document["path"] = .string(path)
            document["expenses"] = .integer(Int64(export.expenses.count))
            document["state"] = call.options.isDryRun ? .string("planned") : nil
            let verb = call.options.isDryRun ? "Would export" : "Exported"
            call.printer.answer(document) {
                $0.line(
                    "\(verb) \(CountText.of(export.expenses.count, "expense")) to \(DisplayText.sanitized(path))")
            }
        }
    }

    private static func json(_ export: SplitExport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(export), as: UTF8.self) + "\n"
    }

    /// `PayBack_Export_2026-05-01_101500.csv`, in UTC.
    private static func fileName(_ now: SplitTime, csv: Bool) -> String {
        let parts = now.iso8601.split(separator: "T")
        let time = parts.last.map { $0.filter { $0.isNumber } } ?? ""
        let stamp = "\(parts.first ?? "")_\(time)"
        return csv ? "PayBack_Export_\(stamp).csv" : "flipcash-split_\(stamp).json"
    }
}
