import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash send AMOUNT TO`
struct SendCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send cash straight to a person whose address you have.",
        discussion: """
            The address is the owner that "flipcash account address" prints for the other person. The cash arrives at \
            once and cannot be taken back. Sends dollars unless --token names another currency. You are asked first, \
            unless --yes is given.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max.")
    var amount: AmountText

    @Argument(help: ArgumentHelp("Address of the person's account.", valueName: "to"))
    var person: AddressArgument

    @OptionGroup(title: "Money options")
    var money: MoneyOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "Check what happened with: flipcash history" }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        let text = try call.moneyText()
        // Report mistyped arguments before anything is started or created.
        _ = try amount.amount(in: call.entryCurrency(), locale: text.locale)
        let address = try person.address()
        try call.requireConsentIsPossible()
        try await call.withWallet { wallet in
            let plan = try await call.agreed(text) { token in
                let cash = try await wallet.prepare(amount, token: token ?? money.token ?? .dollars, flow: .giveOrSend)
                let person = try await wallet.person(at: address, mint: cash.token.mint)
                return SpendingPlan(form: .person(person), cash: cash)
            }
            guard let plan, case .person(let person) = plan.form else { return }
            let payment = try await call.pay(plan, "Sending", text) { try await wallet.send(plan.cash, to: person) }
            call.printer.answer(payment.document(text)) { payment.print(to: $0, text) }
            await wallet.refresh()
        }
    }
}
