import ArgumentParser
import FlipcashCore
import FlipcashDrawing
import FlipcashWallet
import Synchronization

/// `flipcash token launch`
struct TokenLaunchCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Create a currency and buy its first tokens.",
        discussion: """
            The service checks name, texts and icon first. Then it charges the first purchase and a fee, which are \
            shown before you are asked. The name cannot be changed later. If the purchase fails, --resume repeats only \
            that. A node gives up a currency whose first purchase is not begun within a day; its name is free again then.
            """)

    @Option(help: ArgumentHelp("1 to 32 printable ASCII characters.", valueName: "text"))
    var name: String

    @Option(help: ArgumentHelp("Up to 8 characters; made from the name if left out.", valueName: "text"))
    var symbol: String?

    @Option(help: ArgumentHelp("What it is, up to 500 characters.", valueName: "text"))
    var description: String?

    @Option(
        help: ArgumentHelp("A PNG or JPEG picture of at most 1 MiB.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var icon: String?

    @OptionGroup(title: "Bill options")
    var bill: BillOptions

    @Option(help: ArgumentHelp("What to pay with; dollars if left out.", valueName: "token"))
    var payWith: TokenArgument = .dollars

    @Flag(help: "Buy the first tokens of a currency that was created earlier.")
    var resume = false

    @Flag(help: "Only check whether the name is free and the contents are allowed.")
    var checkOnly = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var isWaiting: Bool { true }

    var lostAnswerAdvice: String? { "The currency may have been created; see: flipcash swap list" }

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        guard LaunchTexts.isName(name) else {
            throw ValidationError("--name must have 1 to 32 printable ASCII characters and no blanks at its ends.")
        }
        if let symbol, !LaunchTexts.isSymbol(symbol) {
            throw ValidationError("--symbol must have 1 to 8 printable ASCII characters without blanks.")
        }
        if let description, !LaunchTexts.isDescription(description) {
            throw ValidationError("--description must have 1 to 500 characters.")
        }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let draft = LaunchDraft(
            name: name, symbol: symbol, description: description, icon: try icon.map(LaunchTexts.icon),
            billColors: bill.colors.map { $0.colors.stops.map(\.description) } ?? [])
        try await call.withWallet { wallet in
            if resume { return try await buy(in: wallet, nil, money, call) }
            guard try await wallet.market.isAvailable(name: name) else {
                throw CommandFailure(
                    "name_taken", .refused,
                    "Another currency has the name \"\(DisplayText.sanitized(name))\". Choose another one. If it is "
                        + "yours and was not bought, use --resume.")
            }
            let line = ProgressLine(call)
            let checked = try await line.during("Checking") {
                try await wallet.market.moderate(draft) { line.show("Checking the \($0)") }
            }
            guard !checkOnly else {
                var document = OutputObject(schema: "launch")
                document["state"] = .string("allowed")
                document["name"] = .string(name)
                return call.printer.answer(document) { $0.line("The name is free and the contents are allowed.") }
            }
            try await buy(in: wallet, checked, money, call)
        }
    }

    /// Asks, creates the currency unless that is done, and buys its first tokens.
    private func buy(
        in wallet: any WalletAccess, _ launch: CurrencyLaunch?, _ money: MoneyText, _ call: Invocation
    ) async throws {
        let payment = try await wallet.market.launchPayment(from: payWith)
        let plan = LaunchPlan(name: name, payment: payment)
        if call.options.isDryRun {
            call.printer.answer(plan.document(money, state: "planned")) { printer in
                printer.line("Would create the currency and buy its first tokens:")
                printer.table(plan.table(money))
            }
            return call.printer.hint("Nothing was submitted.")
        }
        if call.prompt.isPossible, !call.options.assumesYes {
            let width = call.console.errors.size?.columns
            for line in plan.table(money).lines(header: false, limit: width, style: call.printer.errorStyle) {
                call.prompt.show(line)
            }
        }
        try call.confirm("The name is final. Create it?")
        let (mint, outcome) = try await create(launch, plan, in: wallet, money, call)
        let view = plan.swap(mint: mint, symbol: symbol ?? "", outcome)
        try SwapWait(call: call, money: money).requireDone(view)
        var document = plan.document(money, state: "done")
        document["mint"] = .string(mint.base58)
        document["swap"] = .object(view.document(money))
        call.printer.answer(document) { printer in
            printer.line("Created \(DisplayText.sanitized(name))", .positive)
            printer.facts([("Mint", mint.base58), ("Paid", money.text(payment.funding.amount.nativeAmount))])
        }
        call.printer.hint("Give it as cash with: flipcash give 1 --token \(mint.base58)")
    }
}

extension TokenLaunchCommand {
    /// The mint of the currency, once it is created.
    private final class CreatedMint: Sendable {
        private let mint = Mutex<PublicKey?>(nil)

        func note(_ step: SwapProgress) {
            if case .created(let created) = step { mint.withLock { $0 = created } }
        }

