/// What the trading calls of the currency creator have in common (key specification §10).
extension CurrencyCreatorProgram {
    /// What is paid, and what is asked for it.
    public struct Order: Hashable, Sendable {
        /// The quarks that are paid; 0 for everything in the account.
        public let inAmount: UInt64
        /// The fewest quarks that are accepted.
        public let minOut: UInt64

        /// Names both sides.
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

    /// The pool of a currency, with all that belongs to it.
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

        /// Names the accounts.
        public init(
            pool: PublicKey, targetMint: PublicKey, baseMint: PublicKey, targetVault: PublicKey, baseVault: PublicKey
        ) {
            self.pool = pool
            self.targetMint = targetMint
            self.baseMint = baseMint
            self.targetVault = targetVault
            self.baseVault = baseVault
        }

        /// The market of `currency`, whose core mint is `coreMint`.
        init(_ currency: ReserveCurrency, coreMint: PublicKey) {
            self.init(
                pool: currency.pool, targetMint: currency.mint, baseMint: coreMint, targetVault: currency.targetVault,
                baseVault: currency.baseVault)
        }

        /// Every trading call names the market in its second to sixth account.
        init(of accounts: [PublicKey]) {
            self.init(
                pool: accounts[1], targetMint: accounts[2], baseMint: accounts[3], targetVault: accounts[4],
                baseVault: accounts[5])
        }

        /// The accounts of a purchase, which only reads the pool.
        var buying: [AccountMeta] { [.readonly(pool)] + behindPool }

        /// The accounts of a sale, which books its fee in the pool.
        var selling: [AccountMeta] { [.writable(pool)] + behindPool }

        private var behindPool: [AccountMeta] {
            [.readonly(targetMint), .readonly(baseMint), .writable(targetVault), .writable(baseVault)]
        }
    }

    /// The timelock that is credited with what a trade gives, and the virtual machine that keeps it.
    public struct Deposit: Hashable, Sendable {
        /// The place of the owner's timelock in the memory account.
        public let memoryIndex: UInt16
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

        /// Names the place and the accounts.
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

        /// Trading calls that deposit name these accounts from the eighth on.
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
