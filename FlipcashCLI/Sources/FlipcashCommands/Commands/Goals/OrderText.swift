import FlipcashCore
import SavingsGoals

/// Standing orders as they are shown.
enum OrderText {
    /// An order with what it concerns.
    struct Row: Sendable {
        let order: StandingOrder
        let goal: Goal
        let asset: Asset
    }

    /// All orders.
    static func rows(_ desk: GoalDesk) throws -> [Row] {
        try desk.store.standingOrders().compactMap { order in
            guard let goal = try desk.store.goal(order.goal), let asset = try desk.store.asset(order.asset) else {
                return nil
            }
            return Row(order: order, goal: goal, asset: asset)
        }
    }

    /// The order whose id begins with `selector`.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    static func row(_ selector: String, _ desk: GoalDesk) throws -> Row {
        let matches = try rows(desk).filter { IDPrefix.matches(selector, hexadecimal: $0.order.id.text) }
        guard let match = matches.first else {
            throw CommandFailure(
                "order_not_found", .notFound,
                "There is no standing order \"\(DisplayText.sanitized(selector))\". List them with: flipcash goals auto"
            )
        }
        guard matches.count == 1 else {
            throw CommandFailure.ambiguous(selector, "orders", ids: matches.map(\.order.id.text))
        }
        return match
    }

    /// What an order does, such as `10% of what arrives in wallet USDF`.
    static func sentence(_ order: StandingOrder, _ asset: Asset, _ desk: GoalDesk) -> String {
        let name = desk.name(of: asset)
        switch (order.measure, order.rhythm) {
        case (.amount(let units), .arrival):
            return "\(AssetAmount(units: units, asset.currency)) of each arrival in \(name)"
        case (.amount(let units), .weekly), (.amount(let units), .monthly):
            return "\(AssetAmount(units: units, asset.currency)) of \(name) \(when(order))"
        case (.share(let points), .arrival): return "\(percent(points)) of what arrives in \(name)"
        case (.share(let points), .weekly), (.share(let points), .monthly):
            return "\(percent(points)) of what came into \(name) \(when(order))"
        }
    }

    private static func when(_ order: StandingOrder) -> String {
        "every \(GoalsAutoCommand.Every(order.rhythm).rawValue) from \(order.first) on"
    }

    private static func percent(_ points: UInt64) -> String {
        let text = ExactRational(units: ExactInteger(points), places: 2).text(places: 2)
        return (text.hasSuffix(".00") ? String(text.dropLast(3)) : text) + "%"
    }

    /// The result of a run in words.
    static func reason(_ outcome: StandingRun.Outcome) -> String {
        switch outcome {
        case .saved: "set aside"
        case .goalReached: "goal is reached"
        case .goalNotActive: "goal is not active"
        case .nothingCameIn: "nothing came in"
        case .notEnoughFree: "not enough free"
        }
    }

    /// What a run did or would do.
    static func sentence(_ entry: OrderRun, isPlanned: Bool) -> String {
        guard entry.run.outcome == .saved else {
            return
                "\(entry.goal.name): nothing set aside, \(reason(entry.run.outcome)) (\(entry.run.period.prefix(10)))"
        }
        let amount = AssetAmount(units: entry.run.units, entry.asset.currency)
        return "\(entry.goal.name): \(isPlanned ? "would set aside" : "set aside") \(amount)"
    }

    static func object(_ order: StandingOrder, _ goal: Goal, _ asset: Asset) -> OutputObject {
        var object = OutputObject(schema: "goal_order")
        object["id"] = .string(order.id.text)
        object["goal"] = .string(goal.id.text)
        object["asset"] = .string(asset.id.text)
        object["currency"] = .string(asset.currency.lowercasedCode)
        switch order.measure {
        case .amount(let units): object["amount"] = .string(AssetAmount(units: units, asset.currency).text)
        case .share(let points): object["share_bps"] = .integer(Int64(clamping: points))
        }
        object["every"] = .string(GoalsAutoCommand.Every(order.rhythm).rawValue)
        object["first"] = .string(order.first.description)
        object["created"] = .string(TimestampText.rfc3339(order.created))
        return object
    }

    static func object(_ entry: OrderRun) -> OutputObject {
        var object = OutputObject(schema: "goal_order_run")
        object["order"] = .string(entry.order.id.text)
        object["goal"] = .string(entry.goal.id.text)
        object["period"] = .string(entry.run.period)
        object["at"] = .string(TimestampText.rfc3339(entry.run.date))
        object["outcome"] = .string(entry.run.outcome.rawValue)
        object["amount"] = .string(AssetAmount(units: entry.run.units, entry.asset.currency).text)
        object["currency"] = .string(entry.asset.currency.lowercasedCode)
        return object
    }
}

extension CommandFailure {
    /// The failure for a goal that takes no money.
    static func notActive(_ goal: Goal) -> CommandFailure {
        CommandFailure(
            "goal_state", .conflict,
            "The goal is \(goal.lifecycle.rawValue). Restore it first with: flipcash goals restore")
    }
}
