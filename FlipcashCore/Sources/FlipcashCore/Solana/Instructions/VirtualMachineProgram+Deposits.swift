/// Calls of the virtual machine that credit tokens to timelocks (key specification §13.4).
extension VirtualMachineProgram {
    /// Credits the tokens that arrived at a deposit address.
    public struct DepositFromPda: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 13 of the program, in one byte.
        public static let discriminator: [UInt8] = [13]
        /// Seven accounts of the caller and the token program.
        public static let accountCount = 8

        /// The slot in the memory account.
        public let index: UInt16
        /// The amount in quarks.
        public let amount: UInt64
        /// The bump of the deposit address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The owner.
        public let depositor: PublicKey
        /// The owner's deposit address.
        public let depositAddress: PublicKey
        /// The token account of the deposit address.
        public let depositTokenAccount: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey

        /// Creates the call.
        public init(
            index: UInt16, amount: UInt64, bump: UInt8, authority: PublicKey, vm: PublicKey, memory: PublicKey,
            depositor: PublicKey, depositAddress: PublicKey, depositTokenAccount: PublicKey, omnibus: PublicKey
        ) {
            self.index = index
            self.amount = amount
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.depositor = depositor
            self.depositAddress = depositAddress
            self.depositTokenAccount = depositTokenAccount
            self.omnibus = omnibus
        }

        /// Reads the call; nil if there are not eight accounts or the payload is shorter than 11 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let amount: UInt64 = payload.integer(), let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                index: index, amount: amount, bump: bump, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                depositor: accounts[3], depositAddress: accounts[4], depositTokenAccount: accounts[5],
                omnibus: accounts[6])
        }

        /// 11 bytes, little-endian: the slot, the amount in quarks, the bump.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes.append(integer: amount)
            bytes.append(integer: bump)
            return bytes
        }

        /// The authority signs; the owner does not have to. Tokens move from the deposit's token account to the
        /// omnibus.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(depositor),
                .readonly(depositAddress),
                .writable(depositTokenAccount),
                .writable(omnibus),
                .readonly(Program.token),
            ]
        }
    }

    /// Credits tokens that another account pays.
    public struct DepositWithAuthority: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 16 of the program, in one byte.
        public static let discriminator: [UInt8] = [16]
        /// Seven accounts of the caller and the token program.
        public static let accountCount = 8

        /// The slot in the memory account.
        public let index: UInt16
        /// The amount in quarks.
        public let amount: UInt64
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The owner of the source.
        public let sourceAuthority: PublicKey
        /// The token account that pays.
        public let source: PublicKey
        /// The owner of the timelock that is credited.
        public let owner: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey

        /// Creates the call.
        public init(
            index: UInt16, amount: UInt64, authority: PublicKey, vm: PublicKey, memory: PublicKey,
            sourceAuthority: PublicKey, source: PublicKey, owner: PublicKey, omnibus: PublicKey
        ) {
            self.index = index
            self.amount = amount
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.sourceAuthority = sourceAuthority
            self.source = source
            self.owner = owner
            self.omnibus = omnibus
        }

        /// Reads the call; nil if there are not eight accounts or the payload is shorter than 10 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let amount: UInt64 = payload.integer()
            else { return nil }
            self.init(
                index: index, amount: amount, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                sourceAuthority: accounts[3], source: accounts[4], owner: accounts[5], omnibus: accounts[6])
        }

        /// 10 bytes, little-endian: the slot, the amount in quarks.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes.append(integer: amount)
            return bytes
        }

        /// The authority and the owner of the source sign. Tokens move from the source to the omnibus.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .writableSigner(sourceAuthority),
                .writable(source),
                .readonly(owner),
                .writable(omnibus),
                .readonly(Program.token),
            ]
        }
    }

    /// Returns tokens that were waiting for a swap to their owner's timelock.
    public struct CancelSwap: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 18 of the program, in one byte.
        public static let discriminator: [UInt8] = [18]
        /// Seven accounts of the caller and the token program.
        public static let accountCount = 8

        /// The slot in the memory account.
        public let index: UInt16
        /// The amount in quarks.
        public let amount: UInt64
        /// The bump of the swap address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The owner.
        public let swapper: PublicKey
        /// The swapper's swap address.
        public let swapAddress: PublicKey
        /// The token account of the swap address.
        public let swapTokenAccount: PublicKey
        /// The omnibus.
        public let omnibus: PublicKey

        /// Creates the call.
        public init(
            index: UInt16, amount: UInt64, bump: UInt8, authority: PublicKey, vm: PublicKey, memory: PublicKey,
            swapper: PublicKey, swapAddress: PublicKey, swapTokenAccount: PublicKey, omnibus: PublicKey
        ) {
            self.index = index
            self.amount = amount
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.swapper = swapper
            self.swapAddress = swapAddress
            self.swapTokenAccount = swapTokenAccount
            self.omnibus = omnibus
        }

        /// Reads the call; nil if there are not eight accounts or the payload is shorter than 11 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let amount: UInt64 = payload.integer(), let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                index: index, amount: amount, bump: bump, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                swapper: accounts[3], swapAddress: accounts[4], swapTokenAccount: accounts[5], omnibus: accounts[6])
        }

        /// 11 bytes, little-endian: the slot, the amount in quarks, the bump.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes.append(integer: amount)
            bytes.append(integer: bump)
            return bytes
        }

        /// Only the authority signs. Tokens move from the swap's token account to the omnibus.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(swapper),
                .readonly(swapAddress),
                .writable(swapTokenAccount),
                .writable(omnibus),
                .readonly(Program.token),
            ]
        }
    }
}
