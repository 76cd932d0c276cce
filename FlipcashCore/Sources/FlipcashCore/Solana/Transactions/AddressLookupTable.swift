/// A table on the chain whose addresses a v0 message may refer to by index.
public struct AddressLookupTable: Hashable, Sendable {
    /// The maximum number of addresses of a table, as an index is one byte.
    public static let addressCountMax = 256

    /// The table's own address.
    public let address: PublicKey
    /// The addresses, in the table's order.
    public let addresses: [PublicKey]

    /// Creates a table from its address and contents.
    public init(address: PublicKey, addresses: [PublicKey]) {
        self.address = address
        self.addresses = addresses
    }

    /// Returns the table of a launchpad currency, in the order used by the node and its clients (key specification
    /// §11).
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
