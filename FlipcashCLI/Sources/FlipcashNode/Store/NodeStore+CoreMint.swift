import FlipcashCore
import GRDB

extension StoreWriter {
    /// Records the core mint under `authority`, the node's key, unless it is there.
    ///
    /// - Throws: `NodeError.unreadableKey` when the database belongs to a node with another key: its vaults have other
    ///   addresses, so nothing would fit.
    func ensureCoreMint(authority: PublicKey, keyPath: String, now: Instant) throws {
        if let known = try mint(.usdf) {
            guard known.vmAuthority == authority else {
                throw NodeError.unreadableKey(
                    path: keyPath, reason: "the database belongs to node key \(known.vmAuthority.base58)")
            }
            return
        }
        let machine = VirtualMachine(mint: .usdf, authority: authority)
        try insert(
            MintRecord(
                mint: .usdf, decimals: PublicKey.usdf.mintDecimals, vmAuthority: authority,
                vm: machine.address.address, lockDays: Int(machine.lockDays), name: "USDF", symbol: "USDF",
                description: "One USDF is one US dollar.", imageURL: CoreMintPicture.url,
                state: .available, launchpad: nil, createdAt: now))
    }
}

/// The core mint's picture: drawn here, so that no client has to fetch it from anywhere.
private enum CoreMintPicture {
    static let url =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E"
        + "%3Ccircle cx='32' cy='32' r='32' fill='%23116b3a'/%3E%3Ctext x='32' y='46' font-size='40' "
        + "text-anchor='middle' fill='white' font-family='sans-serif'%3E$%3C/text%3E%3C/svg%3E"
}
