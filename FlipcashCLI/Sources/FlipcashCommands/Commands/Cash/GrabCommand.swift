import ArgumentParser
import CodeScanner
import FlipcashCore

/// `flipcash grab --image F…|--payload HEX`
struct GrabCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "grab", abstract: "Scan a bill and collect its cash.",
        discussion: "The bill must be on show at that moment. The first who scans it gets the cash.")

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Picture files: PNG, JPEG, WebP, BMP, TIFF or PNM; the first code found counts.", valueName: "file"),
        completion: .file())
    var image: [String] = []

    @Option(help: ArgumentHelp("What the code says, as hexadecimal digits, instead of a picture.", valueName: "hex"))
    var payload: HexArgument?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    mutating func validate() throws {
        guard image.isEmpty != (payload == nil) else {
            throw ValidationError("Say what to scan: either --image FILE or --payload HEX.")
        }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let cash = try scannedCash()
        if call.options.isDryRun {
            let description = CodeDescription(payload: cash.bytes)
            return call.printer.answer(description.document(money)) { $0.facts(description.facts(money)) }
        }
        let transfer = try await call.withWallet { wallet in
            let progress = ProgressLine(call)
            defer { progress.clear() }
            progress.show("Asking for the cash")
            return try await wallet.grab(cash)
        }
        call.printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
    }

    private func scannedCash() throws -> CashCode.Payload {
        let bytes = try payload?.bytes ?? PictureReader.first(in: image).code.payload
        switch ScannedPayload(bytes) {
        case .cash(let cash): return cash
        case .tip: throw CommandFailure.badInput("This is the code of a tip card, not of a bill.", code: "not_a_bill")
        case nil: throw CommandFailure.badInput("This code is not one of a bill.", code: "not_a_bill")
        }
    }
}
