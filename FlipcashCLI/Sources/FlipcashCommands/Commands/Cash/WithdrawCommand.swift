import ArgumentParser
import FlipcashCore
import FlipcashWallet

/// `flipcash withdraw AMOUNT ADDRESS`
struct WithdrawCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Pay an address outside: a wallet, or a token account.",
        discussion: """
            Withdraws dollars unless --token names another currency. If the receiving account does not exist yet, a \
            fee for creating it is taken from the amount. "max" withdraws the balance to its last unit. Withdrawals \
            cannot be undone. You are asked first, unless --yes is given.
            """)

    @Argument(help: "Amount such as 5, 5.50cad or max; a fee is taken from it.")
    var amount: AmountText

    @Argument(help: "Address that receives the money.")
    var address: AddressArgument

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
        let address = try address.address()
        try call.requireConsentIsPossible()
        try await call.withWallet { wallet in
            let plan = try await call.agreed(text) { token in
                let cash = try await wallet.prepare(amount, token: token ?? money.token ?? .dollars, flow: .withdraw)
                let terms = try await wallet.withdrawal(of: cash, to: address)
                return SpendingPlan(form: .withdrawal(terms), cash: cash)
            }
            guard let plan, case .withdrawal(let terms) = plan.form else { return }
            let payment = try await call.pay(plan, "Withdrawing", text) {
                try await wallet.withdraw(plan.cash, on: terms)
            }
            call.printer.answer(payment.document(text)) { payment.print(to: $0, text) }
            await wallet.refresh()
        }
    }
}
