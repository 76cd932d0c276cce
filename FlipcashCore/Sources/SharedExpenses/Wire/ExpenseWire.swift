import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

extension ExpenseCurrency {
    init(wire: String, _ place: String) throws(WireMismatch) {
        do { try self.init(wire) } catch { throw WireMismatch(place: place) }
    }
}

extension ExpenseAmount {
    init(wire: Flipcash_Split_V1_Money) throws(WireMismatch) {
        guard Self.isInRange(wire.units) else { throw WireMismatch(place: "units") }
        self.init(wire.units, try ExpenseCurrency(wire: wire.currency, "currency"))
    }

    var wire: Flipcash_Split_V1_Money {
        .with {
            $0.currency = currency.code
            $0.units = units
        }
    }
}

extension PinnedRate {
    init(wire: Flipcash_Split_V1_Rate) throws(WireMismatch) {
        self.init(
            currency: try ExpenseCurrency(wire: wire.currency, "rate.currency"),
            base: try ExpenseCurrency(wire: wire.base, "rate.base"), value: wire.value, source: wire.source,
            at: SplitTime(wire: wire.at))
    }

    var wire: Flipcash_Split_V1_Rate {
        .with {
            $0.currency = currency.code
            $0.base = base.code
            $0.value = value
            $0.source = source
            $0.at = at.wire
        }
    }
}

extension SplitMode {
    private static let numbers: [SplitMode] = [.equal, .percent, .shares, .exact, .scaled, .itemized, .adjusted]

    /// Nil for the unknown mode and for numbers that the definition lacks.
    init?(wire: Flipcash_Split_V1_SplitMode) {
        guard (1...Self.numbers.count).contains(wire.rawValue) else { return nil }
        self = Self.numbers[wire.rawValue - 1]
    }

    var wire: Flipcash_Split_V1_SplitMode {
        Flipcash_Split_V1_SplitMode(rawValue: (Self.numbers.firstIndex(of: self) ?? -1) + 1) ?? .splitUnknown
    }
}

extension SplitInput {
    /// Whether the values are amounts. In a refund they are negative here, and have no sign on the wire.
    private var hasAmounts: Bool { mode == .exact || mode == .adjusted && base == .exact }

    init(wire: Flipcash_Split_V1_SplitInput, isRefund: Bool) throws(WireMismatch) {
        guard let mode = SplitMode(wire: wire.mode) else { throw WireMismatch(place: "input.mode") }
        self.init(mode: mode, base: SplitMode(wire: wire.base) ?? .equal, normalizes: wire.normalize)
        for weight in wire.weights {
            let isNegative = isRefund && hasAmounts && weight.value.contains { $0 != "0" && $0 != "." }
            values[try MemberID(wire: weight.memberID, "weight")] = (isNegative ? "-" : "") + weight.value
        }
        for adjustment in wire.adjustments {
            adjustments[try MemberID(wire: adjustment.memberID, "adjustment")] = adjustment.units
        }
        items = try wire.items.converted { (item) throws(WireMismatch) in
            Item(
                label: item.label, units: item.units,
                members: try item.members.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "item") })
        }
    }

    func wire(isRefund: Bool) throws(WireMismatch) -> Flipcash_Split_V1_SplitInput {
        var input = Flipcash_Split_V1_SplitInput()
        input.mode = mode.wire
        input.base = mode == .adjusted ? base.wire : .splitUnknown
        input.normalize = normalizes
        input.weights = try values.sorted { $0.key < $1.key }.converted { (entry) throws(WireMismatch) in
            var weight = Flipcash_Split_V1_Weight()
            weight.memberID = try entry.key.wire()
            let isNegative = isRefund && hasAmounts && entry.value.hasPrefix("-")
            weight.value = isNegative ? String(entry.value.dropFirst()) : entry.value
            return weight
        }
        input.adjustments = try adjustments.sorted { $0.key < $1.key }.converted { (entry) throws(WireMismatch) in
            var adjustment = Flipcash_Split_V1_Adjustment()
            adjustment.memberID = try entry.key.wire()
            adjustment.units = entry.value
            return adjustment
        }
        input.items = try Array(items.enumerated()).converted { (entry) throws(WireMismatch) in
            let item = entry.element
            var message = Flipcash_Split_V1_Item()
            message.id = try Self.itemID(at: entry.offset).wire()
            message.label = item.label
            message.units = item.units
            message.members = try item.members.converted { (id) throws(WireMismatch) in try id.wire() }
            return message
        }
        return input
    }

    /// The id of a line of a receipt: its place. Lines are written as a whole, so no id outlives a change.
    private static func itemID(at place: Int) -> EntityID {
        let number = String(place + 1, radix: 16)
        return EntityID("00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.utf8.count) + number)
    }
}

extension Recurrence {
    private static let numbers: [Frequency] = [.daily, .weekly, .monthly, .yearly]

