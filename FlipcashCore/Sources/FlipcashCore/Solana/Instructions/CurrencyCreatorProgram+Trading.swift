/// Calls of the currency creator that trade on the curve (key specification §10).
extension CurrencyCreatorProgram {
    /// Buys a currency with core tokens; the pool is only read.
    public struct BuyTokens: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [4]
        public static let accountCount = 9

        /// The amount paid and the minimum amount received.
        public let order: Order
        /// The buyer.
        public let buyer: PublicKey
        /// The pool of the currency.
        public let market: Market
        /// The token account that receives.
        public let targetAccount: PublicKey
        /// The token account that pays.
        public let baseAccount: PublicKey

        /// Creates the call.
        public init(
            order: Order, buyer: PublicKey, market: Market, targetAccount: PublicKey, baseAccount: PublicKey
        ) {
            self.order = order
            self.buyer = buyer
            self.market = market
            self.targetAccount = targetAccount
            self.baseAccount = baseAccount
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload) else { return nil }
            self.init(
                order: order, buyer: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        public var payload: [UInt8] { order.payload }

        public var accounts: [AccountMeta] {
            [.writableSigner(buyer)] + market.buying
                + [.writable(targetAccount), .writable(baseAccount), .readonly(Program.token)]
        }
    }

    /// Sells a currency for core tokens; the pool is changed, because it records the fee.
    public struct SellTokens: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [5]
        public static let accountCount = 9

        /// The amount paid and the minimum amount received.
        public let order: Order
        /// The seller.
        public let seller: PublicKey
        /// The pool of the currency.
        public let market: Market
        /// The token account that pays.
        public let targetAccount: PublicKey
        /// The token account that receives.
        public let baseAccount: PublicKey

        /// Creates the call.
        public init(
            order: Order, seller: PublicKey, market: Market, targetAccount: PublicKey, baseAccount: PublicKey
        ) {
            self.order = order
            self.seller = seller
            self.market = market
            self.targetAccount = targetAccount
            self.baseAccount = baseAccount
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload) else { return nil }
            self.init(
                order: order, seller: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        public var payload: [UInt8] { order.payload }

        public var accounts: [AccountMeta] {
            [.writableSigner(seller)] + market.selling
                + [.writable(targetAccount), .writable(baseAccount), .readonly(Program.token)]
        }
    }

    /// Buys a currency and credits it to a timelock of the currency's virtual machine.
    public struct BuyAndDepositIntoVm: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [6]
        public static let accountCount = 14

        /// The amount paid and the minimum amount received.
        public let order: Order
        /// The buyer.
        public let buyer: PublicKey
        /// The pool of the currency.
        public let market: Market
        /// The token account that pays.
        public let baseAccount: PublicKey
        /// The timelock that is credited.
        public let deposit: Deposit

        /// Creates the call.
        public init(order: Order, buyer: PublicKey, market: Market, baseAccount: PublicKey, deposit: Deposit) {
            self.order = order
            self.buyer = buyer
            self.market = market
            self.baseAccount = baseAccount
            self.deposit = deposit
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload),
                let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                order: order, buyer: accounts[0], market: Market(of: accounts), baseAccount: accounts[6],
                deposit: Deposit(of: accounts, memoryIndex: memoryIndex))
        }

        public var payload: [UInt8] {
            var bytes = order.payload
            bytes.append(integer: deposit.memoryIndex)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [.writableSigner(buyer)] + market.buying + [.writable(baseAccount)] + deposit.accounts
        }
    }

    /// Sells a currency and credits the core tokens to a timelock of the core mint's virtual machine.
    public struct SellAndDepositIntoVm: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [7]
        public static let accountCount = 14

        /// The amount paid and the minimum amount received.
        public let order: Order
        /// The seller.
        public let seller: PublicKey
        /// The pool of the currency.
        public let market: Market
        /// The token account that pays.
        public let targetAccount: PublicKey
        /// The timelock that is credited.
        public let deposit: Deposit

        /// Creates the call.
        public init(order: Order, seller: PublicKey, market: Market, targetAccount: PublicKey, deposit: Deposit) {
            self.order = order
            self.seller = seller
            self.market = market
            self.targetAccount = targetAccount
            self.deposit = deposit
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload),
                let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                order: order, seller: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                deposit: Deposit(of: accounts, memoryIndex: memoryIndex))
        }

        public var payload: [UInt8] {
            var bytes = order.payload
            bytes.append(integer: deposit.memoryIndex)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [.writableSigner(seller)] + market.selling + [.writable(targetAccount)] + deposit.accounts
        }
    }
}
