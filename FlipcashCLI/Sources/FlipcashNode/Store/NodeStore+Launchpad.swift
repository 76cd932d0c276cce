import FlipcashAPI
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

    /// The currency `mint` as clients see it; nil when the node does not handle it.
    func mintMetadata(_ mint: PublicKey) throws -> Ocp_Currency_V1_Mint? {
        guard let record = try self.mint(mint) else { return nil }
        return try MintPresenter.mint(record, identity: try launchpadIdentity(of: mint))
    }
}
