/// The common parts of the currency creator's trading calls (key specification §10).
extension CurrencyCreatorProgram {
    /// The amount paid and the minimum amount received.
    public struct Order: Hashable, Sendable {
        /// The amount paid, in quarks; 0 for the whole balance of the account.
        public let inAmount: UInt64
        /// The minimum number of quarks to receive.
        public let minOut: UInt64

        /// Creates an order.
        public init(inAmount: UInt64, minOut: UInt64) {
            self.inAmount = inAmount
            self.minOut = minOut
        }

        init?(_ payload: inout ByteReader) {
            guard let inAmount: UInt64 = payload.integer(), let minOut: UInt64 = payload.integer() else { return nil }
            self.init(inAmount: inAmount, minOut: minOut)
        }

        var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: inAmount)
            bytes.append(integer: minOut)
            return bytes
        }
    }

    /// The pool of a currency and its accounts.
    public struct Market: Hashable, Sendable {
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

        /// Creates the set of accounts.
        public init(
            pool: PublicKey, targetMint: PublicKey, baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey
        ) {
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
        }

        /// Creates the market of `currency`, whose core mint is `coreMint`.
        init(_ currency: ReserveCurrency, coreMint: PublicKey) {
            self.init(
                pool: currency.pool, targetMint: currency.mint, baseMint: coreMint, targetVault: currency.targetVault,
                baseVault: currency.baseVault)
        }

        /// Reads the market from accounts 2 to 6, its position in every trading call.
        init(of accounts: [PublicKey]) {
            self.init(
                pool: accounts[1], targetMint: accounts[2], baseMint: accounts[3], targetVault: accounts[4],
                baseVault: accounts[5])
        }

        /// The accounts of a purchase, which only reads the pool.
        var buying: [AccountMeta] { [.readonly(pool)] + behindPool }

        /// The accounts of a sale, which records its fee in the pool.
        var selling: [AccountMeta] { [.writable(pool)] + behindPool }

        private var behindPool: [AccountMeta] {
            [.readonly(targetMint), .readonly(baseMint), .writable(targetVault), .writable(baseVault)]
        }
    }

    /// The timelock that is credited with the proceeds of a trade, and its virtual machine.
    public struct Deposit: Hashable, Sendable {
        /// The slot of the owner's timelock in the memory account.
        public let memoryIndex: UInt16
        /// The key that controls the virtual machine of the received mint.
        public let vmAuthority: PublicKey
        /// The virtual machine of the received mint.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey
        /// The owner of the timelock that is credited.
        public let owner: PublicKey

        /// Creates a deposit.
        public init(
            memoryIndex: UInt16, vmAuthority: PublicKey, vm: PublicKey, memory: PublicKey, omnibus: PublicKey,
            owner: PublicKey
        ) {
            self.memoryIndex = memoryIndex
            self.vmAuthority = vmAuthority
            self.vm = vm
            self.memory = memory
            self.omnibus = omnibus
            self.owner = owner
        }

        /// Reads the deposit from account 8 on, its position in every trading call that deposits.
        init(of accounts: [PublicKey], memoryIndex: UInt16) {
            self.init(
                memoryIndex: memoryIndex, vmAuthority: accounts[7], vm: accounts[8], memory: accounts[9],
                omnibus: accounts[10], owner: accounts[11])
        }

        var accounts: [AccountMeta] {
            [
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
