import ArgumentParser
import FlipcashCore
import SavingsGoals
import SharedExpenses

/// `flipcash split remind PERSON`
struct SplitRemindCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Write a message that asks a person for what is owed.",
        discussion: """
            The message names the amount and the open items, and says how to pay. Only the message is printed, so it can \
            be piped. With --ics a calendar file reminds you every week until you delete it.
            """)

    @Argument(help: "The person: a name, a nickname or the beginning of an id.")
    var person: String

    @Option(help: ArgumentHelp("Only the debts of a group.", valueName: "group"))
    var group: String?

    @Option(
        help: ArgumentHelp("Also write a calendar file with a weekly reminder.", valueName: "file"),
        completion: .file(extensions: ["ics"]))
    var ics: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { ics == nil }

    var dryRun: DryRunSupport { .honoured }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let inGroup = try group.map { name throws(CommandFailure) in try overview.group(name) }
            let chosen = try overview.person(person, in: inGroup)
            let reminder = try DebtReminder(
                person: chosen, group: inGroup, overview: overview, address: try? await call.addresses(nil).owner)
            if let ics, !call.options.isDryRun {
                try OutputFile.write(Array(reminder.calendar(desk.now.instant).utf8), to: ics)
            }
            var document = reminder.document
            document["calendar"] = ics.map(OutputValue.string)
            call.printer.answer(document) { $0.line(reminder.text) }
            if let ics {
                let shown = DisplayText.sanitized(ics)
                call.printer.hint(call.options.isDryRun ? "Would write \(shown)." : "Wrote \(shown).")
            }
        }
    }
}

/// A message about what a person owes.
struct DebtReminder: Sendable {
    /// The most items that a message names.
    private static let itemsMax = 10

    private let person: SplitOverview.Person
    private let debts: [DebtLedger.Balance]
    private let items: [DebtLedger.Entry]
    private let overview: SplitOverview
    /// The address to which others send.
    private let address: PublicKey?

    /// - Throws: `CommandFailure`, exit 9, when the person owes nothing.
    init(
        person: SplitOverview.Person, group: SplitGroup?, overview: SplitOverview, address: PublicKey?
    ) throws {
        self.person = person
        self.overview = overview
        self.address = address
        debts = try overview.view.balances(of: group?.id).filter { person.ids.contains($0.person) && $0.net > 0 }
        guard !debts.isEmpty else {
            throw CommandFailure(
                "nothing_owed", .conflict, "\(person.name) owes you nothing. See: flipcash split balances")
        }
        let currencies = Set(debts.map(\.currency))
        items = try overview.view.ledger(of: group?.id).entries.filter { entry in
            entry.isOpen && currencies.contains(entry.currency) && person.ids.contains(entry.debtor)
                && overview.isMe(entry.creditor)
        }
    }

    private var amounts: String {
        debts.map { overview.money.text(ExpenseAmount($0.net, $0.currency)) }.joined(separator: " and ")
    }

    /// The message.
    var text: String {
        var lines = ["Hi \(DisplayText.sanitized(person.name)), a reminder that you owe me \(amounts):"]
        for item in items.prefix(Self.itemsMax) {
            let name = overview.view.world.expenses[item.expense]?.description ?? "expense"
            lines.append(
                "- \(TimeText.local(item.date.instant).prefix(10)) \(DisplayText.sanitized(name)): "
                    + overview.money.text(ExpenseAmount(item.units, item.currency)))
        }
        if items.count > Self.itemsMax { lines.append("- and \(items.count - Self.itemsMax) more") }
        lines += debts.compactMap(remainder)
        if person.link == .linked {
            lines.append("Pay it in Flipcash: flipcash split settle NAME --pay")
        } else if let address {
            lines.append("Pay it with a Flipcash cash link, or to my address \(address.base58).")
        }
        return lines.joined(separator: "\n")
    }

    /// The line for the difference between the items and the debt: payments, and debts of the viewer. Nil if there is
    /// no difference.
    private func remainder(_ debt: DebtLedger.Balance) -> String? {
        let sum = items.filter { $0.currency == debt.currency }.reduce(0) { $0 &+ $1.units }
        guard sum > debt.net else { return nil }
        let difference = overview.money.text(ExpenseAmount(sum &- debt.net, debt.currency))
        return "- less what you paid or I owe you: \(difference)"
    }

    /// A calendar file with a reminder every week from tomorrow on.
    func calendar(_ now: Instant) -> String {
        let uid = "split-remind-\(person.id.text)@flipcash"
        let event = CalendarFile.Event.weekly(
            uid: uid, summary: "Remind \(person.name): \(amounts)", details: text,
            first: now.advanced(by: .seconds(86_400)))
        return CalendarFile(events: [event], sequence: [:], stamp: now, product: "Shared expenses").text
    }

    var document: OutputObject {
        var document = OutputObject(schema: "split_reminder")
        document["person"] = .string(person.id.text)
        document["name"] = .string(person.name)
        document["amounts"] = .array(
            debts.map { overview.money.value(ExpenseAmount($0.net, $0.currency)) })
        document["items"] = .array(
            items.map { item in
                .fields([
                    "expense": .string(item.expense.text), "split": .string(item.split.text),
                    "amount": overview.money.value(ExpenseAmount(item.units, item.currency)),
                ])
            })
        document["text"] = .string(text)
        return document
    }
}
