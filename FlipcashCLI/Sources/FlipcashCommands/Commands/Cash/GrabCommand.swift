import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash grab --image F…|--payload HEX`
struct GrabCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "grab", abstract: "Scan a bill and collect its cash.",
        discussion: """
            The bill must be on show at that moment. The first who scans it gets the cash. With --pass-on the cash is \
            put on show again as a new bill; the bill options are for that one.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Picture files: PNG, JPEG, WebP, BMP, TIFF or PNM; the first code found counts.", valueName: "file"),
        completion: .file())
    var image: [String] = []

    @Option(help: ArgumentHelp("What the code says, as hexadecimal digits, instead of a picture.", valueName: "hex"))
    var payload: HexArgument?

    @Flag(help: "Collect every bill in every picture instead of the first.")
    var all = false

    @Flag(help: "Collect one bill and stop, which is what happens without --all.")
    var once = false

    @Option(help: ArgumentHelp("Collect a bill only once it was read in this many pictures.", valueName: "number"))
    var confirm: Int = 1

    @Flag(help: "Put the received cash on show as a new bill.")
    var passOn = false

    @OptionGroup(title: "Bill options, with --pass-on")
    var showing: BillShowOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { passOn }

    var lostAnswerAdvice: String? { "The cash may have been received; see: flipcash history" }

    mutating func validate() throws {
        guard image.isEmpty != (payload == nil) else {
            throw ValidationError("Say what to scan: either --image FILE or --payload HEX.")
        }
        if all, once { throw ValidationError("--all and --once contradict each other.") }
        if all, passOn {
            throw ValidationError("--all and --pass-on contradict each other: one bill is on show at a time.")
        }
        guard (1...100).contains(confirm) else { throw ValidationError("--confirm must be between 1 and 100.") }
        guard confirm == 1 || confirm <= image.count else {
            throw ValidationError("--confirm \(confirm) needs at least \(confirm) pictures.")
        }
    }

    var needsService: Bool { !global.dryRun }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let bills = try ScannedBills(image: image, payload: payload, all: all, confirm: confirm)
        if call.options.isDryRun { return bills.describe(money, call.printer, asList: all) }
        try await call.withWallet { wallet in
            if all {
                try await GrabAll(bills: bills, wallet: wallet, money: money, call: call).run()
            } else {
                try await collect(bills.first.cash, wallet, money, call)
            }
        }
    }

    private func collect(
        _ cash: CashCode.Payload, _ wallet: any WalletAccess, _ money: MoneyText, _ call: Invocation
    ) async throws {
        let grabbed = try await Self.grab(cash, wallet, call)
        // Who asked for it earlier may have thought of something else since.
        let isPassedOn = passOn && !grabbed.received.isFromEarlierAsking
        if passOn, !isPassedOn {
            call.printer.note(
                "This cash came after an earlier grab was interrupted. It is kept; pass it on with: flipcash give")
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
                "Stopped asking. If the giver pays all the same, the cash will show in your balance.")
        }
    }
}
