import Testing

@Suite("Coverage of the key and address vectors")
struct VectorCoverageTests {
    /// Groups of keys.json that suites of this target run.
    private static let keysHere: Set = [
        "ed25519_keypair", "ed25519_sign", "ed25519_verify", "curve_point", "base58", "base58_reject_key32", "bip39",
        "bip39_reject", "bip39_odd_entropy", "slip10", "derive", "derive_path_parse", "rendezvous", "access_key_links",
    ]
    /// Groups of keys.json that the suites of CodeCurves run.
    private static let keysInCodeCurves: Set = ["x25519_from_ed25519", "box", "hash", "hmac", "pbkdf2"]
    /// Groups of keys.json for features that do not exist yet: legacy keys and other languages.
    private static let keysToCome: Set = ["add_scalar", "bip39_languages"]

    /// Groups of pda.json that suites of this target run.
    private static let addressesHere: Set = [
        "constants", "create_program_address", "find_program_address", "libsodium_trap", "vm", "account_cluster", "ata",
        "gift_card",
    ]
    /// Groups of pda.json for features that do not exist yet: launches, swaps, the chain's ledger, legacy accounts.
    private static let addressesToCome: Set = [
        "vm_memory_storage_relay", "virtual_nonce", "withdraw_receipt", "relay", "launchpad", "coinbase", "usdf_swap",
        "legacy_timelock", "swap_validator", "virtual_account", "storage_merkle",
    ]

    @Test("Every group of vectors belongs to a suite or is named as still to come")
    func groups_ofBothFiles_areAccountedFor() throws {
        let keys = Self.keysHere.union(Self.keysInCodeCurves).union(Self.keysToCome)
        #expect(try GroupedVectors.keys.groupNames() == keys)
        let addresses = Self.addressesHere.union(Self.addressesToCome)
        #expect(try GroupedVectors.addresses.groupNames() == addresses)
    }
}
