/// A swap to start: its terms, the keys that sign it, and what its transaction is built from (payment specification
/// §16).
///
/// A swap order is an immutable value. Everything in the transaction comes from here, except for the few values that
/// only the node can know.
public struct SwapOrder: Sendable {
    /// The terms.
    public let parameters: SwapParameters
    /// The owner of the money.
    public let owner: KeyPair
    /// The one-time key that holds the money during the swap; for a launch, the owner.
    public let swapAuthority: KeyPair
    /// The virtual machine of the core mint.
    public let core: VirtualMachine
    /// What the transaction does.
    public let flow: Flow
    /// The value of the whole payment, for a launch that is paid with a launchpad currency.
    public let fullAmount: PinnedExchangeData?

    /// What a swap's transaction does.
    public enum Flow: Sendable {
        /// Buys this currency with the core mint.
        case buy(ReserveCurrency)
        /// Sells this currency for the core mint.
        case sell(ReserveCurrency)
        /// Sells one currency and buys another with all proceeds.
        case convert(Conversion)
        /// Creates a currency and buys its first tokens.
        case launch(FirstPurchase)
        /// Pays out the core mint as USDC.
        case withdrawal
    }

    /// The two currencies of a conversion.
    public struct Conversion: Hashable, Sendable {
        /// The currency that is sold.
        public let source: ReserveCurrency
        /// The currency that is bought.
        public let target: ReserveCurrency
    }

    /// What the creator of a currency agreed to.
    public struct FirstPurchase: Hashable, Sendable {
        /// The name, from which the mint's address is derived.
        public let name: String
        /// The symbol; nil if the service chose it.
        public let symbol: String?
        /// The price of the first tokens, in core quarks.
        public let purchaseAmount: UInt64
        /// The launchpad currency that pays; nil for the core mint.
        public let source: ReserveCurrency?

        /// Creates the terms of a first purchase.
        public init(name: String, symbol: String?, purchaseAmount: UInt64, source: ReserveCurrency? = nil) {
            self.name = name
            self.symbol = symbol
            self.purchaseAmount = purchaseAmount
            self.source = source
        }
    }

    private init(
        parameters: SwapParameters, owner: KeyPair, swapAuthority: KeyPair, core: VirtualMachine, flow: Flow,
        fullAmount: PinnedExchangeData? = nil
    ) {
        self.parameters = parameters
        self.owner = owner
        self.swapAuthority = swapAuthority
        self.core = core
        self.flow = flow
        self.fullAmount = fullAmount
    }
}

extension SwapOrder {
    /// The keys of a swap, and where it is funded from.
    public struct Parties: Sendable {
        /// The swap's id.
        public let id: SwapID
        /// How the swap gets its money.
        public let funding: SwapFunding
        /// The owner of the money.
        public let owner: KeyPair
        /// The virtual machine of the core mint.
        public let core: VirtualMachine

        /// Creates the parties of a swap.
        public init(id: SwapID, funding: SwapFunding, owner: KeyPair, core: VirtualMachine) {
            self.id = id
            self.funding = funding
            self.owner = owner
            self.core = core
        }
    }

    /// Buys `target` for `amount` core quarks, with `fee` on top.
    ///
    /// - Throws: `SwapParametersError`.
    public static func buy(
        _ target: ReserveCurrency, amount: UInt64, fee: UInt64, parties: Parties, random: any RandomSource
    ) throws(SwapParametersError) -> SwapOrder {
        SwapOrder(
            parameters: try SwapParameters(
                id: parties.id, fromMint: parties.core.mint, toMint: target.mint, amount: amount, fee: fee,
                funding: parties.funding),
            owner: parties.owner, swapAuthority: .generate(using: random), core: parties.core, flow: .buy(target))
    }

    /// Sells `amount` quarks of `source` for the core mint.
    ///
    /// - Throws: `SwapParametersError`.
    public static func sell(
        _ source: ReserveCurrency, amount: UInt64, parties: Parties, random: any RandomSource
    ) throws(SwapParametersError) -> SwapOrder {
        SwapOrder(
            parameters: try SwapParameters(
                id: parties.id, fromMint: source.mint, toMint: parties.core.mint, amount: amount, fee: 0,
                funding: parties.funding),
            owner: parties.owner, swapAuthority: .generate(using: random), core: parties.core, flow: .sell(source))
    }

    /// Converts `amount` quarks of `source` into `target`.
    ///
    /// - Throws: `SwapParametersError`.
    public static func convert(
        _ source: ReserveCurrency, to target: ReserveCurrency, amount: UInt64, parties: Parties,
        random: any RandomSource
    ) throws(SwapParametersError) -> SwapOrder {
        SwapOrder(
            parameters: try SwapParameters(
                id: parties.id, fromMint: source.mint, toMint: target.mint, amount: amount, fee: 0,
                funding: parties.funding),
            owner: parties.owner, swapAuthority: .generate(using: random), core: parties.core,
            flow: .convert(Conversion(source: source, target: target)))
    }

    /// Buys the first tokens of the currency at `mint`; the owner signs alone.
    ///
    /// - Parameters:
    ///   - mint: the mint that the service derived for the new currency.
    ///   - purchase: what the creator agreed to.
    ///   - amount: the amount to swap, in quarks of the paying mint.
    ///   - fee: the fee of a launch, in the same quarks.
    ///   - fullAmount: the value of amount and fee together, if a launchpad currency pays.
    /// - Throws: `SwapParametersError`.
    public static func launch(
        _ mint: PublicKey, purchase: FirstPurchase, amount: UInt64, fee: UInt64, parties: Parties,
        fullAmount: PinnedExchangeData? = nil
    ) throws(SwapParametersError) -> SwapOrder {
        SwapOrder(
            parameters: try SwapParameters(
                id: parties.id, fromMint: purchase.source?.mint ?? parties.core.mint, toMint: mint, amount: amount,
                fee: fee, funding: parties.funding),
            owner: parties.owner, swapAuthority: parties.owner, core: parties.core, flow: .launch(purchase),
            fullAmount: fullAmount)
    }

    /// Pays out `amount` core quarks as USDC to a wallet, with `fee` on top.
    ///
    /// - Throws: `SwapParametersError`.
    public static func withdrawal(
        to destinationOwner: PublicKey, amount: UInt64, fee: UInt64, parties: Parties, random: any RandomSource
    ) throws(SwapParametersError) -> SwapOrder {
        SwapOrder(
            parameters: try SwapParameters(
                id: parties.id, fromMint: parties.core.mint, toMint: .usdc, amount: amount, fee: fee,
                funding: parties.funding, destinationOwner: destinationOwner),
            owner: parties.owner, swapAuthority: .generate(using: random), core: parties.core, flow: .withdrawal)
    }
}