    init(wire: Flipcash_Split_V1_Recurrence) throws(WireMismatch) {
        let number = wire.frequency.rawValue
        guard (1...4).contains(number), let first = CalendarDate(wire.first) else {
            throw WireMismatch(place: "recurrence")
        }
        let until = wire.until.isEmpty ? nil : CalendarDate(wire.until)
        guard wire.until.isEmpty || until != nil else { throw WireMismatch(place: "recurrence.until") }
        self.init(
            series: try EntityID(wire: wire.seriesID, "recurrence.series"), frequency: Self.numbers[number - 1],
            interval: Int(wire.interval), first: first, until: until, index: Int(wire.index))
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Recurrence {
        var message = Flipcash_Split_V1_Recurrence()
        message.seriesID = try series.wire()
        message.frequency = .init(rawValue: (Self.numbers.firstIndex(of: frequency) ?? -1) + 1) ?? message.frequency
        message.interval = UInt32(clamping: interval)
        message.first = first.description
        message.until = until?.description ?? ""
        message.index = UInt32(clamping: index)
        return message
    }
}

extension Expense {
    init(wire: Flipcash_Split_V1_Expense) throws(WireMismatch) {
        let context: Context
        // Sums of values in range cannot overflow.
        guard wire.payers.allSatisfy({ ExpenseAmount.isInRange($0.units) }),
            wire.splits.allSatisfy({ ExpenseAmount.isInRange($0.units) })
        else { throw WireMismatch(place: "units") }
        switch wire.context {
        case .contextGroup: context = .group
        case .contextDirect: context = .direct
        case .contextAdHoc: context = .adHoc
        case .contextUnknown, .UNRECOGNIZED: throw WireMismatch(place: "expense.context")
        }
        self.init(
            id: try EntityID(wire: wire.id, "expense.id"), context: context,
            groupID: wire.hasGroupID ? try EntityID(wire: wire.groupID, "expense.group") : nil,
            description: wire.description_p, date: SplitTime(wire: wire.date),
            total: try ExpenseAmount(wire: wire.total),
            payers: try wire.payers.converted { (payer) throws(WireMismatch) in
                Payer(try MemberID(wire: payer.memberID, "payer"), payer.units)
            },
            splits: try wire.splits.converted { (split) throws(WireMismatch) in
                Split(
                    id: try EntityID(wire: split.id, "split.id"), member: try MemberID(wire: split.memberID, "split"),
                    units: split.units, isSettled: split.isSettled)
            },
            involved: try wire.involved.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "involved") })
        notes = wire.notes
        inactive = try wire.inactive.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "inactive") }
        input = wire.hasInput ? try SplitInput(wire: wire.input, isRefund: wire.isRefund) : nil
        rate = wire.hasRate ? try PinnedRate(wire: wire.rate) : nil
        isRefund = wire.isRefund
        category = wire.category
        recurrence = wire.hasRecurrence ? try Recurrence(wire: wire.recurrence) : nil
        owner = wire.hasOwner ? try AccountID(wire: wire.owner, "owner") : nil
        participants = try wire.participants.converted { (member) throws(WireMismatch) in
            Participant(
                member: try MemberID(wire: member.id, "participant"),
                account: member.hasUserID ? try AccountID(wire: member.userID, "participant") : nil, name: member.name)
        }
        version = wire.version
        updatedAt = wire.hasUpdatedAt ? SplitTime(wire: wire.updatedAt) : SplitTime(milliseconds: 0)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_Expense {
        var message = Flipcash_Split_V1_Expense()
        message.id = try id.wire()
        switch context {
        case .group: message.context = .contextGroup
        case .direct: message.context = .contextDirect
        case .adHoc: message.context = .contextAdHoc
        }
        if let groupID { message.groupID = try groupID.wire() }
        message.description_p = description
        message.notes = notes
        message.date = date.wire
        message.total = total.wire
        message.payers = try payers.converted { (payer) throws(WireMismatch) in
            var line = Flipcash_Split_V1_Payer()
            line.memberID = try payer.member.wire()
            line.units = payer.units
            return line
        }
        message.splits = try splits.converted { (split) throws(WireMismatch) in
            var line = Flipcash_Split_V1_Split()
            line.id = try split.id.wire()
            line.memberID = try split.member.wire()
            line.units = split.units
            line.isSettled = split.isSettled
            return line
        }
        message.involved = try involved.converted { (id) throws(WireMismatch) in try id.wire() }
        message.inactive = try inactive.converted { (id) throws(WireMismatch) in try id.wire() }
        if let input { message.input = try input.wire(isRefund: isRefund) }
        if let rate { message.rate = rate.wire }
        message.isRefund = isRefund
        message.category = category
        if let recurrence { message.recurrence = try recurrence.wire() }
        if let owner { message.owner = try owner.wire() }
        message.participants = try participants.converted { (person) throws(WireMismatch) in
            var member = Flipcash_Split_V1_Member()
            member.id = try person.member.wire()
            member.name = person.name
            if let account = person.account { member.userID = try account.wire() }
            member.inactive = inactive.contains(person.member)
            return member
        }
        message.isSettled = isSettled
        message.version = version
        message.updatedAt = updatedAt.wire
        return message
    }
}
