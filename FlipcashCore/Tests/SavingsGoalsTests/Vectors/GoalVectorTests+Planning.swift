import FlipcashCore
import SavingsGoals
import Testing

extension GoalVectorTests {
    private static func flexGoals(_ value: VectorValue) throws -> [FlexGoal] {
        try value.array().map { goal in
            FlexGoal(
                id: try goal["id"].string(), required: try goal["required"].integer(), months: try goal["months"].int(),
                remaining: try goal["remaining"].integer(),
                flex: try #require(Plan.Flex(rawValue: goal["state"].string())),
                progress: try goal["progress"].int(), custom: try goal["custom"].optionalInteger())
        }
    }

    var flexes: Handlers {
        [
            "flex": { vector in
                let goals = try Self.flexGoals(vector.input["goals"])
                guard let strategy = FlexStrategy(rawValue: try vector.input["strategy"].string()) else {
                    #expect(vector["err"]["code"] == .string("unknown_strategy"))
                    return
                }
                let (factor, out) = (try vector.input["factor"].decimal(), vector.out)
                var result: Flex?
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in
                    result = try Flex(factor: factor, strategy: strategy, goals: goals)
                }
                guard let result else { return }
                #expect(try result.total == out["total"].integer())
                #expect(try result.unplaced == out["unplaced"].integer())
                let expected = try out["goals"].array()
                #expect(expected.count == result.adjustments.count)
                for (adjustment, goal) in zip(result.adjustments, expected) {
                    #expect(try adjustment.id == goal["id"].string())
                    #expect(try adjustment.amount == goal["amount"].integer())
                    #expect(try adjustment.impact.name == goal["impact"].string())
                    #expect(try adjustment.risk.name == goal["risk"].string())
                    #expect(try adjustment.extraMonths == goal["extra_months"].optionalInteger())
                }
            },
            "flex_fit": { vector in
                let goals = try Self.flexGoals(vector.input["goals"])
                let fit = BudgetFit(budget: try vector.input["budget"].integer(), goals: goals)
                #expect(try fit.amounts == vector.out["amounts"].members().mapValues { try $0.integer() })
                #expect(try fit.protected == vector.out["protected"].integer())
                #expect(try fit.shortfall == vector.out["shortfall"].integer())
                #expect(try fit.leftover == vector.out["leftover"].integer())
            },
        ]
    }

    private static func budget(_ vector: VectorCase) throws -> Budget {
        Budget(
            goals: try vector.input["goals"].array().map { goal in
                BudgetGoal(
                    id: try goal["id"].string(), remaining: try goal["remaining"].integer(),
                    months: try goal["months"].int(), deadline: try goal["deadline"].date())
            })
    }

    var budgets: Handlers {
        [
            "budget_minimum": { vector in
                let minimum = try Self.budget(vector).minimum
                #expect(try minimum.amount == vector.out["minimum"].integer())
                #expect(minimum.binding == vector.out["binding"].optionalString)
            },
            "budget_plan": { vector in
                let (budget, amount) = (try Self.budget(vector), try vector.input["budget"].integer())
                var plan: BudgetSchedule?
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in plan = try budget.schedule(amount) }
                if let plan { try Self.check(plan, vector.out) }
            },
            "budget_health": { vector in
                let input = vector.input
                let health = BudgetHealth(
                    .init(
                        budget: try input["budget"].optionalInteger(), minimum: try input["minimum"].integer(),
                        areRatesStale: try input["rates_stale"].bool(), riskyGoalCount: try input["risk_goals"].int(),
                        goalCount: try input["goals"].int(), appliedMonth: input["applied_month"].optionalString,
                        currentMonth: try input["current_month"].string(),
                        appliedSignature: input["applied_signature"].optionalString,
                        signature: try input["signature"].string()))
                #expect(try health.rawValue == vector.out["health"].string())
            },
            "goals_signature": { vector in
                let rows = try vector.input["goals"].array().map { goal in
                    PlanSignature.GoalRow(
                        id: try goal["id"].string(),
                        target: try goal["target"].amount(goal["currency"].currency()),
                        deadline: try goal["deadline"].date(), isSkipped: try goal["skipped"].bool())
                }
                #expect(try PlanSignature.goals(rows) == vector.out["sha256"].string())
            },
        ]
    }

    private static func check(_ plan: BudgetSchedule, _ out: VectorValue) throws {
        #expect(try plan.isFeasible == out["feasible"].bool())
        #expect(try plan.minimum == out["minimum"].integer())
        #expect(try plan.isLeveled == out["leveled"].bool())
        #expect(try plan.infeasible == out["infeasible"].strings())
        #expect((plan.suggestion == nil) == out["suggestion"].isNull)
        if let suggestion = plan.suggestion {
            #expect(try suggestion.goal == out["suggestion"]["goal"].string())
            #expect(try suggestion.extendMonths == out["suggestion"]["extend_months"].integer())
            #expect(try suggestion.reduceBy == out["suggestion"]["reduce_by"].integer())
            #expect(try suggestion.budget == out["suggestion"]["budget"].integer())
        }
        let payments: [VectorValue] = plan.payments.map { payment in
            .array(
                payment.map { part in
                    .object([
                        "goal": .string(part.goal), "amount": .integer(Int64(part.amount.int ?? -1)),
                        "running": .integer(Int64(part.running.int ?? -1)), "completes": .bool(part.completes),
                    ])
                })
        }
        #expect(VectorValue.array(payments) == out["payments"])
        let timeline: [String: VectorValue] = plan.timeline.mapValues { span in
            .object([
                "first": .integer(Int64(span.first)), "last": .integer(Int64(span.last)), "late": .bool(span.isLate),
            ])
        }
        #expect(VectorValue.object(timeline) == out["timeline"])
    }

    private static func history(_ value: VectorValue) throws -> ContributionEvents.AssetHistory {
        let asset = try value["id"].asset()
        func instant(_ value: VectorValue) throws -> Instant { Instant(seconds: Int64(try value.int())) }
        var current: [GoalID: ExactInteger] = [:]
        for (goal, units) in try value["current"].members() {
            current[try #require(GoalID(goal))] = try units.integer()
        }
        return .init(
            asset: asset, balance: try value["balance"].integer(),
            transactions: try value["txs"].array().map { (try instant($0["t"]), try $0["amount"].integer()) },
            changes: try value["history"].array().map { row in
                AllocationChange(
                    asset: asset, goal: try row["goal"].goal(), units: try row["amount"].integer(),
                    date: try instant(row["t"]), created: try instant(row["created"]))
            }, current: try Allocations(current))
    }

    var execution: Handlers {
        [
            "execution_events": { vector in
                let contributions = ContributionEvents(
                    assets: try vector.input["assets"].array().map(Self.history),
                    start: Instant(seconds: Int64(try vector.input["start"].int())),
                    end: Instant(seconds: Int64(try vector.input["end"].int())),
                    goals: Set(try vector.input["tracked"].array().map { try $0.goal() }))
                let events: [VectorValue] = contributions.events.map { event in
                    .object([
                        "t": .integer(event.date.seconds), "asset": .string(event.asset.text),
                        "goal": .string(event.goal.text), "kind": .string(event.kind.rawValue),
                        "delta": .integer(Int64(event.units.int ?? 0)),
                    ])
                }
                #expect(VectorValue.array(events) == vector.out["events"])
                for (goal, assets) in try vector.out["totals"].members() {
                    let totals = contributions.totals[try #require(GoalID(goal))]
                    for (asset, units) in try assets.members() {
                        #expect(totals?[try #require(AssetID(asset))] == (try units.integer()))
                    }
                }
                #expect(try contributions.totals.count == vector.out["totals"].members().count)
            },
            "cycle_state": { vector in
                let records = try vector.input["records"].array().map { record in
                    ExecutionCycle.Record(
                        month: try record["month"].string(),
                        status: try #require(ExecutionCycle.Record.Status(rawValue: record["status"].string())),
                        changed: try record["changed_at"].instant(),
                        undoEnd: try record["can_undo_until"].isNull ? nil : record["can_undo_until"].instant())
                }
                let cycle = ExecutionCycle(
                    records: records, undoHours: try vector.input["undo_hours"].int(),
                    now: try vector.input["now"].instant())
                #expect(try cycle.phase.rawValue == vector.out["phase"].string())
                #expect(cycle.month?.description == vector.out["month"].optionalString)
                #expect(cycle.conflict?.rawValue == vector.out["reason"].optionalString)
                #expect(cycle.canUndo == (vector.out["can_undo"] == .bool(true)))
            },
            "action_gate": { vector in
                let action = try #require(ExecutionAction(rawValue: vector.input["action"].string()))
                let phase = try #require(ExecutionCycle.Phase(rawValue: vector.input["phase"].string()))
                let refusal = action.refusal(in: phase, canUndo: try vector.input["can_undo"].bool())
                #expect(try (refusal == nil) == vector.out["allowed"].bool())
                #expect(refusal?.rawValue == vector.out["blocked"].optionalString)
            },
        ]
    }
}
