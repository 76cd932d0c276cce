import FlipcashCore
import SavingsGoals
import Testing

extension GoalVectorTests {
    var figures: Handlers {
        [
            "forecast": { vector in
                let input = vector.input
                let currency = try input["currency"].currency()
                let points = try input["points"].array().map { point in
                    Forecast.Point(date: try point["date"].date(), total: try point["total"].amount(currency).units)
                }
                let target = try input["target"].amount(currency).units
                let (deadline, today) = (try input["deadline"].date(), try input["today"].date())
                var forecast: Forecast?
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in
                    forecast = try Forecast(points: points, target: target, deadline: deadline, today: today)
                }
                guard let forecast else { return }
                func text(_ units: ExactInteger) -> String { AssetAmount(units: units, currency).text }
                #expect(try text(forecast.base) == vector.out["base"].string())
                #expect(try text(forecast.optimistic) == vector.out["optimistic"].string())
                #expect(try text(forecast.pessimistic) == vector.out["pessimistic"].string())
                #expect(try forecast.status.rawValue == vector.out["status"].string())
                #expect(try forecast.confidence.rawValue == vector.out["confidence"].string())
                #expect(try forecast.daysToTarget.map { ExactInteger($0) } == vector.out["eta_days"].optionalInteger())
            },
            "next_action": { vector in
                let input = vector.input
                var forecast: (Forecast.Status, Forecast.Confidence)?
                if let status = input["status"].optionalString, let confidence = input["confidence"].optionalString {
                    forecast = (
                        try #require(Forecast.Status(rawValue: status)),
                        try #require(Forecast.Confidence(rawValue: confidence))
                    )
                }
                let action = NextAction(
                    .init(
                        hasError: try input["error"].bool(),
                        lifecycle: try #require(Goal.Lifecycle(rawValue: input["lifecycle"].string())),
                        isOverAllocated: try input["over_allocated"].bool(), assetCount: try input["assets"].int(),
                        contributionCount: try input["contributions"].int(),
                        valuationAgeDays: try input["valuation_age_days"].int(), forecast: forecast))
                #expect(try action.rawValue == vector.out["action"].string())
            },
            "status": { vector in
                let progress = try Self.progress(vector)
                #expect(try progress.status(days: vector.input["days"].int()).rawValue == vector.out["status"].string())
            },
            "time_left": { vector in
                let now = Instant(seconds: 0)
                let deadline = CalendarDate(dayNumber: try vector.input["days"].int())
                let left = DaysLeft(until: deadline, now: now, calendar: .utc)
                #expect(try left.text == vector.out["text"].string())
            },
            "bar": { vector in
                let bar = try Self.progress(vector).bar(width: try vector.input["width"].int())
                #expect(try bar == vector.out["bar"].string())
            },
        ]
    }

    private static func progress(_ vector: VectorCase) throws -> GoalProgress {
        GoalProgress(
            total: try vector.input["total"].amount(.usd).units, target: try vector.input["target"].amount(.usd).units)
    }

    var texts: Handlers {
        [
            "currency_search": { vector in
                let items = try vector.input["items"].array().map { item in
                    CurrencyItem(
                        id: try item["id"].string(), symbol: try item["symbol"].string(),
                        name: try item["name"].string(), kind: .crypto)
                }
                let page = CurrencyPage(
                    query: try vector.input["query"].string(), in: items, offset: try vector.input["offset"].int(),
                    limit: try vector.input["limit"].int())
                #expect(try page.items.map(\.id) == vector.out["ids"].strings())
                #expect(try page.next == (vector.out["next"].isNull ? nil : vector.out["next"].int()))
                #expect(try page.total == vector.out["total"].int())
            },
            "csv_row": { vector in
                let fields = try vector.input["fields"].strings()
                #expect(try CSVText.row(fields) == vector.out["row"].string())
            },
            "csv_parse": { vector in
                let (text, out) = (try vector.input["text"].string(), vector.out)
                try vector.expect(\CSVError.code) { () throws(CSVError) in
                    let rows = try CSVText.rows(text)
                    #expect(.array(rows.map { .array($0.map { .string($0) }) }) == out["rows"])
                }
            },
            "ics_line": { vector in
                let line = CalendarLine(try vector.input["name"].string(), text: try vector.input["value"].string())
                #expect(try line.lines == vector.out["lines"].strings())
            },
        ]
    }

    var rules: Handlers {
        [
            "cascade": { vector in
                let (chosen, out) = (try vector.input["delete"].strings(), vector.out)
                let tables = try Self.tables(vector.input)
                let (kind, id) = (chosen[0], chosen[1])
                let (goal, asset) = (try #require(GoalID(id)), try #require(AssetID(id)))
                var cascade: Cascade?
                try vector.expect(\GoalsError.code) { () throws(GoalsError) in
                    cascade =
                        try kind == "goal"
                        ? Cascade(deleting: goal, in: tables) : Cascade(deleting: asset, in: tables)
                }
                guard let cascade else { return }
                #expect(try cascade.goals.map(\.text) == out["goals"].strings())
                #expect(try cascade.assets.map(\.text) == out["assets"].strings())
                #expect(try cascade.transactions.map(\.text) == out["transactions"].strings())
                let links = cascade.allocations.map { "\($0.goal)/\($0.asset)" }.sorted()
                #expect(try links == out["allocations"].strings().sorted())
                #expect(try cascade.notices == out["notices_cancelled"].strings())
            },
            "validate_goal": { vector in
                let input = vector.input
                let draft = GoalDraft(
                    name: try input["name"].string(), currency: try input["currency"].string(),
                    target: try input["target"].decimal(), deadline: try input["deadline"].date(),
                    start: try input["start"].isNull ? nil : input["start"].date())
                let findings = draft.findings(now: try input["now"].instant(), calendar: try input["tz"].calendar())
                #expect(try findings.problems.map(\.rawValue) == vector.out["errors"].strings())
                #expect(try findings.warnings.map(\.rawValue) == vector.out["warnings"].strings())
            },
            "upsert_onchain": { vector in
                func transfers(_ key: String) throws -> [ChainImport.Transfer] {
                    try vector.input[key].array().map { row in
                        ChainImport.Transfer(
                            externalID: try row["external_id"].string(),
                            units: try row["amount"].decimal().units(places: 8, .floor),
                            date: Instant(seconds: Int64(try row["t"].int())))
                    }
                }
                let plan = ChainImport(existing: try transfers("existing"), incoming: try transfers("incoming"))
                #expect(try plan.inserted.map(\.externalID) == vector.out["inserted"].strings())
                #expect(try plan.updated.map(\.externalID) == vector.out["updated"].strings())
                #expect(try plan.skipped.map(\.externalID) == vector.out["skipped"].strings())
            },
        ]
    }

    private static func tables(_ input: VectorValue) throws -> Cascade.Tables {
        Cascade.Tables(
            goals: try input["goals"].array().map { try $0.goal() },
            assets: try input["assets"].array().map { row in
                let mint = PublicKey(raw: Hash.zero.raw)
                return Asset(
                    id: try row["id"].asset(), currency: .usd,
                    source: try row["source"].string() == "wallet" ? .wallet(mint) : .manual,
                    owner: try row["owner_goal"].isNull ? nil : row["owner_goal"].goal())
            },
            transactions: try input["transactions"].array().map { row in
                (try #require(TransactionID(row["id"].string())), try row["asset"].asset())
            },
            allocations: try input["allocations"].array().map { row in
                Cascade.Link(goal: try row["goal"].goal(), asset: try row["asset"].asset())
            })
    }
}
