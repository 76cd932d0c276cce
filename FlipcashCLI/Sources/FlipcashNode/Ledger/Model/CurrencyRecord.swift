import FlipcashCore

/// How far the launch of a currency is (payment specification §17), as the column `currencies.state` holds it.
enum CurrencyState: Int, Sendable, CaseIterable {
    case waitingForInitialPurchase = 1
    case prePurchaseSetup = 2
    case executingInitialPurchase = 3
    case completingInitialization = 4
    case finalValidation = 5
    case available = 6
    /// The first purchase was not made. The name is free again.
    case abandoning = 7
}

/// What the node knows of a currency that was launched here, beyond its mint.
struct CurrencyRecord: Hashable, Sendable {
    let mint: PublicKey
    let creator: PublicKey
    var state: CurrencyState
    /// Colours of the bill, each `#RRGGBB`.
    var colors: [String]
    /// Empty, or the bytes of `UpdateMetadataRequest.SocialLinksUpdate`.
    var socialLinks: [UInt8]
}

/// A currency that its creator launches (unit T9).
struct LaunchedCurrency: Hashable, Sendable {
    let mint: MintRecord
    let identity: LaunchpadIdentity
    /// The seed of the currency's authority, sealed with the node's key.
    let sealedSeed: [UInt8]
    let record: CurrencyRecord
    let icon: [UInt8]?
}

/// How names of currencies are compared: in lower case, with repeated spaces as one (payment specification §17).
enum CurrencyName {
    /// Returns the name in the form that is unique.
    static func key(_ name: String) -> String {
        name.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ").lowercased()
    }

    /// The symbol of a currency whose creator gave none: the name in upper case without spaces, cut to 8 bytes.
    static func symbol(of name: String) -> String {
        var symbol = String(name.filter { $0 != " " }).uppercased()
        while symbol.utf8.count > 8 { symbol.removeLast() }
        return symbol
    }
}

/// A change of a currency's pool by a trade.
struct PoolChange: Hashable, Sendable {
    let mint: PublicKey
    let state: LaunchpadState
    let at: Instant
}
