import FlipcashCore

/// The synthetic nonces that clients sign over, since no chain supplies any (payment specification §21.4).
///
/// A pair of nonce and blockhash is handed out once: claims are stored, turned into reservations by the commit that
/// uses them, and run out by themselves; a nonce comes back only with another blockhash.
struct NoncePool: Sendable {
    /// How long a claim lives.
    static let claimLifetime: Duration = .seconds(20)
    /// How many are kept available per pool.
    static let levelMin = 100
    /// How many are added or advanced in one unit.
    private static let batchSize = 100

    let committer: GroupCommitter
    let environment: RuntimeEnvironment

    /// Claims `count` nonces of the virtual machine `scope`; the pool is topped up first when it is short.
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

    /// Takes back what the request did not use. A claim that cannot be given back runs out.
    func abandon(_ claim: NonceClaim) async {
        try? await committer.commit { try $0.abandonNonces(claimant: claim.claimant) }
    }

    /// Brings the pools of `scopes` to their level: ends claims that ran out, advances released nonces, adds new ones.
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
