import FlipcashCore

/// I9 and I10: replays every trade in the order of the commits with the arithmetic of the chain, and compares what the
/// owners got and what the pools hold.
struct AuditedTrades {
    /// The pools as the trades so far have made them, by currency. Only currencies that were launched here: the pools of
    /// others did not begin empty.
    private var pools: [PublicKey: LaunchpadState] = [:]
    /// How often each currency was traded.
    private var counts: [PublicKey: Int64] = [:]
    /// The place of the last trade that was replayed.
    private var sequence: Int64 = 0

    private static let pageSize = 500

    /// Replays the next trades; false when there are no more.
    mutating func step(_ reader: StoreReader, _ report: inout AuditReport) throws -> Bool {
        let page = try reader.settledSwaps(after: sequence, limit: Self.pageSize)
        for (sequence, id) in page {
            self.sequence = sequence
            if let swap = try reader.swap(id) { try check(swap, reader, &report) }
        }
        return page.count == Self.pageSize
    }

    private mutating func check(_ swap: SwapRecord, _ reader: StoreReader, _ report: inout AuditReport) throws {
        guard let settlement = try reader.settlement(of: swap.id), let quarks = settlement.amount?.quarks else {
            report.add("I9", "swap \(swap.id.base58) is over, and nothing was paid out")
            return
        }
        switch swap.state {
        case .finalized:
            try replay(swap, paid: quarks, reader, &report)
        case .cancelled:
            if settlement.mint != swap.from || quarks != swap.funds || !settlement.flags.contains(.returned) {
                report.add("I9", "swap \(swap.id.base58) got back \(quarks) quarks of \(swap.funds ?? 0)")
            }
        case .created, .funding, .funded, .submitting, .failed, .cancelling:
            report.add("I9", "swap \(swap.id.base58) was paid out while it was \(swap.state.name)")
        }
    }

    private mutating func replay(
        _ swap: SwapRecord, paid: UInt64, _ reader: StoreReader, _ report: inout AuditReport
    ) throws {
        guard let source = try reader.mint(swap.from), let target = try reader.mint(swap.to) else { return }
        let flow = swap.flow(source: source, target: target)
        for mint in [source, target] where !mint.isCore { counts[mint.mint, default: 0] += 1 }
        // A currency from elsewhere: its pool was not empty when the trades began.
        guard let sourceSide = try side(of: source, reader), let targetSide = try side(of: target, reader) else {
            return
        }
        let trade: SwapTrade
        do throws(DiscreteBondingCurve.ChainError) {
            trade = try SwapTrade(
                flow, amount: swap.amount, fee: swap.fee, source: sourceSide.state, target: targetSide.state)
        } catch {
            report.add("I9", "swap \(swap.id.base58) could not have been executed: \(error.rawValue)")
            return
        }
        if trade.received != paid {
            report.add("I9", "swap \(swap.id.base58) paid out \(paid) quarks instead of \(trade.received)")
        }
        if let state = trade.source { pools[source.mint] = state }
        if let state = trade.target { pools[target.mint] = state }
    }

    /// The replayed pool of one side of a swap.
    private struct Side {
        /// The pool's state; nil for the core mint, which has no pool.
        let state: LaunchpadState?
    }

    /// Returns nil for a currency that was not launched here.
    private func side(of mint: MintRecord, _ reader: StoreReader) throws -> Side? {
        guard !mint.isCore else { return Side(state: nil) }
        guard try reader.currency(mint.mint) != nil else { return nil }
        return Side(state: pools[mint.mint] ?? .empty)
    }

    /// Compares every pool with its currency and its account.
    mutating func checkPools(core: PublicKey, _ reader: StoreReader, _ report: inout AuditReport) throws {
        while try step(reader, &report) {}
        for mint in try reader.mints() {
            guard let stored = mint.launchpad else { continue }
            let account = try reader.balance(of: .pool(mint: mint.mint), mint: core)?.quarks
            if try reader.currency(mint.mint) != nil {
                let replayed = pools[mint.mint] ?? .empty
                if replayed != stored {
                    report.add(
                        "I10",
                        "\(mint.symbol) has a supply of \(stored.supply) and a reserve of \(stored.baseVault), its "
                            + "trades make \(replayed.supply) and \(replayed.baseVault)")
                }
            }
            guard account != nil || counts[mint.mint] != nil else { continue }
            if account ?? 0 != Int64(exactly: stored.baseVault) {
                report.add(
                    "I10", "the pool of \(mint.symbol) holds \(account ?? 0) quarks instead of \(stored.baseVault)")
            }
            if !isBacked(stored, trades: try reader.tradeCount(of: mint.mint)) {
                report.add("I10", "the reserve of \(mint.symbol) is below the value of its supply")
            }
        }
    }

    /// Whether the reserve is at least the value of the supply, less one quark for each trade.
    private func isBacked(_ state: LaunchpadState, trades: Int64) -> Bool {
        guard let locked = state.pool?.valueLocked,
            let value = DiscreteBondingCurve().chainTokensToValue18(supplyQuarks: 0, tokenQuarks: state.supply)
        else { return false }
        let quarks = value / 1_000_000_000_000
        return UInt128(locked) + UInt128(UInt64(max(0, trades))) >= quarks
    }
}

extension LedgerAudit {
    /// I9 and I10.
    func checkTrades(_ report: inout AuditReport) throws {
        var trades = AuditedTrades()
        while try source.read({ try trades.step($0, &report) }) {}
        try source.read { try trades.checkPools(core: settings.coreMint, $0, &report) }
    }

    /// I9: an account that holds funds of swaps holds exactly those of the swaps that are not over.
    func checkHolding(
        _ account: LedgerAccount, quarks: Int64, _ reader: StoreReader, _ report: inout AuditReport
    ) throws {
        guard case .swapHolding(let address, let mint) = account else { return }
        let owner = try reader.derivedAddress(address)?.vault.owner
        let expected = try owner.map { try reader.heldFunds(owner: $0, mint: mint) } ?? 0
        if quarks != expected {
            report.add("I9", "\(account) holds \(quarks) quarks, its swaps need \(expected)")
        }
    }
}

extension StoreReader {
    /// Swaps that have paid out, in the order of their commits.
    fileprivate func settledSwaps(after sequence: Int64, limit: Int) throws -> [(sequence: Int64, id: SwapID)] {
        try rows(
            "SELECT settled_by, swap_id FROM swaps WHERE settled_by > ? ORDER BY settled_by LIMIT ?",
            [sequence, limit]
        ).map { (try $0.integer("settled_by"), try $0.swapID("swap_id")) }
    }

    /// What the swaps of an owner hold in one mint.
    fileprivate func heldFunds(owner: PublicKey, mint: PublicKey) throws -> Int64 {
        try integer(
            """
            SELECT CAST(coalesce(sum(amount + fee), 0) AS BIGINT) FROM swaps
            WHERE owner = (SELECT id FROM owners WHERE owner = ?)
                AND from_mint = (SELECT id FROM mints WHERE mint = ?) AND state IN (2, 3, 4, 6, 7)
            """, [owner.blob, mint.blob])
    }
}
