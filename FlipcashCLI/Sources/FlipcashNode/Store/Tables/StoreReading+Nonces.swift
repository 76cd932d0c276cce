import FlipcashCore
import GRDB

extension StoreReading {
    /// How many nonces of a pool can be handed out.
    func availableNonces(scope: PublicKey, purpose: NoncePurpose) throws -> Int {
        Int(
            try integer(
                "SELECT count(*) FROM nonces WHERE scope = ? AND purpose = ? AND state = 2",
                [scope.blob, purpose.rawValue]))
    }

    /// Whether nonces wait to be advanced, or claims that have run out to be ended.
    func hasNoncesToRecover(now: Instant) throws -> Bool {
        try integer(
            "SELECT EXISTS (SELECT 1 FROM nonces WHERE state = 1 OR (state = 3 AND claim_until < ?))",
            [now.nanosecondsSinceEpoch]) != 0
    }
}

extension StoreWriter {
    /// Adds a fresh nonce to a pool.
    func insertNonce(_ address: PublicKey, scope: PublicKey, purpose: NoncePurpose, blockhash: Hash) throws {
        try execute(
            "INSERT INTO nonces (address, scope, purpose, counter, blockhash, state) VALUES (?, ?, ?, 0, ?, 2)",
            [address.blob, scope.blob, purpose.rawValue, blockhash.blob])
    }

    /// Hands out up to `count` available nonces to `claimant` until `until`.
    func claimNonces(_ count: Int, scope: PublicKey, purpose: NoncePurpose, claimant: [UInt8], until: Instant) throws
        -> [ClaimedNonce]
    {
        let available = try rows(
            "SELECT address, blockhash FROM nonces WHERE scope = ? AND purpose = ? AND state = 2 LIMIT ?",
            [scope.blob, purpose.rawValue, count])
        return try available.map { row in
            let nonce = ClaimedNonce(address: try row.key("address"), blockhash: try row.hash("blockhash"))
            try execute(
                "UPDATE nonces SET state = 3, claimed_by = ?, claim_until = ? WHERE address = ?",
                [claimant.blob, until.nanosecondsSinceEpoch, nonce.address.blob])
            return nonce
        }
    }

    /// Burns a claimed nonce for the signature that used it.
    ///
    /// - Returns: false when `claimant` does not hold it, or no longer.
    func reserveNonce(_ nonce: ClaimedNonce, claimant: [UInt8], signature: Signature, now: Instant) throws -> Bool {
        try execute(
            """
            UPDATE nonces SET state = 4, signature = ?, claimed_by = NULL, claim_until = NULL
            WHERE address = ? AND blockhash = ? AND state = 3 AND claimed_by = ? AND claim_until >= ?
            """,
            [
                signature.blob, nonce.address.blob, nonce.blockhash.blob, claimant.blob, now.nanosecondsSinceEpoch,
            ]) == 1
    }

    /// Takes back what `claimant` still holds. The pairs are spent: a client may have signed over them, and a careful
    /// one never signs over a pair twice, so they come back only with their next blockhash.
    func abandonNonces(claimant: [UInt8]) throws {
        try execute(
            """
            UPDATE nonces SET state = 1, claimed_by = NULL, claim_until = NULL
            WHERE state = 3 AND claimed_by = ?
            """, [claimant.blob])
    }

    /// Takes back all claims that have run out, spent like those that were abandoned.
    func expireNonceClaims(now: Instant) throws -> Int {
        try execute(
            """
            UPDATE nonces SET state = 1, claimed_by = NULL, claim_until = NULL
            WHERE state = 3 AND claim_until < ?
            """, [now.nanosecondsSinceEpoch])
    }

    /// Says that the movement signed with `nonce` is over, however it ended: the pair will never be used again.
    func releaseNonce(_ nonce: PublicKey, blockhash: Hash) throws -> Bool {
        try execute(
            "UPDATE nonces SET state = 1 WHERE address = ? AND blockhash = ? AND state = 4",
            [nonce.blob, blockhash.blob]) == 1
    }

    /// The nonces that wait for their blockhash to be advanced: address and counter.
    func releasedNonces(limit: Int) throws -> [(address: PublicKey, counter: UInt64)] {
        try rows("SELECT address, counter FROM nonces WHERE state = 1 LIMIT ?", [limit]).map { row in
            (try row.key("address"), try row.quarks("counter"))
        }
    }

    /// Puts a released nonce back into its pool with its next blockhash.
    func advanceNonce(_ address: PublicKey, counter: UInt64, blockhash: Hash) throws {
        try execute(
            """
            UPDATE nonces SET state = 2, signature = NULL, counter = ?, blockhash = ?
            WHERE address = ? AND state = 1
            """, [try counter.stored(), blockhash.blob, address.blob])
    }
}
