extension PublicKey {
    /// Whether a unit of this mint is one US dollar by definition: USDF, the core mint, and USDC. Every other mint is a
    /// launchpad currency with a price of its own.
    public var isDollarMint: Bool { self == .usdf || self == .usdc }
}
