import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SavingsGoals
import SolanaRPC

extension GoalsAssetCommand {
    struct Watch: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch", abstract: "Count what an address of a chain holds. No key is needed.",
            discussion: """
                Solana is read through the setting solana.rpc. Other chains are read through a service that you name \
                with the setting goals.chain_url.
                """)

        @Argument(help: ArgumentHelp("Name of the goal, or the beginning of its id.", valueName: "goal"))
        var goal: String

        @Option(help: "The chain, such as sol, eth or btc; guessed from the currency if left out.")
        var chain: String?

        @Option(help: "The address.")
        var address: String

        @Option(
            name: .customLong("of"),
            help: ArgumentHelp("What it holds; the chain's coin if left out.", valueName: "code"))
        var code: String?

        @Option(help: "A name for it.")
        var label: String?

        @Option(help: "The price service's id of the coin, for a symbol that several coins share.")
        var coin: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        /// The longest address of a chain.
        private static let addressLengthMax = 128

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                let goal = try desk.goal(goal)
                guard goal.lifecycle == .active else { throw CommandFailure.notActive(goal) }
                let currency = try code.map { try desk.currency($0) }
                let chain = try chosenChain(currency)
                var asset = Asset(
                    id: AssetID(random: desk.random), currency: currency ?? chain.coin,
                    source: .address(.init(chain: chain.rawValue, address: try checkedAddress(chain))),
                    owner: goal.id, label: label)
                guard
                    try !desk.store.assets().contains(where: {
                        $0.source == asset.source && $0.currency == asset.currency
                    })
                else {
                    throw CommandFailure(
                        "asset_exists", .conflict,
                        "This address is watched already. See: flipcash goals asset list")
                }
                asset.coinID = try await call.coinID(coin, of: asset.currency, desk)
                try desk.store.put(asset)
                let document = try AssetText.object(asset, desk)
                call.printer.answer(document) {
                    $0.line("Watching \(desk.name(of: asset)) (\(asset.currency.code)) for \(goal.name)")
                }
                call.printer.hint("Read it with: flipcash goals asset sync")
            }
        }

        private func chosenChain(_ currency: AssetCurrency?) throws(CommandFailure) -> Chain {
            guard let text = chain else {
                guard let guess = currency.flatMap({ Chain(guessedFrom: $0) }) else {
                    throw .usage("Name the chain with --chain.")
                }
                return guess
            }
            guard let chain = Chain(name: text) else {
                let names = Chain.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
                throw .badInput(
                    "\"\(DisplayText.sanitized(text))\" is not a known chain. Known are: \(names).", code: "bad_chain")
            }
            return chain
        }

        private func checkedAddress(_ chain: Chain) throws(CommandFailure) -> String {
            let isPlain =
                !address.isEmpty && address.utf8.count <= Self.addressLengthMax
                && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            guard isPlain, chain != .sol || (try? PublicKey(base58: address)) != nil else {
                throw .badInput(
                    "\"\(DisplayText.sanitized(address))\" is not an address of \(chain.rawValue). Check it.",
                    code: "bad_address"
                )
            }
            return address
        }
    }

    struct Sync: FlipcashCommand {
        static let configuration = CommandConfiguration(
            commandName: "sync", abstract: "Read watched addresses, and count new transfers.",
            discussion: """
                A balance is read again after half an hour, transfers after two hours. If a source fails, the last \
                reading stays for a day.
                """)

        @Argument(help: "Name of the asset, or the beginning of its id; all if left out.")
        var asset: String?

        @OptionGroup(title: "Global options")
        var global: GlobalOptions

        func run(in call: Invocation) async throws {
            try await call.withGoals { desk in
                if !call.options.isOffline, try !desk.store.pendingContributions().isEmpty {
                    let counted = try await call.withWallet { try await desk.settlePending(in: $0) }
                    if counted > 0 {
                        call.printer.note("Counted \(CountText.of(counted, "contribution")) from earlier commands.")
                    }
                }
                let assets = try asset.map { [try desk.asset($0)] } ?? desk.store.assets().filter(\.isWatched)
                guard assets.allSatisfy(\.isWatched) else {
                    throw CommandFailure.badInput("Only watched addresses are read. See: flipcash goals asset list")
                }
                let book = ChainBook(
                    store: desk.store, readers: try await call.chainReaders(desk), clock: call.runtime.clock,
                    random: desk.random)
                var rows: [Row] = []
                for asset in assets { rows.append(Row(asset: asset, sync: try await book.sync(asset))) }
                if !rows.isEmpty, let failure = rows.first?.sync.failure, rows.allSatisfy({ $0.sync.failure != nil }) {
                    throw failure
                }
                answer(rows, desk, call)
            }
        }

        private struct Row {
            let asset: Asset
            let sync: ChainBook.Sync
        }

        private func answer(_ rows: [Row], _ desk: GoalDesk, _ call: Invocation) {
            let now = call.runtime.clock.now()
            let objects = rows.map { row in
                var object = OutputObject(schema: "goal_sync")
                object["asset"] = .string(row.asset.id.text)
                object["state"] = .string(row.sync.reading.state(at: now).rawValue)
                object["currency"] = .string(row.asset.currency.lowercasedCode)
                object["balance"] = row.sync.reading.units.map {
                    .string(AssetAmount(units: $0, row.asset.currency).text)
                }
                object["read_at"] = row.sync.reading.read.map { .string(TimestampText.rfc3339($0)) }
                object["new"] = .integer(Int64(row.sync.imported?.inserted.count ?? 0))
                object["updated"] = .integer(Int64(row.sync.imported?.updated.count ?? 0))
                object["failure"] = row.sync.failure.map { .string($0.code) }
                return object
            }
            var document = OutputObject(schema: "goal_syncs")
            document["assets"] = .array(objects.map(OutputValue.object))
            call.printer.answer(list: objects, document: document) { printer in
                var table = Table([.text("NAME"), .exact("STATE"), .amount("BALANCE"), .amount("NEW")])
                for row in rows {
                    let state = row.sync.reading.state(at: now)
                    table.add([
                        .init(desk.name(of: row.asset)),
                        .init(
                            state.rawValue.replacing("_", with: " "), state == .connected ? .positive : .warning),
                        .init(
                            row.sync.reading.units.map { AssetAmount(units: $0, row.asset.currency).description }
                                ?? "unknown"),
                        .init("\(row.sync.imported?.inserted.count ?? 0)"),
                    ])
                }
                printer.table(table)
            }
            for row in rows {
                if let failure = row.sync.failure {
                    call.printer.warning("\(DisplayText.sanitized(desk.name(of: row.asset))): \(failure)")
                }
            }
            if rows.isEmpty { call.printer.hint("No address is watched. Run: flipcash goals asset watch") }
        }
    }
}

