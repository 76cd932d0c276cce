import FlipcashCore

@testable import FlipcashNode

/// Values that many tests need.
enum Samples {
    static let mint = PublicKey(raw: Hash(sha256: Array("test/mint".utf8)).raw)
    static let address = PublicKey(raw: Hash(sha256: Array("test/address".utf8)).raw)
    static let intent = IntentID(raw: Hash(sha256: Array("test/intent".utf8)).raw)

    static func launchpadCurrency(createdAt: Instant) throws -> MintRecord {
        let jeffy = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        let authority = try PublicKey(base58: "jfy1btcfsjSn2WCqLVaxiEjp4zgmemGyRsdCPbPwnZV")
        return MintRecord(
            mint: jeffy, decimals: 10, vmAuthority: authority,
            vm: VirtualMachine(mint: jeffy, authority: authority).address.address, lockDays: 21, name: "Jeffy",
            symbol: "JFY", description: "d", imageURL: "u", state: .available,
            launchpad: LaunchpadState(
                supply: 10_000_000_000_000_000, baseVault: 16_006_351_806, feesAccumulated: 0,
                sellFeeBasisPoints: 100), createdAt: createdAt)
    }
}
