import FlipcashCore

extension StoreReading {
    /// The currency `mint`, if the node handles it.
    func mint(_ mint: PublicKey) throws -> MintRecord? {
        try row("SELECT * FROM mints WHERE mint = ?", [mint.blob]).map(MintRecord.init(row:))
    }

    /// All currencies, the oldest first.
    func mints() throws -> [MintRecord] {
        try rows("SELECT * FROM mints ORDER BY created_at, mint").map(MintRecord.init(row:))
    }

    /// Authority and seed of a launchpad currency; nil for the core mint and for one recorded without them.
    func launchpadIdentity(of mint: PublicKey) throws -> LaunchpadIdentity? {
        guard let row = try row("SELECT currency_authority, seed FROM mints WHERE mint = ?", [mint.blob]),
            let authority = try row.optionalKey("currency_authority"), let seed = try row.optionalKey("seed")
        else { return nil }
        return LaunchpadIdentity(authority: authority, seed: seed)
    }
}

extension StoreWriter {
    /// Records a currency and its name.
    ///
    /// - Throws: `SQLFailure.duplicate` when another currency has the name.
    func insert(_ mint: MintRecord) throws {
        try execute(
            """
            INSERT INTO mints (mint, decimals, vm_authority, vm, lock_days, name, symbol, description, image_url,
                state, supply, base_vault, fees_accumulated, sell_fee_bps, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                mint.mint.blob, mint.decimals, mint.vmAuthority.blob, mint.vm.blob, mint.lockDays, mint.name,
                mint.symbol, mint.description, mint.imageURL, mint.state.rawValue,
                try mint.launchpad?.supply.stored(), try mint.launchpad?.baseVault.stored(),
                try mint.launchpad?.feesAccumulated.stored(), mint.launchpad?.sellFeeBasisPoints,
                mint.createdAt.nanosecondsSinceEpoch,
            ])
        try execute(
            "INSERT INTO currency_names (name_key, mint) VALUES (?, (SELECT id FROM mints WHERE mint = ?))",
            [CurrencyName.key(mint.name).sqlValue, mint.mint.blob])
    }

    /// Records the state of a launchpad currency's pool.
    func update(_ state: LaunchpadState, of mint: PublicKey) throws {
        try execute(
            "UPDATE mints SET supply = ?, base_vault = ?, fees_accumulated = ? WHERE mint = ? AND supply IS NOT NULL",
            [
                try state.supply.stored(), try state.baseVault.stored(), try state.feesAccumulated.stored(), mint.blob,
            ])
    }
}

extension MintRecord {
    init(row: SQLRow) throws {
        mint = try row.key("mint")
        decimals = Int(try row.integer("decimals"))
        vmAuthority = try row.key("vm_authority")
        vm = try row.key("vm")
        lockDays = Int(try row.integer("lock_days"))
        name = try row.text("name")
        symbol = try row.text("symbol")
        description = try row.text("description")
        imageURL = try row.text("image_url")
        state = try row.value("state")
        createdAt = try row.instant("created_at")
        launchpad = try row.optionalQuarks("supply").map { supply in
            LaunchpadState(
                supply: supply, baseVault: try row.quarks("base_vault"),
                feesAccumulated: try row.quarks("fees_accumulated"),
                sellFeeBasisPoints: Int(try row.integer("sell_fee_bps")))
        }
    }
}
