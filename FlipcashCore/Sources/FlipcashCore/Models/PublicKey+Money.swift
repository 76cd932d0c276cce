extension PublicKey {
    /// Whether a unit of this mint is one US dollar by definition: the core mint and USDC. Every other mint is a
    /// launchpad currency with a price of its own.
    var isDollarMint: Bool { self == .usdf || self == .usdc }
}
