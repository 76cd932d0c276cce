import FlipcashCore
import GRDB

extension StoreReading {
    /// How many nonces of a pool are available.
    func availableNonces(scope: PublicKey, purpose: NoncePurpose) throws -> Int {
        Int(
            try integer(
                "SELECT count(*) FROM nonces WHERE scope = ? AND purpose = ? AND state = 2",
                [scope.blob, purpose.rawValue]))
    }

    /// Whether there are nonces to advance, or expired claims to end.
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

    /// Reserves a claimed nonce for the signature that used it.
    ///
    /// - Returns: false when `claimant` does not hold the nonce, or no longer.
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

    /// Takes back the nonces that `claimant` still holds. A client may have signed over these pairs, and a careful
    /// client never signs over a pair twice, so the nonces become available only with their next blockhash.
    func abandonNonces(claimant: [UInt8]) throws {
        try execute(
            """
            UPDATE nonces SET state = 1, claimed_by = NULL, claim_until = NULL
            WHERE state = 3 AND claimed_by = ?
            """, [claimant.blob])
    }

    /// Takes back the nonces of all expired claims; they also need their next blockhash.
    func expireNonceClaims(now: Instant) throws -> Int {
        try execute(
            """
            UPDATE nonces SET state = 1, claimed_by = NULL, claim_until = NULL
            WHERE state = 3 AND claim_until < ?
            """, [now.nanosecondsSinceEpoch])
    }

    /// Releases a nonce after the movement signed with it has succeeded or failed; the pair is never used again.
    func releaseNonce(_ nonce: PublicKey, blockhash: Hash) throws -> Bool {
        try execute(
            "UPDATE nonces SET state = 1 WHERE address = ? AND blockhash = ? AND state = 4",
            [nonce.blob, blockhash.blob]) == 1
    }

    /// The address and counter of each nonce whose blockhash must be advanced.
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
