import ArgumentParser
import FlipcashCore

/// `flipcash deposit`
struct DepositCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Show the address at which you receive money from outside.",
        discussion: """
            Dollars arrive at the account's own address, other tokens at a deposit address of their own. The operator of \
            a node books money that arrives elsewhere with "flipcash node deposit".
            """)

    @Option(help: ArgumentHelp("Token to receive: dollars, a symbol or a mint.", valueName: "token"))
    var token: TokenArgument?

    @Flag(help: "Also show the address as a QR code.")
    var qr = false

    @Flag(help: "Wait until a deposit has arrived, and print it.")
    var wait = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    var isWaiting: Bool { wait }

    func run(in call: Invocation) async throws {
        guard !wait || !call.options.isOffline else {
            throw CommandFailure.usage("--wait needs the service; it cannot be combined with --offline.")
        }
        let text = try call.moneyText()
        let addresses = try await call.addresses(token)
        let address = token.map(\.isDollars) ?? true ? addresses.owner : addresses.deposit
        var document = OutputObject(schema: "deposit_address")
        document["address"] = .string(address.base58)
        document["owner"] = .string(addresses.owner.base58)
        document["vault"] = .string(addresses.vault.base58)
        let code = qr ? try call.terminalQRCode(address.base58) : nil
        @Sendable func show(_ printer: Printer) {
            printer.line(address.base58)
            if let code { printer.line(code) }
        }
        guard wait else { return call.printer.answer(document) { show($0) } }
        let shown = document
        try await call.withWallet { wallet in
            // Before the address is shown, so that no deposit to it is missed.
            let watch = try await DepositWatch(wallet: wallet, clock: call.runtime.clock, token: token)
            call.printer.announce(shown)
            call.printer.event(shown)
            if call.printer.mode == .human { show(call.printer) }
            let deposit = try await ProgressLine(call).during("Waiting for a deposit") { try await watch.next() }
            call.printer.answer(deposit.document(text)) { printer in
                printer.line("+\(text.text(deposit.amount, of: deposit.token))", .positive)
            }
        }
    }
}

/// Waits for a deposit to appear in the history.
struct DepositWatch: Sendable {
    private let wallet: any WalletAccess
    private let clock: any WallClock
    /// The token to wait for; any if nil.
    private let token: TokenArgument?
    /// The deposits that were there before.
    private let known: Set<IntentID>

    /// How often the service is asked.
    private static let interval = Duration.seconds(2)

    /// Reads the deposits that are in the history already.
    ///
    /// - Throws: the error of the request.
    init(wallet: any WalletAccess, clock: any WallClock, token: TokenArgument?) async throws {
        self.wallet = wallet
        self.clock = clock
        self.token = token
        known = Set(try await Self.deposits(wallet, token).map(\.id))
    }

    /// Returns the first new deposit. If the service does not answer, keeps waiting.
    ///
    /// - Throws: `CancellationError`.
    func next() async throws -> ActivityView {
        while true {
            try await clock.sleep(for: Self.interval)
            let found = (try? await Self.deposits(wallet, token)) ?? []
            try Task.checkCancellation()
            // The history is newest first.
            if let deposit = found.last(where: { !known.contains($0.id) }) { return deposit }
        }
    }

    private static func deposits(_ wallet: any WalletAccess, _ token: TokenArgument?) async throws -> [ActivityView] {
        try await wallet.history(syncs: true).filter { activity in
            activity.kind == "deposited" && (token.map(activity.token.answers) ?? true)
        }
    }
}
