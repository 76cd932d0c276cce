/// A mint of the token program (key specification §16).
public struct MintAccount: AccountData {
    public static let byteCount = 82
    public static let noun = "mint"

    /// Who may mint; nil when nobody may any more.
    public var mintAuthority: PublicKey?
    /// The quarks in existence.
    public var supply: UInt64
    /// The decimals of one whole token.
    public var decimals: UInt8
    /// Whether the mint is in use.
    public var isInitialized: Bool
    /// Who may freeze accounts; nil for nobody.
    public var freezeAuthority: PublicKey?

    /// Names a mint.
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

    public init?(fields: inout ByteReader) {
        guard let mintAuthority = fields.optionalKey(), let supply: UInt64 = fields.integer(),
            let decimals = fields.byte(), let isInitialized = fields.byte(), isInitialized <= 1,
            let freezeAuthority = fields.optionalKey()
        else { return nil }
        self.init(
            mintAuthority: mintAuthority, supply: supply, decimals: decimals, isInitialized: isInitialized == 1,
            freezeAuthority: freezeAuthority)
    }

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
    public static let byteCount = 165
    public static let noun = "token account"
    /// The lamports that keep such an account alive.
    public static let rentExemptLamports: UInt64 = 2_039_280

    /// What an account is good for.
    public enum State: UInt8, Hashable, Sendable {
        /// Space without a mint or an owner.
        case uninitialized = 0
        /// In use.
        case initialized = 1
        /// Nothing moves until the mint's freeze authority thaws it.
        case frozen = 2
    }

    /// The mint.
    public var mint: PublicKey
    /// Who may move the tokens.
    public var owner: PublicKey
    /// The quarks.
    public var amount: UInt64
    /// Who else may move some of them.
    public var delegate: PublicKey?
    /// What the account is good for.
    public var state: State
    /// The rent of an account that wraps lamports; nil for every other.
    public var nativeReserve: UInt64?
    /// The quarks that the delegate may move.
    public var delegatedAmount: UInt64
    /// Who may close the account instead of the owner.
    public var closeAuthority: PublicKey?

    /// Names an account.
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
