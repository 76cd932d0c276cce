import FlipcashCore

/// A chain whose addresses can be watched (goals specification §4.5).
public enum Chain: String, CaseIterable, Hashable, Sendable {
    /// Ethereum.
    case eth = "ETH"
    /// Polygon, under its former symbol.
    case matic = "MATIC"
    /// BNB Smart Chain.
    case bsc = "BSC"
    /// Avalanche, its C-Chain.
    case avax = "AVAX"
    /// Fantom.
    case ftm = "FTM"
    /// Celo.
    case celo = "CELO"
    /// Harmony.
    case one = "ONE"
    /// Klaytn.
    case klay = "KLAY"
    /// Bitcoin.
    case btc = "BTC"
    /// Litecoin.
    case ltc = "LTC"
    /// Bitcoin Cash.
    case bch = "BCH"
    /// Dogecoin.
    case doge = "DOGE"
    /// The XRP Ledger.
    case xrp = "XRP"
    /// Tron.
    case trx = "TRX"
    /// Cardano.
    case ada = "ADA"
    /// Solana.
    case sol = "SOL"
    /// Algorand.
    case algo = "ALGO"
    /// Stellar.
    case xlm = "XLM"

    /// What an address of the chain can hold.
    public enum Family: String, Hashable, Sendable {
        /// The chain's coin, and tokens of contracts.
        case evm
        /// Unspent outputs of the chain's coin.
        case utxo
        /// Another ledger.
        case other
    }

    /// Reads a chain's name without regard to case.
    public init?(name: String) {
        self.init(rawValue: name.uppercased())
    }

    /// What an address can hold.
    public var family: Family {
        switch self {
        case .eth, .matic, .bsc, .avax, .ftm, .celo, .one, .klay: .evm
        case .btc, .ltc, .bch, .doge: .utxo
        case .xrp, .trx, .ada, .sol, .algo, .xlm: .other
        }
    }

    /// The chain's own coin.
    public var coin: AssetCurrency {
        switch self {
        case .bsc: AssetCurrency("BNB") ?? .usd
        default: AssetCurrency(rawValue) ?? .usd
        }
    }

    /// The chain on which a symbol is usual; nil for other symbols. A person can always name another one.
    public init?(guessedFrom currency: AssetCurrency) {
        switch currency.code {
        case "USDT", "USDC", "DAI", "WETH", "UNI", "LINK", "AAVE": self = .eth
        case "BUSD", "CAKE", "BNB": self = .bsc
        case "WMATIC", "QUICK": self = .matic
        default: self.init(rawValue: currency.code)
        }
    }
}
