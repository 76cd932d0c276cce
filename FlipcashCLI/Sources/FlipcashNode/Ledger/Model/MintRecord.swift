import FlipcashCore

/// The state of a currency.
enum MintState: Int, Sendable, CaseIterable {
    /// Its name is reserved; its first purchase has not happened.
    case reserved = 1
    case available = 2
}

/// The backing and the supply of a launchpad currency.
struct LaunchpadState: Hashable, Sendable {
    /// Quarks in circulation.
    var supply: UInt64
    /// Core-mint quarks in the pool, fees included.
    var baseVault: UInt64
    /// Core-mint quarks of the pool that are fees.
    var feesAccumulated: UInt64
    let sellFeeBasisPoints: Int
}

/// A currency the node handles.
struct MintRecord: Hashable, Sendable {
    let mint: PublicKey
    let decimals: Int
    let vmAuthority: PublicKey
    let vm: PublicKey
    let lockDays: Int
    var name: String
    var symbol: String
    var description: String
    var imageURL: String
    var state: MintState
    /// Nil for the core mint.
    var launchpad: LaunchpadState?
    let createdAt: Instant

    /// Whether this is the core mint: the one without a curve.
    var isCore: Bool { launchpad == nil }
}

/// The owner of a launchpad mint and the seed of its address.
struct LaunchpadIdentity: Hashable, Sendable {
    let authority: PublicKey
    let seed: PublicKey
}
