/// Paths of accounts from before Flipcash (key specification §4.3).
///
/// No new accounts use them. They remain so that the balances of old phrases can be recovered.
extension DerivationPath {
    /// The key of a merchant relationship; the seed's passphrase is the relationship's domain.
    public static let relationship = primary.appending([HardenedIndex(0)]).appendingUnmarked(HardenedIndex(0))

    /// The denominations that old balances were split into, in whole tokens.
    public enum Denomination: UInt32, CaseIterable, Hashable, Sendable {
        /// 1 token.
        case one = 1
        /// 10 tokens.
        case ten = 10
        /// 100 tokens.
        case hundred = 100
        /// 1,000 tokens.
        case thousand = 1000
        /// 10,000 tokens.
        case tenThousand = 10000
        /// 100,000 tokens.
        case hundredThousand = 100_000
        /// 1,000,000 tokens.
        case million = 1_000_000
    }

    /// Returns the path for a denomination.
    public static func bucket(_ denomination: Denomination) -> DerivationPath {
        let index = HardenedIndex(denomination.rawValue) ?? HardenedIndex(0)
        return primary.appending([HardenedIndex(0)]).appendingUnmarked(index)
    }

    /// Returns the path of the key that received payments in the generation `index`.
    public static func incoming(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([index]).appendingUnmarked(HardenedIndex(2))
    }

    /// Returns the path of the key that sent payments in the generation `index`.
    public static func outgoing(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([index]).appendingUnmarked(HardenedIndex(3))
    }

    /// The key of old swaps.
    public static let swap = primary.appending([HardenedIndex(1)]).appendingUnmarked(HardenedIndex(0))
}

extension Mnemonic {
    /// Returns the key of the relationship with a merchant's `domain`.
    public func relationshipKey(domain: String) -> DerivedKey {
        key(at: .relationship, passphrase: domain)
    }
}
