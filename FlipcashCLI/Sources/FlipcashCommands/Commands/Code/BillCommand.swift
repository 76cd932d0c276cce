import ArgumentParser
import CodeScanner
import FlipcashCore
import FlipcashDrawing

/// `flipcash bill …`
struct BillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bill",
        abstract: "Draw bills that hold no cash.",
        subcommands: [BillRenderCommand.self])
}

/// `flipcash bill render AMOUNT|PAYLOAD`
struct BillRenderCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw a bill that holds no cash.",
        discussion: "Without --png or --svg the bill is shown on the terminal.")

    @Argument(
        help: ArgumentHelp("Amount such as 5 or 5.50cad, or a payload of 40 hexadecimal digits.", valueName: "amount"))
    var subject: String

    @Option(help: ArgumentHelp("Token printed on the bill: dollars or a mint.", valueName: "token"))
    var token: TokenArgument?

    @Flag(help: "Draw the bare code without the bill around it.")
    var codeOnly = false

    @OptionGroup(title: "Picture options")
    var picture: PictureOptions

    @OptionGroup(title: "Picture options")
    var look: BillOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let payload = try payload(call)
        let value = payload.unverifiedAmount.map(money.text) ?? ""
        let bill = Bill(
            payload: payload, value: value, mint: try mint(), colors: look.colors?.colors ?? .standard)
        let isDryRun = call.options.isDryRun
        let files =
            try codeOnly
            ? picture.write(code: bill.code, isDryRun: isDryRun) : picture.write(bill: bill, isDryRun: isDryRun)
        let shown = files.isEmpty && call.options.output == .human ? try terminalText(bill, call) : nil
        let description = CodeDescription(payload: payload.bytes)
        var document = description.document(money)
        document["files"] = files.isEmpty ? nil : .array(files.map(OutputValue.string))
        call.printer.answer(document) { printer in
            if let shown { printer.write(shown) }
            printer.facts(description.facts(money) + files.map { (isDryRun ? "Would write" : "Written", $0) })
        }
    }

    private func payload(_ call: Invocation) throws -> CashCode.Payload {
        if subject.utf8.count == 2 * CashCode.Payload.byteCount, let hex = HexArgument(argument: subject) {
            guard let payload = CashCode.Payload(hex.bytes) else {
                throw CommandFailure.badInput(
                    "These bytes are not the payload of a bill. Use the payload of a bill, or an amount.")
            }
            return payload
        }
        let currency = try call.namedCurrency(call.settings()) ?? .usd
        switch try AmountText(argument: subject).amount(in: currency, locale: call.moneyText().locale) {
        case .max: throw CommandFailure.usage("\"max\" cannot be drawn. Write an amount such as 5 or 5.50cad.")
        case .amount(let amount):
            return try CashCode.Payload(fiat: amount, nonce: CashCode.Nonce(drawing: call.runtime.random))
        }
    }

    private func mint() throws -> PublicKey {
        guard let token, !token.isDollars else { return .usdf }
        guard let mint = try? PublicKey(base58: token.text) else {
            throw CommandFailure.badInput(
                "\"\(DisplayText.sanitized(token.text))\" is not a token for a bill. Use dollars or a mint in base58.")
        }
        return mint
    }

    private func terminalText(_ bill: Bill, _ call: Invocation) throws -> String {
        let display = BillDisplay(mode: .auto, console: call.console, environment: call.environment)
        guard let text = try display.text(of: bill) else {
            throw CommandFailure.usage(
                "The bill cannot be shown on this terminal. Write it to a file with --png FILE or --svg FILE.")
        }
        return text
    }
}
