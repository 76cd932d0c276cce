/// A mint of the token program (key specification §16).
public struct MintAccount: AccountData {
    /// The token program's size; it tells a mint from a ``TokenAccount``.
    public static let byteCount = 82
    /// The word for errors, such as ``AccountDataError/wrongSize(of:expected:actual:)``.
    public static let noun = "mint"

    /// The key that may mint; nil when minting is no longer possible.
    public var mintAuthority: PublicKey?
    /// The supply in quarks.
    public var supply: UInt64
    /// The number of decimals of one whole token.
    public var decimals: UInt8
    /// Whether the mint is initialized.
    public var isInitialized: Bool
    /// The key that may freeze accounts; nil when freezing is not possible.
    public var freezeAuthority: PublicKey?

    /// Creates a mint.
    public init(
        mintAuthority: PublicKey?, supply: UInt64, decimals: UInt8, isInitialized: Bool = true,
        freezeAuthority: PublicKey? = nil
    ) {
        self.mintAuthority = mintAuthority
        self.supply = supply
        self.decimals = decimals
        self.isInitialized = isInitialized
        self.freezeAuthority = freezeAuthority
    }

    /// Reads the 82 bytes of a mint, little-endian; nil for fewer bytes and for a mark other than 0 and 1.
    public init?(fields: inout ByteReader) {
        guard let mintAuthority = fields.optionalKey(), let supply: UInt64 = fields.integer(),
            let decimals = fields.byte(), let isInitialized = fields.byte(), isInitialized <= 1,
            let freezeAuthority = fields.optionalKey()
        else { return nil }
        self.init(
            mintAuthority: mintAuthority, supply: supply, decimals: decimals, isInitialized: isInitialized == 1,
            freezeAuthority: freezeAuthority)
    }

    /// Appends the 82 bytes of a mint, little-endian; a missing key is a mark of 0 and 32 zeros.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(optional: mintAuthority)
        bytes.append(integer: supply)
        bytes.append(decimals)
        bytes.append(isInitialized ? 1 : 0)
        bytes.append(optional: freezeAuthority)
    }
}

/// An account of the token program that holds tokens of one mint (key specification §16).
public struct TokenAccount: AccountData {
    /// The token program's size; it tells a token account from a ``MintAccount``.
    public static let byteCount = 165
    /// The word for errors, such as ``AccountDataError/wrongSize(of:expected:actual:)``.
    public static let noun = "token account"
    /// The lamports that make such an account exempt from rent.
    public static let rentExemptLamports: UInt64 = 2_039_280

    /// The state of a token account.
    public enum State: UInt8, Hashable, Sendable {
        /// Allocated, without a mint or an owner.
        case uninitialized = 0
        /// In use.
        case initialized = 1
        /// Frozen: tokens cannot move until the mint's freeze authority thaws the account.
        case frozen = 2
    }

    /// The mint.
    public var mint: PublicKey
    /// The key that may move the tokens.
    public var owner: PublicKey
    /// The amount in quarks.
    public var amount: UInt64
    /// A second key that may move up to ``delegatedAmount``; nil for none.
    public var delegate: PublicKey?
    /// The state of the account.
    public var state: State
    /// The rent reserve of an account that wraps lamports; nil for other accounts.
    public var nativeReserve: UInt64?
    /// The number of quarks that the delegate may move.
    public var delegatedAmount: UInt64
    /// The key that may close the account instead of the owner.
    public var closeAuthority: PublicKey?

    /// Creates an account.
    public init(
        mint: PublicKey, owner: PublicKey, amount: UInt64, delegate: PublicKey? = nil, state: State = .initialized,
        nativeReserve: UInt64? = nil, delegatedAmount: UInt64 = 0, closeAuthority: PublicKey? = nil
    ) {
        self.mint = mint
        self.owner = owner
        self.amount = amount
        self.delegate = delegate
        self.state = state
        self.nativeReserve = nativeReserve
        self.delegatedAmount = delegatedAmount
        self.closeAuthority = closeAuthority
    }

    /// Reads the 165 bytes of a token account, little-endian; nil for fewer bytes, an unknown state, and a mark other
    /// than 0 and 1.
    public init?(fields: inout ByteReader) {
        guard let mint: PublicKey = fields.value(), let owner: PublicKey = fields.value(),
            let amount: UInt64 = fields.integer(), let delegate = fields.optionalKey(),
            let state = fields.byte().flatMap(State.init(rawValue:)), let isNative: UInt32 = fields.integer(),
            isNative <= 1, let reserve: UInt64 = fields.integer(), let delegatedAmount: UInt64 = fields.integer(),
            let closeAuthority = fields.optionalKey()
        else { return nil }
        self.init(
            mint: mint, owner: owner, amount: amount, delegate: delegate, state: state,
            nativeReserve: isNative == 1 ? reserve : nil, delegatedAmount: delegatedAmount,
            closeAuthority: closeAuthority)
    }

    /// Appends the 165 bytes of a token account, little-endian; a missing value is a mark of 0 and zeros.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: mint)
        bytes.append(bytesOf: owner)
        bytes.append(integer: amount)
        bytes.append(optional: delegate)
        bytes.append(state.rawValue)
        bytes.append(integer: nativeReserve == nil ? UInt32(0) : 1)
        bytes.append(integer: nativeReserve ?? 0)
        bytes.append(integer: delegatedAmount)
        bytes.append(optional: closeAuthority)
    }
}
