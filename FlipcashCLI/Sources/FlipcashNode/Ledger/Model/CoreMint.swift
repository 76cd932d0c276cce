import FlipcashCore

/// The currency that prices and backs all others, as the node presents it to clients.
struct CoreMint: Sendable {
    let mint: PublicKey
    let decimals: Int
    let name: String
    let symbol: String
    let description: String
    let imageURL: String

    /// The core mint of this release's nodes (payment specification §1), defined only here.
    static let usdf = CoreMint(
        mint: .usdf, decimals: PublicKey.stableMintDecimals, name: "USDF", symbol: "USDF",
        description: "One USDF is one US dollar.", imageURL: picture)

    /// An inline picture, so that clients do not have to download one.
    private static let picture =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E"
        + "%3Ccircle cx='32' cy='32' r='32' fill='%23116b3a'/%3E%3Ctext x='32' y='46' font-size='40' "
        + "text-anchor='middle' fill='white' font-family='sans-serif'%3E$%3C/text%3E%3C/svg%3E"

    /// The record with `authority`, which is the node's key (payment specification §2.1).
    func record(authority: PublicKey, now: Instant) -> MintRecord {
        let machine = VirtualMachine(mint: mint, authority: authority)
        return MintRecord(
            mint: mint, decimals: decimals, vmAuthority: authority, vm: machine.address.address,
            lockDays: Int(machine.lockDays), name: name, symbol: symbol, description: description,
            imageURL: imageURL, state: .available, launchpad: nil, createdAt: now)
    }
}
