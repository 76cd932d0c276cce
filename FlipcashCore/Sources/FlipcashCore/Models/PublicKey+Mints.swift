/// The mints that the rules of money know by name (payment specification §1).
extension PublicKey {
    /// The core mint: a unit is one US dollar.
    public static let usdf = mint("5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ")
    /// USDC: a unit is one US dollar; a door in and out, never held in a vault.
    public static let usdc = mint("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")

    /// Decimals of this key as a mint: 6 for USDF and USDC, 10 for every launchpad currency.
    public var mintDecimals: Int {
        isDollarMint ? DiscreteBondingCurve.valueDecimals : DiscreteBondingCurve.tokenDecimals
    }

    /// Whether a unit of this mint is one US dollar by definition. Every other mint is a launchpad currency with a
    /// price of its own.
    public var isDollarMint: Bool { self == .usdf || self == .usdc }

    /// A key that stands in this file.
    private static func mint(_ text: StaticString) -> PublicKey {
        do {
            return try PublicKey(base58: "\(text)")
        } catch {
            preconditionFailure("a mint's address in the source is wrong: \(error)")
        }
    }
}
