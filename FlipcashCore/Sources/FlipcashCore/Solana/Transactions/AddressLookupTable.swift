/// A table on the chain whose addresses a v0 message may name by index.
public struct AddressLookupTable: Hashable, Sendable {
    /// The most addresses a table holds: an index is one byte.
    public static let addressCountMax = 256

    /// The table's own address.
    public let address: PublicKey
    /// The addresses in the table's order.
    public let addresses: [PublicKey]

    /// Names a table and what it holds.
    public init(address: PublicKey, addresses: [PublicKey]) {
        self.address = address
        self.addresses = addresses
    }

    /// The table of a launchpad currency, in the order that the node and its clients agree on
    /// (key specification §11).
    public static func launchpad(at address: PublicKey, currency: ReserveCurrency, coreMint: PublicKey = .usdf)
        -> AddressLookupTable
    {
        AddressLookupTable(
            address: address,
            addresses: [
                currency.virtualMachine.address.address, currency.virtualMachine.omnibus.address, currency.mint,
                currency.pool, currency.baseVault, currency.targetVault, coreMint, Sysvar.rent,
                Sysvar.recentBlockhashes,
            ])
    }
}
