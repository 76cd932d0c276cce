/// Calls of the currency creator that trade on the curve (key specification §10).
extension CurrencyCreatorProgram {
    /// Buys a currency with core tokens. The pool is only read.
    public struct BuyTokens: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [4]
        public static let accountCount = 9

        /// The quarks that are paid; 0 for everything in the account.
        public let inAmount: UInt64
        /// The fewest quarks that are accepted.
        public let minOut: UInt64
        /// Who buys.
        public let buyer: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The currency's mint.
        public let targetMint: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool's tokens of the currency.
        public let targetVault: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey
        /// The token account that receives.
        public let targetAccount: PublicKey
        /// The token account that pays.
        public let baseAccount: PublicKey

        /// Names the call.
        public init(
            inAmount: UInt64, minOut: UInt64, buyer: PublicKey, pool: PublicKey, targetMint: PublicKey,
            baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey, targetAccount: PublicKey,
            baseAccount: PublicKey
        ) {
            self.inAmount = inAmount
            self.minOut = minOut
            self.buyer = buyer
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
            self.targetAccount = targetAccount
            self.baseAccount = baseAccount
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let inAmount: UInt64 = payload.integer(),
                let minOut: UInt64 = payload.integer()
            else { return nil }
            self.init(
                inAmount: inAmount, minOut: minOut, buyer: accounts[0], pool: accounts[1], targetMint: accounts[2],
                baseMint: accounts[3], targetVault: accounts[4], baseVault: accounts[5], targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: inAmount)
            bytes.append(integer: minOut)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(buyer),
                .readonly(pool),
                .readonly(targetMint),
                .readonly(baseMint),
                .writable(targetVault),
                .writable(baseVault),
                .writable(targetAccount),
                .writable(baseAccount),
                .readonly(Program.token),
            ]
        }
    }

    /// Sells a currency for core tokens. The pool changes: it books the fee.
    public struct SellTokens: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [5]
        public static let accountCount = 9

        /// The quarks that are paid; 0 for everything in the account.
        public let inAmount: UInt64
        /// The fewest quarks that are accepted.
        public let minOut: UInt64
        /// Who sells.
        public let seller: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The currency's mint.
        public let targetMint: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool's tokens of the currency.
        public let targetVault: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey
        /// The token account that pays.
        public let targetAccount: PublicKey
        /// The token account that receives.
        public let baseAccount: PublicKey

        /// Names the call.
        public init(
            inAmount: UInt64, minOut: UInt64, seller: PublicKey, pool: PublicKey, targetMint: PublicKey,
            baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey, targetAccount: PublicKey,
            baseAccount: PublicKey
        ) {
            self.inAmount = inAmount
            self.minOut = minOut
            self.seller = seller
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
            self.targetAccount = targetAccount
            self.baseAccount = baseAccount
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let inAmount: UInt64 = payload.integer(),
                let minOut: UInt64 = payload.integer()
            else { return nil }
            self.init(
                inAmount: inAmount, minOut: minOut, seller: accounts[0], pool: accounts[1], targetMint: accounts[2],
                baseMint: accounts[3], targetVault: accounts[4], baseVault: accounts[5], targetAccount: accounts[6],
                baseAccount: accounts[7])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: inAmount)
            bytes.append(integer: minOut)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(seller),
                .writable(pool),
                .readonly(targetMint),
                .readonly(baseMint),
                .writable(targetVault),
                .writable(baseVault),
                .writable(targetAccount),
                .writable(baseAccount),
                .readonly(Program.token),
            ]
        }
    }

    /// Buys a currency and books it into a timelock of the currency's virtual machine.
    public struct BuyAndDepositIntoVm: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [6]
        public static let accountCount = 14

        /// The quarks that are paid; 0 for everything in the account.
        public let inAmount: UInt64
        /// The fewest quarks that are accepted.
        public let minOut: UInt64
        /// The place of the owner's timelock in the memory account.
        public let memoryIndex: UInt16
        /// Who trades.
        public let buyer: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The currency's mint.
        public let targetMint: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool's tokens of the currency.
        public let targetVault: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey
        /// The token account that pays.
        public let baseAccount: PublicKey
        /// The key that controls the virtual machine of what is received.
        public let vmAuthority: PublicKey
        /// The virtual machine of what is received.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey
        /// The owner of the timelock that receives.
        public let owner: PublicKey

        /// Names the call.
        public init(
            inAmount: UInt64, minOut: UInt64, memoryIndex: UInt16, buyer: PublicKey, pool: PublicKey,
            targetMint: PublicKey, baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey,
            baseAccount: PublicKey, vmAuthority: PublicKey, vm: PublicKey, memory: PublicKey, omnibus: PublicKey,
            owner: PublicKey
        ) {
            self.inAmount = inAmount
            self.minOut = minOut
            self.memoryIndex = memoryIndex
            self.buyer = buyer
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
            self.baseAccount = baseAccount
            self.vmAuthority = vmAuthority
            self.vm = vm
            self.memory = memory
            self.omnibus = omnibus
            self.owner = owner
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let inAmount: UInt64 = payload.integer(),
                let minOut: UInt64 = payload.integer(), let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                inAmount: inAmount, minOut: minOut, memoryIndex: memoryIndex, buyer: accounts[0], pool: accounts[1],
                targetMint: accounts[2], baseMint: accounts[3], targetVault: accounts[4], baseVault: accounts[5],
                baseAccount: accounts[6], vmAuthority: accounts[7], vm: accounts[8], memory: accounts[9],
                omnibus: accounts[10], owner: accounts[11])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: inAmount)
            bytes.append(integer: minOut)
            bytes.append(integer: memoryIndex)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(buyer),
                .readonly(pool),
                .readonly(targetMint),
                .readonly(baseMint),
                .writable(targetVault),
                .writable(baseVault),
                .writable(baseAccount),
                .writableSigner(vmAuthority),
                .writable(vm),
                .writable(memory),
                .writable(omnibus),
                .readonly(owner),
                .readonly(Program.token),
                .readonly(Program.virtualMachine),
            ]
        }
    }

    /// Sells a currency and books the core tokens into a timelock of the core mint's virtual machine.
    public struct SellAndDepositIntoVm: ProgramInstruction {
        public static let program = Program.currencyCreator
        public static let discriminator: [UInt8] = [7]
        public static let accountCount = 14

        /// The quarks that are paid; 0 for everything in the account.
        public let inAmount: UInt64
        /// The fewest quarks that are accepted.
        public let minOut: UInt64
        /// The place of the owner's timelock in the memory account.
        public let memoryIndex: UInt16
        /// Who trades.
        public let seller: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The currency's mint.
        public let targetMint: PublicKey
        /// The core mint.
        public let baseMint: PublicKey
        /// The pool's tokens of the currency.
        public let targetVault: PublicKey
        /// The pool's core tokens.
        public let baseVault: PublicKey
        /// The token account that pays.
        public let targetAccount: PublicKey
        /// The key that controls the virtual machine of what is received.
        public let vmAuthority: PublicKey
        /// The virtual machine of what is received.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey
        /// The owner of the timelock that receives.
        public let owner: PublicKey

        /// Names the call.
        public init(
            inAmount: UInt64, minOut: UInt64, memoryIndex: UInt16, seller: PublicKey, pool: PublicKey,
            targetMint: PublicKey, baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey,
            targetAccount: PublicKey, vmAuthority: PublicKey, vm: PublicKey, memory: PublicKey, omnibus: PublicKey,
            owner: PublicKey
        ) {
            self.inAmount = inAmount
            self.minOut = minOut
            self.memoryIndex = memoryIndex
            self.seller = seller
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
            self.targetAccount = targetAccount
            self.vmAuthority = vmAuthority
            self.vm = vm
            self.memory = memory
            self.omnibus = omnibus
            self.owner = owner
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let inAmount: UInt64 = payload.integer(),
                let minOut: UInt64 = payload.integer(), let memoryIndex: UInt16 = payload.integer()
            else { return nil }
            self.init(
                inAmount: inAmount, minOut: minOut, memoryIndex: memoryIndex, seller: accounts[0], pool: accounts[1],
                targetMint: accounts[2], baseMint: accounts[3], targetVault: accounts[4], baseVault: accounts[5],
                targetAccount: accounts[6], vmAuthority: accounts[7], vm: accounts[8], memory: accounts[9],
                omnibus: accounts[10], owner: accounts[11])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: inAmount)
            bytes.append(integer: minOut)
            bytes.append(integer: memoryIndex)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(seller),
                .writable(pool),
                .readonly(targetMint),
                .readonly(baseMint),
                .writable(targetVault),
                .writable(baseVault),
                .writable(targetAccount),
                .writableSigner(vmAuthority),
                .writable(vm),
                .writable(memory),
                .writable(omnibus),
                .readonly(owner),
                .readonly(Program.token),
                .readonly(Program.virtualMachine),
            ]
        }
    }
}
