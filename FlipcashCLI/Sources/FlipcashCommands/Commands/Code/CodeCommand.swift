import ArgumentParser
import CodeScanner
import FlipcashCore

/// `flipcash code …`
struct CodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code",
        abstract: "Make circular codes and read them from pictures.",
        subcommands: [CodeEncodeCommand.self, CodeDecodeCommand.self])
}

/// `flipcash code decode F…`
struct CodeDecodeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Show what the circular code in a picture means.",
        discussion: "Collects nothing and calls no service.")

    @Argument(
        help: ArgumentHelp("Picture files: PNG, JPEG, WebP, BMP, TIFF or PNM.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "List every code in every file instead of the first.")
    var all = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        if all {
            let findings = try PictureReader.all(in: files)
            let objects = findings.map { document($0, money) }
            var list = OutputObject(schema: "codes")
            list["codes"] = .array(objects.map(OutputValue.object))
            call.printer.answer(list: objects, document: list) { printer in
                for (index, finding) in findings.enumerated() {
                    if index > 0 { printer.line() }
                    printer.facts(
                        [("File", finding.path)] + CodeDescription(payload: finding.code.payload).facts(money))
                }
            }
        } else {
            let finding = try PictureReader.first(in: files)
            call.printer.answer(document(finding, money)) {
                $0.facts(CodeDescription(payload: finding.code.payload).facts(money))
            }
        }
    }

    private func document(_ finding: PictureReader.Finding, _ money: MoneyText) -> OutputObject {
        var document = CodeDescription(payload: finding.code.payload).document(money)
        document["file"] = .string(finding.path)
        document["corrected_symbols"] = .integer(Int64(finding.code.content.correctedSymbols))
        return document
    }
}

/// `flipcash code encode HEX`
struct CodeEncodeCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Make the circular code of a payload.",
        discussion: "Without --svg or --png the 35 bytes of the code are printed.")

    @Argument(help: ArgumentHelp("The payload, up to 20 bytes as hexadecimal digits.", valueName: "hex"))
    var payload: HexArgument

    @OptionGroup(title: "Picture options")
    var picture: PictureOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        guard payload.bytes.count <= KikCodes.payloadLength else {
            throw ValidationError("A payload must have at most \(KikCodes.payloadLength) bytes.")
        }
    }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let code = try KikCodes.encode(payload.bytes)
        let padded = payload.bytes + [UInt8](repeating: 0, count: KikCodes.payloadLength - payload.bytes.count)
        let description = CodeDescription(payload: padded)
        let isDryRun = call.options.isDryRun
        let files = try picture.write(code: code, isDryRun: isDryRun)
        var document = description.document(money)
        document["code"] = .string(Hexadecimal.encode(code))
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        call.printer.answer(document) { printer in
            if files.isEmpty {
                printer.line(Hexadecimal.encode(code))
            } else {
                printer.facts(description.facts(money) + files.map { (isDryRun ? "Would write" : "Written", $0) })
            }
        }
    }
}
