import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split payments …`
struct SplitPaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments", abstract: "Payments between you and others that have not arrived yet.",
        discussion: """
              flipcash split payments
              flipcash split payments void 5f3a
            """,
        subcommands: [
            SplitPaymentsListCommand.self, SplitPaymentsVoidCommand.self, SplitPaymentsConfirmCommand.self,
            SplitPaymentsReverseCommand.self,
        ],
        defaultSubcommand: SplitPaymentsListCommand.self)
}

/// `flipcash split payments list`
struct SplitPaymentsListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List payments, newest first.")

    @Flag(help: "Include payments that have ended.")
    var all = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let view = PaymentsView(payments: overview.payments.filter { all || $0.isUnderWay }, overview: overview)
            var document = OutputObject(schema: "split_payments")
            document["payments"] = .array(view.objects.map { .object($0) })
            call.printer.answer(list: view.objects, document: document) { view.print(to: $0) }
            if view.payments.isEmpty {
                call.printer.hint(all ? "No payments." : "No payment is under way.")
            }
        }
    }
}

/// Payments of and to the viewer as they are listed.
struct PaymentsView: Sendable {
    let payments: [SplitPayment]
    let overview: SplitOverview

    var objects: [OutputObject] {
        payments.map { payment in
            let isQueued = overview.queued.contains(payment.id.text)
            return SettledPayment(payment: payment, link: nil, intent: nil, isQueued: isQueued)
                .document(overview.money)
        }
    }

    func print(to printer: Printer) {
        guard !payments.isEmpty else { return }
        var table = Table([
            .exact("PAYMENT"), .text("PERSON"), .amount("AMOUNT"), .exact("STATE"), .exact("METHOD"), .id("ID"),
        ])
        for payment in payments {
            let isPayer = overview.isMe(payment.from)
            table.add([
                .init(isPayer ? "to" : "from"), .init(overview.name(of: isPayer ? payment.to : payment.from)),
                .init(overview.money.text(payment.amount)), .init(payment.state.rawValue),
                .init(payment.method.words, .secondary), .init(payment.id.text, .secondary),
            ])
        }
        printer.table(table)
    }
}

extension SplitPayment.Method {
    /// How the money moves, for people.
    var words: String {
        switch self {
        case .direct: "from wallet to wallet"
        case .cashLink: "by a link"
        case .cash: "in cash"
        case .external: "outside Flipcash"
        }
    }
}
