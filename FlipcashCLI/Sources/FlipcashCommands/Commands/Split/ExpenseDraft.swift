import FlipcashCore
import SharedExpenses

/// An expense that is being entered: people, shares and payers as the options say.
struct ExpenseDraft {
    let desk: SplitDesk
    let overview: SplitOverview
    let options: ExpenseOptions
    /// What the amounts are in.
    let currency: ExpenseCurrency
    /// The group; nil for an expense of the people that it names.
    let group: SplitGroup?
    /// Whether money came back.
    var isRefund: Bool

    init(
        desk: SplitDesk, overview: SplitOverview, options: ExpenseOptions, currency: ExpenseCurrency,
        group: SplitGroup?
    ) {
        self.desk = desk
        self.overview = overview
        self.options = options
        self.currency = currency
        self.group = group
        isRefund = options.refund
    }

    /// Reads a typed amount in the currency of the expense.
    func amount(_ text: String) throws(CommandFailure) -> ExpenseAmount {
        let amount = try ExpenseAmount(typed: text, usual: currency, locale: desk.money.locale)
        guard amount.currency == currency else {
            throw .badInput(
                "\(DisplayText.sanitized(text)) is not in \(currency.code.uppercased()), the currency of the expense. "
                    + "Write all amounts in it.",
                code: "mixed_currencies")
        }
        return amount
    }

    /// A person of the group; any person when there is no group.
    func person(_ selector: String) throws(CommandFailure) -> MemberID {
        try overview.person(selector, in: group).id
    }

    /// Reads `PERSON=VALUE`.
    func assignments(_ texts: [String], _ option: String) throws(CommandFailure) -> [(member: MemberID, text: String)] {
        var found: [(member: MemberID, text: String)] = []
        for text in texts {
            guard let mark = text.lastIndex(of: "=") else {
                throw .usage("\(option) needs PERSON=VALUE, such as \(option) me=1.")
            }
            let member = try person(String(text[..<mark]))
            guard !found.contains(where: { $0.member == member }) else {
                throw .badInput(
                    "\(option) names \(overview.name(of: member)) twice. Name each person once.",
                    code: "duplicate_participant")
            }
            found.append((member, String(text[text.index(after: mark)...])))
        }
        return found
    }

    /// How the total is divided.
    func input() throws(CommandFailure) -> SplitInput {
        var input = SplitInput(mode: .equal)
        if !options.percent.isEmpty {
            input = SplitInput(mode: .percent, normalizes: options.normalize)
            for part in try assignments(options.percent, "--percent") {
                input.values[part.member] = part.text.hasSuffix("%") ? String(part.text.dropLast()) : part.text
            }
        } else if !options.shares.isEmpty {
            input = SplitInput(mode: .shares)
            for part in try assignments(options.shares, "--shares") { input.values[part.member] = part.text }
        } else if !options.exact.isEmpty {
            input = SplitInput(mode: .exact)
            for part in try assignments(options.exact, "--exact") {
                let isZero = part.text.allSatisfy { $0 == "0" || $0 == "." }
                let units = isZero ? 0 : try amount(part.text).units
                input.values[part.member] = String(isRefund ? -units : units)
            }
        } else if !options.item.isEmpty {
            input = SplitInput(mode: .itemized)
            for text in options.item { input.items.append(try item(text)) }
        }
        guard !options.adjust.isEmpty else { return input }
        input.base = input.mode
        input.mode = .adjusted
        for part in try assignments(options.adjust, "--adjust") {
            let isLess = part.text.hasPrefix("-")
            let units = try amount(
                part.text.first.map { "+-".contains($0) } == true ? String(part.text.dropFirst()) : part.text
            ).units
            input.adjustments[part.member] = isLess != isRefund ? -units : units
        }
        return input
    }

    /// Reads `LABEL=AMOUNT:PERSON,PERSON`.
    private func item(_ text: String) throws(CommandFailure) -> SplitInput.Item {
        guard let mark = text.firstIndex(of: "="), let colon = text[mark...].firstIndex(of: ":") else {
            throw .usage("--item needs LABEL=AMOUNT:PERSON,PERSON, such as --item Pizza=12:Ann,me.")
        }
        let price = try amount(String(text[text.index(after: mark)..<colon]))
        var members: [MemberID] = []
        for name in text[text.index(after: colon)...].split(separator: ",") {
            members.append(try person(String(name)))
        }
        return SplitInput.Item(label: String(text[..<mark]).trimmingBlanks(), units: price.units, members: members)
    }

