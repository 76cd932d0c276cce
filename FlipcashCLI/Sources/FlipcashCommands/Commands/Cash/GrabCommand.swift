import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash grab F…|LINK|--payload HEX`
struct GrabCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "grab", abstract: "Collect cash: from the picture of a bill, or from a cash link.",
        discussion: """
              flipcash grab bill.png              a picture of a bill
              flipcash grab code.png              a picture of a link's QR code
              flipcash grab https://…             the link itself; - is standard input

            A bill must be on show at that moment. The first person who scans it gets the cash.
            """)

    @Argument(
        help: ArgumentHelp(
            "Pictures of bills or of links' QR codes, or a cash link; the first one with cash counts.",
            valueName: "picture-or-link"),
        completion: .file())
    var sources: [LinkArgument] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Picture files: PNG, JPEG, WebP, BMP, TIFF or PNM; the same as files without the option.",
            valueName: "file"),
        completion: .file())
    var image: [String] = []

    @Option(help: ArgumentHelp("The payload of a code in hexadecimal digits, instead of a picture.", valueName: "hex"))
    var payload: HexArgument?

    @Flag(help: "Collect every bill in every picture instead of the first.")
    var all = false

    @Flag(help: "Collect one bill and stop (the default without --all).")
    var once = false

    @Option(help: ArgumentHelp("Collect a bill only if it was read in this many pictures.", valueName: "number"))
    var confirm: Int = 1

    @Flag(help: "Show the received cash as a new bill.")
    var passOn = false

    @OptionGroup(title: "Bill options, with --pass-on")
    var showing: BillShowOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { passOn }

    var lostAnswerAdvice: String? { "The cash may have been received; see: flipcash history" }

    mutating func validate() throws {
        let count = sources.count + image.count
        guard (count == 0) != (payload == nil) else {
            throw ValidationError(
                "Name what to collect: a picture (flipcash grab bill.png, or --image FILE), a cash link, or "
                    + "--payload HEX.")
        }
        if all, once { throw ValidationError("--all and --once cannot be combined. Use only one.") }
        if all, passOn {
            throw ValidationError(
                "--all and --pass-on cannot be combined, because one bill is on show at a time. Use only one.")
        }
        guard (1...100).contains(confirm) else { throw ValidationError("--confirm must be between 1 and 100.") }
        guard confirm == 1 || confirm <= count else {
            throw ValidationError("--confirm \(confirm) needs at least \(confirm) pictures.")
        }
    }

    var needsService: Bool { !global.dryRun }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let cash = try scanned(call)
        if case .link(let secret) = cash.first.source, !all { return try await collect(secret, money, call) }
        if call.options.isDryRun { return describe(cash, money, call.printer) }
        try await call.withWallet { wallet in
            if all {
                try await GrabAll(cash: cash, wallet: wallet, money: money, call: call).run()
            } else if case .bill(let payload) = cash.first.source {
                try await collect(payload, wallet, money, call)
            }
        }
    }

    private func scanned(_ call: Invocation) throws -> ScannedCash {
        if let payload { return try ScannedCash(payload: payload) }
        let texts = try sources.map { try $0.resolved(call.console.input.readLine).trimmingBlanks() }
        return try ScannedCash(texts: texts + image, all: all, readings: confirm, hosts: call.linkHosts())
    }

    /// Prints what would be collected.
    private func describe(_ cash: ScannedCash, _ money: MoneyText, _ printer: Printer) {
        let descriptions = cash.all.map { $0.source.description(money) }
        guard all else {
            return printer.answer(descriptions[0].document) { $0.facts(descriptions[0].facts) }
        }
        let objects = descriptions.map(\.document)
        var document = OutputObject(schema: "codes")
        document["codes"] = .array(objects.map(OutputValue.object))
        printer.answer(list: objects, document: document) { printer in
            for (index, description) in descriptions.enumerated() {
                if index > 0 { printer.line() }
                printer.facts(description.facts)
            }
        }
    }

    private func collect(_ secret: Mnemonic, _ money: MoneyText, _ call: Invocation) async throws {
        if passOn {
            throw CommandFailure.usage("--pass-on works only with a bill, and this is a link. Leave --pass-on out.")
        }
        try await call.withWallet { wallet in
            let collection = LinkCollection(
                secret: secret, allowsOwn: false, option: "--yes", money: money, call: call)
            guard let transfer = try await collection.run(in: wallet) else { return }
            call.printer.answer(transfer.document(money)) { transfer.print(to: $0, money) }
        }
    }

    private func collect(
        _ cash: CashCode.Payload, _ wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation
    ) async throws {
        let grabbed = try await Self.grab(cash, wallet, call)
        // Cash of an earlier, interrupted grab is not passed on: that call may have had another purpose.
        let isPassedOn = passOn && !grabbed.received.isFromEarlierRequest
        if passOn, !isPassedOn {
            call.printer.note(
                "This cash is from an earlier grab that was interrupted. It is kept; pass it on with: flipcash give")
        }
        guard isPassedOn else {
            return call.printer.answer(grabbed.transfer.document(money)) { grabbed.transfer.print(to: $0, money) }
        }
        try await PassingOn(options: showing, grabbed: grabbed, wallet: wallet, money: money, call: call).run()
    }

    static func grab(
        _ cash: CashCode.Payload, _ wallet: any WalletAccess, _ call: Invocation
    ) async throws -> GrabbedCash {
        do {
            return try await ProgressLine(call).during("Asking for the cash") { try await wallet.grab(cash) }
        } catch {
            let failure = CommandFailure(describing: error)
            guard failure.status == .declined else { throw failure }
            throw CommandFailure(
                "cancelled", .declined,
                "Stopped. If the giver still pays, the cash will appear in your balance.")
        }
    }
}
