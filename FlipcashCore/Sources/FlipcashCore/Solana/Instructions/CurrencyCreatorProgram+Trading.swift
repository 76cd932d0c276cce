/// Calls of the currency creator that trade on the curve (key specification §10).
extension CurrencyCreatorProgram {
    /// Buys a currency with core tokens; the pool is only read.
    public struct BuyTokens: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 4 of the program, in one byte.
        public static let discriminator: [UInt8] = [4]
        /// The buyer, five accounts of the market, two token accounts and the token program.
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

        /// Reads the call; nil if there are not nine accounts or the payload is shorter than 16 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload) else { return nil }
            self.init(
                order: order, buyer: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        /// The amount paid and the minimum received, in quarks, 8 bytes each, little-endian.
        public var payload: [UInt8] { order.payload }

        /// The buyer signs. The pool is read-only; its vaults and both token accounts change.
        public var accounts: [AccountMeta] {
            [.writableSigner(buyer)] + market.buying
                + [.writable(targetAccount), .writable(baseAccount), .readonly(Program.token)]
        }
    }

    /// Sells a currency for core tokens; the pool is changed, because it records the fee.
    public struct SellTokens: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 5 of the program, in one byte.
        public static let discriminator: [UInt8] = [5]
        /// The seller, five accounts of the market, two token accounts and the token program.
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

        /// Reads the call; nil if there are not nine accounts or the payload is shorter than 16 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload) else { return nil }
            self.init(
                order: order, seller: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        /// The amount paid and the minimum received, in quarks, 8 bytes each, little-endian.
        public var payload: [UInt8] { order.payload }

        /// The seller signs. The pool, its vaults and both token accounts change.
        public var accounts: [AccountMeta] {
            [.writableSigner(seller)] + market.selling
                + [.writable(targetAccount), .writable(baseAccount), .readonly(Program.token)]
        }
    }

    /// Buys a currency and credits it to a timelock of the currency's virtual machine.
    public struct BuyAndDepositIntoVm: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 6 of the program, in one byte.
        public static let discriminator: [UInt8] = [6]
        /// The buyer, five accounts of the market, a token account and seven accounts of the deposit.
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

        /// Reads the call; nil if there are not 14 accounts or the payload is shorter than 18 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload),
                let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                order: order, buyer: accounts[0], market: Market(of: accounts), baseAccount: accounts[6],
                deposit: Deposit(of: accounts, memoryIndex: memoryIndex))
        }

        /// The amount paid and the minimum received, in quarks, 8 bytes each, then the slot, 2 bytes; little-endian.
        public var payload: [UInt8] {
            var bytes = order.payload
            bytes.append(integer: deposit.memoryIndex)
            return bytes
        }

        /// The buyer and the authority of the virtual machine sign. The pool is read-only.
        public var accounts: [AccountMeta] {
            [.writableSigner(buyer)] + market.buying + [.writable(baseAccount)] + deposit.accounts
        }
    }

    /// Sells a currency and credits the core tokens to a timelock of the core mint's virtual machine.
    public struct SellAndDepositIntoVm: ProgramInstruction {
        /// The call goes to the currency creator.
        public static let program = Program.currencyCreator
        /// Call 7 of the program, in one byte.
        public static let discriminator: [UInt8] = [7]
        /// The seller, five accounts of the market, a token account and seven accounts of the deposit.
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

        /// Reads the call; nil if there are not 14 accounts or the payload is shorter than 18 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let order = Order(&payload),
                let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                order: order, seller: accounts[0], market: Market(of: accounts), targetAccount: accounts[6],
                deposit: Deposit(of: accounts, memoryIndex: memoryIndex))
        }

        /// The amount paid and the minimum received, in quarks, 8 bytes each, then the slot, 2 bytes; little-endian.
        public var payload: [UInt8] {
            var bytes = order.payload
            bytes.append(integer: deposit.memoryIndex)
            return bytes
        }

        /// The seller and the authority of the virtual machine sign. The pool changes, because it records the fee.
        public var accounts: [AccountMeta] {
            [.writableSigner(seller)] + market.selling + [.writable(targetAccount)] + deposit.accounts
        }
    }
}
