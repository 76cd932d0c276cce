public import FlipcashCore

/// A currency of a goal or an asset: fiat money, a coin, or a token of the launchpad (goals specification §1).
///
/// Codes compare without regard to case. The address in `mint:<base58>` compares exactly.
public struct AssetCurrency: Hashable, Sendable {
    /// The code in upper case, such as `USD`, or `mint:` with the address of a token's mint.
    public let code: String

    /// The longest code that is read.
    private static let lengthMax = 64
    private static let mintPrefix = "mint:"

    /// Reads a code; nil when it is blank or contains other characters than ASCII letters, digits, `.`, `_`, `+`, `$`.
    public init?(_ text: String) {
        let text = text.trimmingBlanks()
        if text.lowercased().hasPrefix(Self.mintPrefix) {
            guard let mint = try? PublicKey(base58: String(text.dropFirst(Self.mintPrefix.count))) else { return nil }
            self.init(mint: mint)
            return
        }
        guard !text.isEmpty, text.utf8.count <= Self.lengthMax, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.init(known: text.uppercased())
    }

    /// The currency of the tokens of `mint`.
    public init(mint: PublicKey) { code = Self.mintPrefix + mint.base58 }

    /// A fiat currency.
    public init(_ fiat: CurrencyCode) { code = fiat.rawValue.uppercased() }

    private init(known code: String) { self.code = code }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "$"): true
        default: false
        }
    }

    /// The US dollar, through which rates are crossed.
    public static let usd = AssetCurrency(known: "USD")
    /// The wallet's own dollar.
    public static let usdf = AssetCurrency(known: "USDF")

    /// Dollars and the tokens pegged to them, which count as one currency.
    private static let pegged: Set<String> = ["USD", "USDC", "USDT", "USDF"]

    /// The currency that stands for this one in rates: the US dollar for its stablecoins, otherwise this one.
    public var peg: AssetCurrency { Self.pegged.contains(code) ? .usd : self }

    /// The fiat currency; nil for coins and tokens.
    public var fiat: CurrencyCode? { isMint ? nil : try? CurrencyCode(currencyCode: code) }

    /// The mint of a launchpad token; nil for other currencies.
    public var mint: PublicKey? {
        isMint ? try? PublicKey(base58: String(code.dropFirst(Self.mintPrefix.count))) : nil
    }

    private var isMint: Bool { code.hasPrefix(Self.mintPrefix) }

    /// The number of decimals of an amount.
    ///
    /// Fiat currencies follow the wallet's own table, which is neither ISO 4217 nor the host's.
    public var scale: Int {
        if let fiat { return fiat.digits }
        return switch code {
        case "USDF", "USDC", "USDT": 6
        case "SOL": 9
        case "ETH": 18
        default: isMint ? 10 : 8
        }
    }

    /// The code as it stands in JSON: lower case, except for the address of a mint.
    public var lowercasedCode: String { isMint ? code : code.lowercased() }
}

extension AssetCurrency: CustomStringConvertible {
    /// The same as ``code``.
    public var description: String { code }
}

extension AssetCurrency: Comparable {
    /// Orders by the bytes of ``code``.
    public static func < (left: AssetCurrency, right: AssetCurrency) -> Bool {
        left.code.utf8.lexicographicallyPrecedes(right.code.utf8)
    }
}

extension String {
    /// Whether the bytes of this text sort before those of `other`.
    func precedesInBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
