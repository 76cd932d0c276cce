import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// `flipcash node faucet AMOUNT`
struct NodeFaucetCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "faucet", abstract: "Give an account play money on your own node.",
        discussion: "Without --owner the current account gets it.")

    @Argument(help: "Dollars, such as 20 or 0.50.")
    var amount: AmountText

    @Option(help: ArgumentHelp("Owner of the account that gets the money.", valueName: "address"))
    var owner: String?

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var lostAnswerAdvice: String? { DepositOutput.lostAnswerAdvice }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await Deposit(command: .faucet, amount: amount, owner: owner).book(on: node.data, call)
    }
}

/// `flipcash node deposit AMOUNT --owner O`
struct NodeDepositCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Book money that arrived from outside.",
        discussion: "A second deposit with the same reference and owner changes nothing.")

    @Argument(help: "Dollars, such as 20 or 0.50.")
    var amount: AmountText

    @Option(
        help: ArgumentHelp(
            "Owner of the account that gets the money; the current account if left out.", valueName: "address"))
    var owner: String?

    @Option(help: ArgumentHelp("Unique name of the deposit, such as a transaction's signature.", valueName: "text"))
    var reference: String?

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var lostAnswerAdvice: String? { DepositOutput.lostAnswerAdvice }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let deposit = Deposit(command: .deposit, amount: amount, owner: owner, reference: reference)
        try await deposit.book(on: node.data, call)
    }
}

/// Money that an operator's command gives to an account.
private struct Deposit {
    let command: AdminRequest.Command
    let amount: AmountText
    /// The address of the account's owner, as it was typed; nil for the current account.
    let owner: String?
    var reference: String?

    /// Books the money on the node in the folder `data`, or on this person's own node, and prints what was booked. In a
    /// dry run, prints the amount only.
    func book(on data: String?, _ call: Invocation) async throws {
        let quarks = try DepositAmount.quarks(amount, call)
        if call.options.isDryRun { return try DepositOutput.printPlan(quarks, call) }
        let owner = try await DepositOwner.resolve(owner, data: data, call)
        let node = try await Self.node(data, call)
        let request = AdminRequest(command, owner: owner.base58, quarks: quarks, reference: reference)
        try DepositOutput.print(try await node.perform(request).deposit, owner: owner, mint: .usdf, call)
    }

    /// The node of this call. Starts this person's own node, which the next commands need anyway.
    private static func node(_ data: String?, _ call: Invocation) async throws -> NodeOperator {
        if data == nil, try call.endpoint(call.settings()) == .local { _ = try await call.localNode().endpoint() }
        return try NodeOperator(data: data, call: call)
    }
}

private enum DepositAmount {
    static func quarks(_ amount: AmountText, _ call: Invocation) throws -> UInt64 {
        switch try amount.amount(in: .usd, locale: call.moneyText().locale) {
        case .max: throw CommandFailure.usage("\"max\" cannot be deposited. Write an amount in dollars, such as 20.")
        case .amount(let fiat):
            guard fiat.currency == .usd else {
                throw CommandFailure.usage("Deposits must be in dollars. Write 20 or 20usd.")
            }
            return try TokenAmount(wholeTokens: fiat.value, mint: .usdf).quarks
        }
    }
}

private enum DepositOutput {
    static let lostAnswerAdvice = "The money may have been booked; check the owner's balance with: flipcash balance"

    static func printPlan(_ quarks: UInt64, _ call: Invocation) throws {
        let money = try call.moneyText()
        let amount = FiatAmount(value: TokenAmount(quarks: quarks, mint: .usdf).decimalValue, currency: .usd)
        var document = OutputObject(schema: "deposit")
        document["state"] = .string("planned")
        document["amount"] = money.value(amount)
        call.printer.answer(document) { $0.line("Would book \(money.text(amount)).") }
    }

    static func print(_ receipt: DepositReceipt?, owner: PublicKey, mint: PublicKey, _ call: Invocation) throws {
        guard let receipt else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node answered without a receipt. Check whether the money was booked with: flipcash balance")
        }
        let money = try call.moneyText()
        let token = TokenView(mint: mint, symbol: "USDF", name: "USDF", quarks: receipt.quarks)
        let amount = FiatAmount(value: TokenAmount(quarks: receipt.quarks, mint: mint).decimalValue, currency: .usd)
        let balance = FiatAmount(value: TokenAmount(quarks: receipt.balance, mint: mint).decimalValue, currency: .usd)
        var document = OutputObject(schema: "deposit")
        document["id"] = .string(receipt.intent)
        document["owner"] = .string(owner.base58)
        document["vault"] = .string(receipt.token)
        document["amount"] = money.value(amount)
        document["token"] = token.value
        document["balance"] = money.value(balance)
        document["booked"] = .boolean(receipt.booked)
        call.printer.answer(document) { printer in
            if receipt.booked {
                printer.line("+\(money.text(amount)), balance \(money.text(balance))", .positive)
            } else {
                printer.line("This deposit was booked before. Balance \(money.text(balance))")
            }
        }
    }
}
