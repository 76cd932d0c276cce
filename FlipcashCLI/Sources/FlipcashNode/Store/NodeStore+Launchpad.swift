import FlipcashCore
import GRDB

extension StoreReading {
    /// Authority and seed of a launchpad currency; nil for the core mint and for one recorded without them.
    func launchpadIdentity(of mint: PublicKey) throws -> LaunchpadIdentity? {
        guard let row = try row("SELECT currency_authority, seed FROM mints WHERE mint = ?", [mint.blob]),
            let authority = try row.optionalKey("currency_authority"), let seed = try row.optionalKey("seed")
        else { return nil }
        return LaunchpadIdentity(authority: authority, seed: seed)
    }
}
