package import FlipcashCore

/// Fills the database of a node at rest with payments, for measurements of what a long history costs.
///
/// Each payment is written by the same unit as a client's, so the database is one that a node could have made. Only the
/// signatures are random bytes, which no later step reads.
package struct BulkHistory {
    /// How the payments reach the disk.
    package struct Pace: Sendable {
        /// Payments in one transaction.
        package var groupSize: Int
        /// Whether each transaction waits for the disk, as a node's do.
        package var isDurable: Bool

        /// Payments in large transactions without waiting, or as a node would write them.
        package init(groupSize: Int, isDurable: Bool) {
            self.groupSize = groupSize
            self.isDurable = isDurable
        }
    }

    /// The sizes of the two files of a database, in bytes.
    package struct Size: Sendable {
        package let database: Int
        package let log: Int
    }

    /// After how many units the log is moved into the database.
    private static let unitsBetweenCopies = 320_000

    private let store: NodeStore
    private let environment: RuntimeEnvironment
    private let usdf: MintRecord
    private var copiesLog = true

    /// Opens the database at `path`, in which a node has run before.
    ///
    /// - Throws: `StoreError` when there is no node in it.
    package init(path: String, environment: RuntimeEnvironment) throws {
        self.environment = environment
        store = try NodeStore(path: path)
        guard let usdf = try store.read({ try $0.mint(.usdf) }) else { throw StoreError.foreignDatabase(path: path) }
        self.usdf = usdf
    }

    /// Moves the log into the database and closes it.
    package func close() throws { try store.close() }

    /// Moves the log into the database.
    package func checkpoint() throws { try script("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// Keeps the log growing, so that its size can be read.
    package mutating func stopCheckpoints() { copiesLog = false }

    /// The present sizes.
    package func size() throws -> Size {
        Size(database: try PrivateFile.size(store.path) ?? 0, log: try PrivateFile.size(store.path + "-wal") ?? 0)
    }

    /// Registers each owner, opens the core account and gives it `quarks`.
    package func enrol(_ owners: [PublicKey], quarks: UInt64) throws {
        let now = environment.clock.now()
        let amount = Self.amount(quarks)
        try grouped(owners.count, Pace(groupSize: 1_000, isDurable: false)) { index, writer in
            let owner = owners[index]
            let timelock = usdf.timelock(of: owner)
            let vault = Vault(
                token: timelock.vault.address, owner: owner, authority: owner, mint: usdf.mint, type: .primary,
                index: 0,
                createdAt: now, vaultState: .unobserved, balance: .opened)
            let opening = intent(.openAccounts, from: owner, to: nil, source: nil, destination: nil, nil, at: now)
            try writer.insert(
                UserRecord(
                    id: environment.random.bytes(16), publicKey: owner, isRegistered: true, isStaff: false, locale: nil,
                    region: nil, displayName: nil, phone: nil, email: nil, createdAt: now))
            let action = ActionRecord(
                intentID: opening.id, actionID: 0, intentType: .openAccounts, type: .openAccount,
                source: vault.token, destination: nil, quantity: nil, feeType: nil, isAutoReturn: false,
                state: .confirmed)
            let plan = IntentPlan(
                kind: .openAccounts, intent: opening,
                steps: [.init(action: action, signing: nil, feeDestination: nil)],
                opened: [OpenedVault(vault, timelock: timelock)], postings: [])
            _ = try writer.apply(AcceptedIntent(plan, movements: [:], isFinal: true).unit)
            let deposit = DepositRecord(
                reference: opening.id.base58, vault: vault.token, owner: owner, mint: usdf.mint, tokenAccount: nil,
                amount: amount, usd: try quarks.stored(), createdAt: now)
            _ = try writer.apply(.deposit(deposit))
        }
    }

    /// Makes `count` payments of one quark between `owners`, spread evenly over the time since `start`.
    package func pay(_ count: Int, among owners: [PublicKey], since start: Instant, _ pace: Pace) throws {
        let vaults = owners.map { usdf.timelock(of: $0).vault.address }
        let step = environment.clock.now().duration(since: start) / max(1, count)
        var generator = SystemRandomNumberGenerator()
        try grouped(count, pace) { index, writer in
            let payer = Int.random(in: 0..<owners.count, using: &generator)
            let payee = (payer + Int.random(in: 1..<owners.count, using: &generator)) % owners.count
            let time = start.advanced(by: step * index)
            let plan = payment((owners[payer], vaults[payer]), to: (owners[payee], vaults[payee]), at: time)
            _ = try writer.apply(AcceptedIntent(plan, movements: [0: movement()], isFinal: true).unit)
        }
    }

    private func payment(
        _ payer: (owner: PublicKey, vault: PublicKey), to payee: (owner: PublicKey, vault: PublicKey), at time: Instant
    ) -> IntentPlan {
        let record = intent(
            .sendPublicPayment, from: payer.owner, to: payee.owner, source: payer.vault, destination: payee.vault,
            Self.amount(1), at: time)
        let action = ActionRecord(
            intentID: record.id, actionID: 0, intentType: .sendPublicPayment, type: .transfer, source: payer.vault,
            destination: payee.vault, quantity: 1, feeType: nil, isAutoReturn: false, state: .pending)
        let signing = IntentPlan.Signing(
            authority: payer.owner, source: payer.vault, destination: payee.vault, movement: .transfer(amount: 1))
        var plan = IntentPlan(
            kind: .payment, intent: record, steps: [.init(action: action, signing: signing, feeDestination: nil)],
            opened: [],
            postings: Movement.transfer(
                from: payer.vault, to: .vault(payee.vault), mint: usdf.mint, quarks: 1, usd: 1))
        plan.predicates.destination = payee.vault
        plan.predicates.limit = IntentPlan.DailyLimit(
            owner: payer.owner, since: time.advanced(by: .zero - SendLimitRules.window), ledgerTime: time, usdMicros: 1,
            enforcedMicros: DailySendLimit().enforcedMicros)
        return plan
    }

    private func movement() throws -> SignedMovement {
        guard let nonce = NonceClaim(1, environment: environment)?.nonces.first,
            let signature = Signature(exactly: environment.random.bytes(Signature.byteCount))
        else { throw IntentRefusal.unavailable }
        return SignedMovement(nonce: nonce, signature: signature)
    }

    private func intent(
        _ type: IntentType, from initiator: PublicKey, to receiver: PublicKey?, source: PublicKey?,
        destination: PublicKey?, _ amount: IntentAmount?, at time: Instant
    ) -> IntentRecord {
        IntentRecord(
            sequence: nil, id: .generate(using: environment.random), type: type, mint: usdf.mint, initiator: initiator,
            destinationOwner: receiver, destination: destination, source: source, amount: amount, flags: [],
            appMetadata: nil, state: .confirmed, createdAt: time)
    }

    private static func amount(_ quarks: UInt64) -> IntentAmount {
        IntentAmount(
            quarks: quarks, currency: "usd", rate: 1, native: Double(quarks) / 1_000_000, usdMicros: Int64(quarks))
    }

    private func grouped(_ count: Int, _ pace: Pace, _ unit: (Int, StoreWriter) throws -> Void) throws {
        // Payments of random owners change pages all over the file: with a small cache, each would be written again and
        // again within one transaction.
        try script(
            pace.isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576")
        for start in stride(from: 0, to: count, by: pace.groupSize) {
            try store.withWriter { connection in
                try connection.execute(connection.dialect.begin, [])
                for index in start..<min(count, start + pace.groupSize) {
                    try connection.execute("SAVEPOINT unit", [])
                    try unit(index, StoreWriter(connection: connection))
                    try connection.execute("RELEASE SAVEPOINT unit", [])
                }
                try connection.execute("COMMIT", [])
            }
            let isLogLong = start % Self.unitsBetweenCopies + pace.groupSize >= Self.unitsBetweenCopies
            if copiesLog, isLogLong { _ = try store.restartLog() }
        }
        try script("PRAGMA synchronous = FULL")
    }

    private func script(_ sql: String) throws { try store.withWriter { try $0.script(sql) } }
}