    /// The people who take part, in the order of the group or as they were named.
    func participants(_ input: SplitInput) throws(CommandFailure) -> [MemberID] {
        var named: [MemberID] = []
        func add(_ member: MemberID) { if !named.contains(member) { named.append(member) } }
        for name in options.with { add(try person(name)) }
        let assigned = Array(input.values.keys) + Array(input.adjustments.keys) + input.items.flatMap(\.members)
        guard let group else {
            add(overview.me)
            for member in assigned.sorted() { add(member) }
            // The viewer always takes part in an expense without a group.
            return named.count == 1 ? [] : [overview.me] + named.filter { !overview.isMe($0) }
        }
        let own = group.members.map(\.id).filter(overview.isMe)
        if !named.isEmpty { for member in own { add(member) } }
        switch input.mode {
        case .percent, .exact, .itemized:
            // In these modes, a person without a value has no share.
            if named.isEmpty { named = group.members.map(\.id).filter(assigned.contains) }
        case .equal, .shares, .scaled, .adjusted:
            if named.isEmpty { named = group.members.map(\.id) }
        }
        for member in assigned.sorted() { add(member) }
        return named
    }

    /// Returns the payers and their amounts. The total is negative for a refund.
    func payers(_ total: Int64, among participants: [MemberID]) throws(CommandFailure) -> [Expense.Payer] {
        var found: [(member: MemberID, units: Int64?)] = []
        for text in options.paidBy {
            let mark = text.lastIndex(of: "=")
            let member = try person(String(text[..<(mark ?? text.endIndex)]))
            guard !found.contains(where: { $0.member == member }) else {
                throw .badInput(
                    "--paid-by names \(overview.name(of: member)) twice. Name each person once.",
                    code: "duplicate_participant")
            }
            let units = try mark.map { mark throws(CommandFailure) in
                try amount(String(text[text.index(after: mark)...])).units
            }
            found.append((member, units.map { isRefund ? -$0 : $0 }))
        }
        if found.isEmpty { found = [(try defaultPayer(), nil)] }
        guard found.filter({ $0.units == nil }).count <= 1 else {
            throw .usage("Say how much each of several payers paid: --paid-by Ann=20 me=10.")
        }
        let known = found.compactMap(\.units).reduce(0, +)
        let payers = found.map { Expense.Payer($0.member, $0.units ?? total - known) }
        guard payers.map(\.units).reduce(0, +) == total else {
            let sum = desk.money.text(ExpenseAmount(known, currency).magnitude)
            throw .badInput(
                "The payers paid \(sum), but the expense is "
                    + "\(desk.money.text(ExpenseAmount(total, currency).magnitude)). Correct --paid-by.",
                code: "paid_mismatch")
        }
        return payers
    }

    /// Who pays when no payer is named. Never guesses.
    private func defaultPayer() throws(CommandFailure) -> MemberID {
        guard let group else { return overview.me }
        if let payer = DefaultPayer.choose(among: group.members, isMe: overview.isMe) { return payer }
        let answer = try desk.call.prompt.line("Who paid?", option: "--paid-by")
        return try person(answer)
    }

    /// Calculates each person's share. Keeps the ids of existing splits.
    func splits(
        _ total: Int64, _ input: SplitInput, among participants: [MemberID], of stored: Expense? = nil
    ) throws -> [Expense.Split] {
        let shares: [Int64]
        do throws(SplitFailure) {
            shares = try input.shares(of: total, isRefund: total < 0, among: participants)
        } catch {
            throw CommandFailure(split: error, in: overview)
        }
        return zip(participants, shares).map { member, units in
            let old = stored?.splits.first { $0.member == member }
            return Expense.Split(
                id: old?.id ?? desk.newID(), member: member, units: units, isSettled: old?.isSettled ?? false)
        }
    }
}