        var current: PublicKey? { mint.withLock { $0 } }
    }

    /// Creates the currency unless that is done, and buys its first tokens.
    ///
    /// - Throws: a failure that names what exists on the service, if the currency was or may have been created.
    private func create(
        _ launch: CurrencyLaunch?, _ plan: LaunchPlan, in wallet: any WalletAccess, _ money: MoneyText,
        _ call: Invocation
    ) async throws -> (mint: PublicKey, outcome: SwapOutcome) {
        let created = CreatedMint()
        let (market, payment, name) = (wallet.market, plan.payment, name)
        do {
            return try await SwapWait(call: call, money: money).during("Creating the currency", swap: nil) { report in
                let onProgress: @Sendable (SwapProgress) -> Void = { step in
                    created.note(step)
                    report(step)
                }
                guard let launch else {
                    return try await market.resumeLaunch(name, payment: payment, onProgress: onProgress)
                }
                return try await market.launch(launch, payment: payment, onProgress: onProgress)
            }
        } catch let failure as SwapFailure {
            throw Self.left(failure, plan, created.current, money)
        }
    }

    /// The failure of a launch together with what it left on the service.
    private static func left(
        _ failure: SwapFailure, _ plan: LaunchPlan, _ mint: PublicKey?, _ money: MoneyText
    ) -> CommandFailure {
        let described = CommandFailure(describing: failure)
        var isUnknown = false
        switch failure {
        case .launchUnknown: isUnknown = true
        case .notBought: break
        default: return described
        }
        // The pending object of a payment without an answer names its swap.
        guard described.pending == nil else { return described }
        var document = plan.document(money, state: isUnknown ? "unknown" : "created")
        document["mint"] = mint.map { .string($0.base58) }
        return described.status == .outcomeUnknown
            ? described.withPending(document) : described.afterEffect(document)
    }
}

/// The figures of a launch.
struct LaunchPlan: Sendable {
    let name: String
    let payment: LaunchPayment

    private var token: TokenView { TokenView(payment.source, quarks: payment.funding.amount.quarks) }

    func table(_ money: MoneyText) -> Table {
        var table = Table([.exact(""), .amount(""), .text("")])
        func add(_ name: String, _ figure: String, _ remark: String = "") {
            table.add([.init(name, .secondary), .init(figure, .strong), .init(remark)])
        }
        let total = payment.funding.amount.nativeAmount
        add("Currency", "", name)
        if let purchase = try? total.subtracting(payment.fee.nativeAmount) {
            let tokens = TokenView.decimal(quarks: payment.quote.received.quarks, decimals: 10)
            add("First tokens", money.text(purchase), "about \(tokens)")
        }
        add("Fee", money.text(payment.fee.nativeAmount))
        add(
            "You pay", money.text(total),
            "\(TokenView.decimal(quarks: token.quarks, decimals: token.mint.mintDecimals)) \(token.unit)")
        return table
    }

    func document(_ money: MoneyText, state: String) -> OutputObject {
        var document = OutputObject(schema: "launch")
        document["state"] = .string(state)
        document["name"] = .string(name)
        document["pay"] = money.value(payment.funding.amount.nativeAmount)
        document["pay_token"] = token.value
        document["fee"] = money.value(payment.fee.nativeAmount)
        document["first_tokens_quarks"] = .quarks(payment.quote.received.quarks)
        return document
    }

    func swap(mint: PublicKey, symbol: String, _ outcome: SwapOutcome) -> SwapView {
        SwapView(
            id: outcome.record.swap, kind: SwapRecord.Kind.launch.rawValue,
            state: outcome.state ?? SwapState(journal: outcome.record.state), from: token,
            to: TokenView(mint: mint, symbol: symbol, name: name, quarks: payment.quote.received.quarks),
            amount: payment.funding.amount.nativeAmount, started: outcome.record.created)
    }
}

/// Checks of the texts and the picture of a currency before anything is sent (payment specification §17).
enum LaunchTexts {
    static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && text.first != " " && text.last != " "
    }

    static func isSymbol(_ text: String) -> Bool {
        (1...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    static func isDescription(_ text: String) -> Bool { (1...500).contains(text.count) && text.utf8.count <= 4_096 }

    /// Reads an icon.
    ///
    /// - Throws: `CommandFailure`: exit 66 for a file that cannot be read, 65 for one that is too large or not a PNG or
    ///   JPEG picture.
    static func icon(_ path: String) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]?
        do { bytes = try POSIXFileSystem().read(path) } catch { throw CommandFailure(describing: error) }
        guard let bytes else { throw .noFile(path) }
        guard bytes.count <= AttestedImage.byteCountMax else {
            throw .badInput("The icon has more than 1 MiB. Use a smaller picture.", code: "image_too_large")
        }
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw .badInput("The icon is not a PNG or JPEG picture. Use one of these.", code: "image_format")
        }
        return bytes
    }
}
