import FlipcashCore
import SavingsGoals
import Testing

@Suite("Vectors of savings goals", .namingVectorCases)
struct GoalVectorTests {
    typealias Handlers = [String: VectorFile.Handler]

    @Test("Every case of goals.json has the published result")
    func goalVectors_allOperations_match() throws {
        let groups = [
            amounts, rates, allocations, totals, dates, requirements, flexes, budgets, execution, figures, texts, rules,
        ]
        try GoalVectorFile.run(groups.reduce(into: [:]) { all, handlers in all.merge(handlers) { first, _ in first } })
    }

    var amounts: Handlers {
        [
            "quantize": { vector in
                let currency = try vector.input["currency"].currency()
                let modes: [String: ExactRational.WholeRounding] = [
                    "floor": .floor, "ceil": .ceiling, "half_up": .halfAwayFromZero,
                ]
                let mode = try #require(modes[vector.input["mode"].string()])
                let amount = AssetAmount(try vector.input["amount"].decimal(), currency, mode)
                #expect(try amount.text == vector.out["amount"].string())
                #expect(try currency.scale == vector.out["scale"].int())
            },
            "apportion": { vector in
                let (ids, weights) = (try vector.input["ids"].strings(), try vector.input["weights"].array())
                let decimals = try weights.map { try $0.decimal() }
                let total = try vector.input["total"].integer()
                let parts = try vector.isError ? [] : vector.out["parts"].array().map { try $0.integer() }
                try vector.expect(\Apportionment.Failure.code) { () throws(Apportionment.Failure) in
                    #expect(try Apportionment.parts(of: total, weights: decimals, ids: ids) == parts)
                }
            },
            "money_parse": { vector in
                let currency = try vector.input["currency"].currency()
                let sign = try #require(
                    TolerantAmount.DecimalSign(rawValue: Character(vector.input["decimal"].string())))
                let (text, expected) = (try vector.input["text"].string(), vector.out["amount"].optionalString)
                try vector.expect(\AmountTextError.rawValue) { () throws(AmountTextError) in
                    #expect(try TolerantAmount(currency: currency, decimalSign: sign).amount(text).text == expected)
                }
            },
        ]
    }

    var rates: Handlers {
        [
            "rate_resolve": { vector in
                let entries = try vector.input["cache"].array().map { entry in
                    RateEntry(
                        pair: try #require(RatePair(entry["pair"].string())), rate: try entry["rate"].string(),
                        date: Instant(seconds: Int64(try entry["at"].int())))
                }
                let (from, to) = (try vector.input["from"].currency(), try vector.input["to"].currency())
                let now = Instant(seconds: Int64(try vector.input["now"].int()))
                guard let rate = RateTable(entries).rate(from: from, to: to, now: now) else {
                    #expect(vector["err"]["code"] == .string("rate_unavailable"))
                    #expect(vector["err"]["pair"] == .string(RatePair(from, to).description))
                    return
                }
                #expect(try rate.value.reducedText == vector.out["rate"].string())
                #expect(try rate.source.rawValue == vector.out["source"].string())
                #expect(try rate.isStale == vector.out["stale"].bool())
                #expect(try Int(rate.age) == vector.out["age"].int())
            },
            "convert": { vector in
                let (from, to) = (try vector.input["from"].currency(), try vector.input["to"].currency())
                let table = try vector.input["rates"].rates()
                guard let rate = table.rate(from: from, to: to, now: VectorValue.ratesDate) else {
                    #expect(vector["err"]["pair"] == .string(RatePair(from, to).description))
                    return
                }
                let amount = try vector.input["amount"].amount(from).converted(to: to, at: rate.value)
                #expect(try amount.text == vector.out["amount"].string())
            },
        ]
    }

    var allocations: Handlers {
        [
            "funded": { vector in
                let currency = try vector.input["currency"].currency()
                let balance = try vector.input["balance"].amount(currency).units
                let shares = try vector.shares("targets", currency)
                let out = vector.out
                var allocations: Allocations?
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in allocations = try Allocations(shares) }
                guard let allocations else { return }
                let funded = allocations.funded(balance: balance)
                #expect(try funded.texts(currency) == out["funded"].members())
                #expect(try allocations.state(balance: balance).rawValue == out["state"].string())
                func text(_ units: ExactInteger) -> String { AssetAmount(units: units, currency).text }
                #expect(try text(allocations.unallocated(balance: balance)) == out["unallocated"].string())
                #expect(try text(allocations.excess(balance: balance)) == out["over_by"].string())
            },
            "allocation_set": { vector in
                let currency = try vector.input["currency"].currency()
                let balance = try vector.input["balance"].amount(currency).units
                let (units, goal) = (try vector.input["amount"].amount(currency).units, try vector.input["goal"].goal())
                var allocations = try Allocations(try vector.shares("allocations", currency))
                let out = vector.out
                do throws(GoalsError) {
                    let change = try allocations.set(units, for: goal, balance: balance, currency: currency)
                    #expect((change != nil) == (out["history"] == .bool(true)))
                    #expect(out["allocations"] == .object(allocations.shares.texts(currency)))
                } catch {
                    #expect(vector["err"]["code"] == .string(error.code))
                    if case .exceedsTotal(let shortage) = error {
                        #expect(vector["err"]["attempted"] == .string(shortage.attempted))
                        #expect(vector["err"]["available"] == .string(shortage.available))
                    }
                }
            },
            "auto_allocate": { vector in
                let currency = try vector.input["currency"].currency()
                let balance = try vector.input["balance"].amount(currency).units
                let units = try vector.input["amount"].amount(currency).units
                let goal = try vector.input["goal"].isNull ? nil : vector.input["goal"].goal()
                var allocations = try Allocations(try vector.shares("allocations", currency))
                let out = vector.out
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in
                    let change = try allocations.receive(units, balance: balance, for: goal)
                    #expect(change?.goal.text == out["history_goal"].optionalString)
                    #expect(out["allocations"] == .object(allocations.shares.texts(currency)))
                }
            },
        ]
    }

    var totals: Handlers {
        [
            "goal_total": { vector in
                let currency = try vector.input["currency"].currency()
                let table = try vector.input["rates"].rates()
                let parts = try vector.input["parts"].array().map { part in
                    GoalTotal.Part(value: try part["amount"].decimal(), currency: try part["currency"].currency())
                }
                let total = GoalTotal(target: try vector.input["target"].amount(currency), parts: parts) {
                    table.rate(from: $0, to: currency, now: VectorValue.ratesDate)
                }
                #expect(try total.total.text == vector.out["total"].string())
                #expect(try total.progress.percent == vector.out["percent"].int())
                #expect(try total.progress.isAchieved == vector.out["achieved"].bool())
                #expect(try total.isComplete == vector.out["complete"].bool())
                #expect(try total.missing.map(\.code) == vector.out["missing"].strings())
                #expect(try total.line == vector.out["line"].string())
            }
        ]
    }

    var dates: Handlers {
        [
            "days_remaining": { vector in
                let left = DaysLeft(
                    until: try vector.input["deadline"].date(), now: try vector.input["now"].instant(),
                    calendar: try vector.input["tz"].calendar())
                #expect(try left.days == vector.out["days"].int())
                #expect(try left.isOverdue == vector.out["overdue"].bool())
            },
            "payment_dates": { vector in
                let (now, deadline) = (try vector.input["now"].instant(), try vector.input["deadline"].date())
                let (day, calendar) = (try vector.input["day"].int(), try vector.input["tz"].calendar())
                let out = vector.out
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in
                    let dates = try PaymentDates(now: now, deadline: deadline, day: day, calendar: calendar)
                    #expect(.integer(Int64(dates.months)) == out["months"])
                    #expect(.bool(dates.isImmediate) == out["immediate"])
                    #expect(.array(dates.dates.map { .string($0.description) }) == out["dates"])
                }
            },
            "reminders": { vector in
                let input = vector.input
                let schedule = ReminderSchedule(
                    first: try input["first"].date(),
                    frequency: try #require(Goal.Frequency(rawValue: input["frequency"].string())),
                    time: try input["at"].time(), deadline: try input["deadline"].date(),
                    calendar: try input["tz"].calendar())
                let now = try input["now"].instant()
                #expect(try schedule.times == vector.out["all"].array().map { try $0.instant() })
                #expect(try schedule.future(now: now).count == vector.out["future"].int())
                let suggestion = schedule.suggestion(remaining: try input["remaining"].integer(), now: now)
                #expect(try suggestion == vector.out["suggested"].integer())
            },
            "deadline_notices": { vector in
                let input = vector.input
                let notices = DeadlineNotice.upcoming(
                    goal: try input["id"].goal(), deadline: try input["deadline"].date(), time: try input["at"].time(),
                    now: try input["now"].instant(), calendar: try input["tz"].calendar())
                let expected = try vector.out["notices"].array()
                #expect(try notices.map(\.id) == expected.map { try $0["id"].string() })
                #expect(try notices.map(\.date) == expected.map { try $0["at"].instant() })
            },
        ]
    }

    var requirements: Handlers {
        [
            "requirement": { vector in
                let (input, out) = (vector.input, vector.out)
                let currency = try input["currency"].currency()
                let (now, calendar) = (try input["now"].instant(), try input["tz"].calendar())
                let deadline = try input["deadline"].date()
                let requirement = Requirement(
                    total: try input["total"].amount(currency), target: try input["target"].amount(currency),
                    dates: try PaymentDates(
                        now: now, deadline: deadline, day: try input["day"].int(), calendar: calendar),
                    daysLeft: DaysLeft(until: deadline, now: now, calendar: calendar),
                    dollars: try input["rates"].rates().rate(from: currency, to: .usd, now: VectorValue.ratesDate)?
                        .value)
                func text(_ units: ExactInteger) -> String { AssetAmount(units: units, currency).text }
                #expect(try text(requirement.remaining) == out["remaining"].string())
                #expect(try requirement.months == out["months"].int())
                #expect(try text(requirement.required) == out["required"].string())
                #expect(try requirement.payments == out["payments"].integer())
                #expect(try text(requirement.finalPayment) == out["final_payment"].string())
                #expect(try requirement.status.rawValue == out["status"].string())
                #expect(try requirement.areThresholdsChecked == out["thresholds_checked"].bool())
                #expect(try requirement.isImmediate == out["immediate"].bool())
                #expect(try requirement.isOverdue == out["overdue"].bool())
            },
            "daily_target": { vector in
                let currency = try vector.input["currency"].currency()
                let target = try vector.input["target"].amount(currency).units
                let total = try vector.input["total"].amount(currency).units
                let daily = Requirement.daily(remaining: target - total, days: try vector.input["days"].int())
                #expect(try AssetAmount(units: daily, currency).text == vector.out["daily"].string())
            },
            "plan_validate": { vector in
                let input = vector.input
                let currency = AssetCurrency(try input["currency"].string())
                let scale = currency?.scale ?? 0
                func units(_ value: VectorValue) throws -> ExactInteger {
                    try value.decimal().units(places: scale, .floor)
                }
                let figures = PlanFigures(
                    required: try units(input["required"]), remaining: try units(input["remaining"]),
                    months: try input["months"].int(), currency: currency,
                    flex: try #require(Plan.Flex(rawValue: input["flex"].string())),
                    custom: try input["custom"].isNull ? nil : units(input["custom"]))
                #expect(try figures.problems.map(\.rawValue) == vector.out["errors"].strings())
                #expect(try figures.effective == units(vector.out["effective"]))
            },
        ]
    }
}

extension VectorCase {
    var isError: Bool { !self["err"].isNull }

    /// Amounts by goal, as units.
    func shares(_ key: String, _ currency: AssetCurrency) throws -> [GoalID: ExactInteger] {
        var shares: [GoalID: ExactInteger] = [:]
        for (goal, amount) in try input[key].members() {
            shares[try #require(GoalID(goal))] = try amount.amount(currency).units
        }
        return shares
    }
}

extension [GoalID: ExactInteger] {
    func texts(_ currency: AssetCurrency) -> [String: VectorValue] {
        Dictionary<String, VectorValue>(
            uniqueKeysWithValues: map { ($0.key.text, .string(AssetAmount(units: $0.value, currency).text)) })
    }
}
