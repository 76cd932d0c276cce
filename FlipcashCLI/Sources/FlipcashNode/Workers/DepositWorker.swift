import FlipcashCore
import Logging

/// Books the deposits that a settlement has seen (payment specification §18).
///
/// A deposit is acknowledged after it was booked, and booking it again changes nothing: a node that is killed between
/// the two does both again. A deposit that cannot be booked is logged and retried in a later round, and blocks no other.
struct DepositWorker: Worker {
    let name = "deposits"
    let interval: Duration = .seconds(5)
    static let batchSize = 64

    let settlement: any Settlement
    let store: NodeStore
    let clock: any WallClock
    let log: Logger
    /// Books a deposit once for each reference.
    let book: @Sendable (_ deposit: ArrivedDeposit, _ owner: PublicKey) async throws -> Void
    private let setbacks = Setbacks<String>(first: .seconds(5))

    init(
        settlement: any Settlement, store: NodeStore, clock: any WallClock, log: Logger,
        book: @escaping @Sendable (_ deposit: ArrivedDeposit, _ owner: PublicKey) async throws -> Void
    ) {
        self.settlement = settlement
        self.store = store
        self.clock = clock
        self.log = log
        self.book = book
    }

    func tick() async throws {
        while true {
            let deposits = try await settlement.arrivedDeposits(limit: Self.batchSize)
            var hasProgressed = false
            for deposit in deposits where setbacks.isDue(deposit.reference, now: clock.uptime()) {
                do {
                    try await carryOut(deposit)
                    setbacks.clear(deposit.reference)
                    hasProgressed = true
                } catch {
                    try setBack(deposit, error)
                }
            }
            guard hasProgressed, deposits.count == Self.batchSize else { return }
        }
    }

    private func carryOut(_ deposit: ArrivedDeposit) async throws {
        let vault = try store.read { reader in
            try reader.vault(deposit.address) ?? reader.derivedAddress(deposit.address)?.vault
                ?? reader.vault(depositTokenAccount: deposit.address)
        }
        // The address may belong to an account that is opened later.
        guard let vault, vault.type == .primary, vault.mint == deposit.mint else {
            throw DepositWorkerError.unknownAddress(deposit.address)
        }
        try await book(deposit, vault.owner)
        try await settlement.acknowledge(deposit)
    }

    private func setBack(_ deposit: ArrivedDeposit, _ error: any Error) throws {
        switch error {
        case is CancellationError, StoreError.writesSuspended: throw error
        default: break
        }
        let wait = setbacks.note(deposit.reference, now: clock.uptime())
        log.error(
            "a deposit could not be booked",
            metadata: ["reference": "\(deposit.reference)", "error": "\(error)", "again in": "\(wait)"])
    }
}

/// Why an arrived deposit is not booked yet.
enum DepositWorkerError: Error, Hashable, Sendable {
    /// No vault of the deposit's mint has this address.
    case unknownAddress(PublicKey)
}

extension DepositWorkerError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownAddress(let address): "no vault of this mint receives money at \(address.base58)"
        }
    }
}
