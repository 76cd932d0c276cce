import FlipcashCore

/// The synthetic nonces that clients sign over, used instead of a chain's (payment specification §21.4).
///
/// A pair of nonce and blockhash is handed out once. Claims are stored and expire; the commit that uses a claim turns
/// it into a reservation. A nonce returns to its pool only with another blockhash.
struct NoncePool: Sendable {
    /// How long a claim is valid.
    static let claimLifetime: Duration = .seconds(20)
    /// The number of nonces kept available per pool.
    static let levelMin = 100
    /// The number of nonces added or advanced in one unit.
    private static let batchSize = 100

    let committer: GroupCommitter
    let environment: RuntimeEnvironment

    /// Claims `count` nonces of the virtual machine `scope`; refills the pool first when it has too few.
    ///
    /// - Throws: `StoreError`.
    func claim(_ count: Int, scope: PublicKey, purpose: NoncePurpose = .clientIntent) async throws -> NonceClaim {
        let claimant = environment.random.bytes(16)
        let until = environment.clock.now().advanced(by: Self.claimLifetime)
        let spare = fresh(count)
        let nonces = try await committer.commit { writer in
            var claimed = try writer.claimNonces(
                count, scope: scope, purpose: purpose, claimant: claimant, until: until)
            guard claimed.count < count else { return claimed }
            for address in spare.prefix(count - claimed.count) {
                try writer.insertNonce(
                    address, scope: scope, purpose: purpose, blockhash: Self.blockhash(of: address, counter: 0))
            }
            claimed += try writer.claimNonces(
                count - claimed.count, scope: scope, purpose: purpose, claimant: claimant, until: until)
            return claimed
        }
        return NonceClaim(claimant: claimant, nonces: nonces)
    }

    /// Returns unused nonces. Best effort: a claim that cannot be returned expires.
    func abandon(_ claim: NonceClaim) async {
        try? await committer.commit { try $0.abandonNonces(claimant: claim.claimant) }
    }

    /// Refills the pools of `scopes`: ends expired claims, advances released nonces, adds new ones.
    ///
    /// - Throws: `StoreError`.
    func refill(scopes: [PublicKey], purpose: NoncePurpose = .clientIntent) async throws {
        let now = environment.clock.now()
        let spare = scopes.map { ($0, fresh(Self.levelMin)) }
        try await committer.commit { writer in
            _ = try writer.expireNonceClaims(now: now)
            for released in try writer.releasedNonces(limit: Self.batchSize) {
                let counter = released.counter + 1
                try writer.advanceNonce(
                    released.address, counter: counter,
                    blockhash: Self.blockhash(of: released.address, counter: counter))
            }
            for (scope, addresses) in spare {
                let missing = Self.levelMin - (try writer.availableNonces(scope: scope, purpose: purpose))
                for address in addresses.prefix(max(0, missing)) {
                    try writer.insertNonce(
                        address, scope: scope, purpose: purpose, blockhash: Self.blockhash(of: address, counter: 0))
                }
            }
        }
    }

    private func fresh(_ count: Int) -> [PublicKey] {
        (0..<count).compactMap { _ in PublicKey(exactly: environment.random.bytes(32)) }
    }

    /// The blockhash of a nonce that has been used `counter` times.
    static func blockhash(of address: PublicKey, counter: UInt64) -> Hash {
        let digits = withUnsafeBytes(of: counter.littleEndian) { Array($0) }
        return Hash(sha256: Array("node-nonce".utf8) + address.bytes + digits)
    }
}
