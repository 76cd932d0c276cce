public import FlipcashCore
import GRDB

extension Database {
    /// Stores currencies. A currency that differs only in its date is not a change, and metadata without launchpad
    /// data does not erase a live supply (client specification §4.5, rule 2).
    public func insert(mints: [MintMetadata], date: Instant) throws(DatabaseFailure) {
        try write { database in
            for mint in mints { try Self.upsert(database, mint, date: date) }
        }
    }

    /// Stores a supply from the live stream (rule 3).
    public func updateLiveSupply(_ supply: UInt64, mint: PublicKey, date: Instant) throws(DatabaseFailure) {
        try write { database in
            try database.execute(
                sql: """
                    UPDATE mint SET supplyFromBonding = ?, updatedAt = ? WHERE mint = ? AND supplyFromBonding IS NOT ?
                    """,
                arguments: [supply.column, date.column, mint.column, supply.column])
        }
    }

    /// Returns the stored currency at `mint`.
    public func getMintMetadata(mint: PublicKey) throws(DatabaseFailure) -> StoredMintMetadata? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM mint WHERE mint = ?", arguments: [mint.column])
                .flatMap(Self.mint)
        }
    }

    /// Returns all stored currencies, by name.
    public func getMints() throws(DatabaseFailure) -> [StoredMintMetadata] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM mint ORDER BY name, mint").compactMap(Self.mint)
        }
    }

    /// Returns the authority from which vault addresses of `mint` are derived.
    public func getVMAuthority(mint: PublicKey) throws(DatabaseFailure) -> PublicKey? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT vmAuthority FROM mint WHERE mint = ?", arguments: [mint.column])
                .flatMap { PublicKey(column: $0["vmAuthority"]) }
        }
    }

    private static let columns = [
        "name", "symbol", "decimals", "bio", "imageURL", "vmAddress", "vmAuthority", "lockDuration", "currencyConfig",
        "liquidityPool", "seed", "authority", "mintVault", "coreMintVault", "coreMintFees", "sellFeeBps",
        "socialLinks", "billColors", "createdAt",
    ]

    private static let upsertMint: String = {
        let assignments = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = columns.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
        let supply = "COALESCE(excluded.supplyFromBonding, supplyFromBonding)"
        let placeholders = Array(repeating: "?", count: columns.count + 3).joined(separator: ", ")
        return """
            INSERT INTO mint (mint, \(columns.joined(separator: ", ")), supplyFromBonding, updatedAt)
            VALUES (\(placeholders))
            ON CONFLICT(mint) DO UPDATE SET
                \(assignments), supplyFromBonding = \(supply), updatedAt = excluded.updatedAt
            WHERE \(differences) OR supplyFromBonding IS NOT \(supply)
            """
    }()

    private static func upsert(_ database: GRDB.Database, _ mint: MintMetadata, date: Instant) throws {
        let launchpad = mint.launchpad
        let values: [(any DatabaseValueConvertible)?] = [
            mint.address.column, mint.name, mint.symbol, mint.decimals, mint.description, mint.imageURL,
            mint.vm?.address.column, mint.vm?.authority.column, mint.vm?.lockDurationInDays,
            launchpad?.currencyConfig.column, launchpad?.liquidityPool.column, launchpad?.seed.column,
            launchpad?.authority.column, launchpad?.mintVault.column, launchpad?.coreMintVault.column,
            launchpad?.coreMintFees?.column, launchpad?.sellFeeBps,
            mint.socialLinks.isEmpty ? nil : try jsonText(mint.socialLinks),
            mint.billColors.isEmpty ? nil : try jsonText(mint.billColors),
            mint.createdAt.column, launchpad?.supplyFromBonding.column, date.column,
        ]
        try database.execute(sql: upsertMint, arguments: StatementArguments(values))
    }

    private static func mint(_ row: Row) -> StoredMintMetadata? {
        guard let address = PublicKey(column: row["mint"]), let name: String = row["name"],
            let symbol: String = row["symbol"], let decimals: Int = row["decimals"],
            let updatedAt = Instant(column: row["updatedAt"])
        else { return nil }
        let metadata = MintMetadata(
            address: address, name: name, symbol: symbol, description: row["bio"] ?? "", decimals: decimals,
            imageURL: row["imageURL"] ?? "", vm: vm(row), launchpad: launchpad(row),
            socialLinks: jsonValue([SocialLink].self, row["socialLinks"]) ?? [],
            billColors: jsonValue([String].self, row["billColors"]) ?? [],
            createdAt: Instant(column: row["createdAt"]) ?? Instant(seconds: 0))
        return StoredMintMetadata(metadata: metadata, updatedAt: updatedAt)
    }

    private static func vm(_ row: Row) -> VMMetadata? {
        guard let address = PublicKey(column: row["vmAddress"]), let authority = PublicKey(column: row["vmAuthority"]),
            let lockDuration: Int = row["lockDuration"]
        else { return nil }
        return VMMetadata(address: address, authority: authority, omnibus: nil, lockDurationInDays: lockDuration)
    }

    private static func launchpad(_ row: Row) -> LaunchpadMetadata? {
        guard let currencyConfig = PublicKey(column: row["currencyConfig"]),
            let liquidityPool = PublicKey(column: row["liquidityPool"]), let seed = PublicKey(column: row["seed"]),
            let authority = PublicKey(column: row["authority"]), let mintVault = PublicKey(column: row["mintVault"]),
            let coreMintVault = PublicKey(column: row["coreMintVault"]),
            let supply = UInt64(column: row["supplyFromBonding"]), let sellFeeBps: Int = row["sellFeeBps"]
        else { return nil }
        return LaunchpadMetadata(
            currencyConfig: currencyConfig, liquidityPool: liquidityPool, seed: seed, authority: authority,
            mintVault: mintVault, coreMintVault: coreMintVault, coreMintFees: PublicKey(column: row["coreMintFees"]),
            supplyFromBonding: supply, sellFeeBps: sellFeeBps)
    }

    private static func jsonText(_ value: some Encodable) throws -> String {
        String(decoding: try JSONFile.encode(value), as: UTF8.self)
    }

    private static func jsonValue<Value: Decodable>(_ type: Value.Type, _ text: String?) -> Value? {
        text.flatMap { try? JSONFile.decode(type, from: Array($0.utf8)) }
    }
}