extension Asset {
    /// Whether it is an address that is read.
    var isWatched: Bool {
        switch source {
        case .address: true
        case .manual, .wallet: false
        }
    }
}

extension Invocation {
    /// The sources of watched addresses, in the order in which they are asked: the person's own accounts, Solana, and
    /// the service that the profile names. With `--offline` only what is stored.
    func chainReaders(_ desk: GoalDesk) async throws -> [any ChainReader] {
        let own = OwnAccountReader(call: self, vaults: try await ownVaults(desk))
        guard !options.isOffline else { return [own] }
        let settings = try settings()
        let clock = runtime.clock
        let solana = SolanaChainReader(
            client: SolanaRPCClient(
                endpoint: settings.text(.solanaRPC) ?? SolanaRPCClient.defaultEndpoint, clock: clock),
            clock: clock)
        guard let place = settings.text(.goalsChainURL) else { return [own, solana] }
        let web = WebChainReader(endpoint: place, key: try serviceKey(settings.text(.goalsChainKeyFile)), clock: clock)
        return [own, solana, web]
    }
}

extension GoalDesk {
    /// The amounts that reminders of contributions suggest, by the id of the reminder.
    func suggestions(for reminders: [DueReminder]) async throws -> [String: AssetAmount] {
        let wanted = Set(reminders.filter { $0.subject == .contribution }.map(\.goal))
        guard !wanted.isEmpty else { return [:] }
        let valuations = try await valuations(of: store.goals().filter { wanted.contains($0.id) })
        var amounts: [String: AssetAmount] = [:]
        for reminder in reminders where reminder.subject == .contribution {
            guard let valuation = valuations.first(where: { $0.goal.id == reminder.goal }),
                let schedule = ReminderSchedule(valuation.goal, calendar: calendar)
            else { continue }
            // The reminder itself counts, because its contribution is still to be made.
            let left = schedule.times.count { $0 >= reminder.date }
            let units = valuation.requirement.remaining.divided(by: ExactInteger(max(1, left)), .ceiling) ?? 0
            amounts[reminder.id] = AssetAmount(units: units, valuation.goal.currency)
        }
        return amounts
    }
}
