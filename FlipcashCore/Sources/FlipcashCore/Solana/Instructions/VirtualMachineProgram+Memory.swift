/// Calls of the virtual machine that allocate and fill slots for virtual accounts (key specification §13.4).
extension VirtualMachineProgram {
    /// Writes the header of a memory account.
    public struct InitMemory: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 2 of the program, in one byte.
        public static let discriminator: [UInt8] = [2]
        /// Three accounts of the caller, then the system program and the rent sysvar.
        public static let accountCount = 5

        /// The account's name.
        public let name: PaddedName
        /// The number of slots for virtual accounts.
        public let slotCount: UInt32
        /// The size of each slot, in bytes.
        public let accountSize: UInt16
        /// The bump of the account's address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey

        /// Creates the call.
        public init(
            name: PaddedName, slotCount: UInt32, accountSize: UInt16, bump: UInt8, authority: PublicKey, vm: PublicKey,
            memory: PublicKey
        ) {
            self.name = name
            self.slotCount = slotCount
            self.accountSize = accountSize
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.memory = memory
        }

        /// Reads the call; nil if there are not five accounts or the payload is shorter than 39 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let name: PaddedName = payload.padded(),
                let slotCount: UInt32 = payload.integer(), let accountSize: UInt16 = payload.integer(),
                let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                name: name, slotCount: slotCount, accountSize: accountSize, bump: bump,
                authority: accounts[0], vm: accounts[1], memory: accounts[2])
        }

        /// 39 bytes: the name, the number of slots, the size of a slot, the bump; integers are little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes += name.bytes
            bytes.append(integer: slotCount)
            bytes.append(integer: accountSize)
            bytes.append(integer: bump)
            return bytes
        }

        /// The authority signs and pays the rent; the memory account is created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Enlarges a memory account.
    public struct ResizeMemory: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 11 of the program, in one byte.
        public static let discriminator: [UInt8] = [11]
        /// Three accounts of the caller, then the system program and the rent sysvar.
        public static let accountCount = 5

        /// The new size in bytes.
        public let byteCount: UInt32
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey

        /// Creates the call.
        public init(byteCount: UInt32, authority: PublicKey, vm: PublicKey, memory: PublicKey) {
            self.byteCount = byteCount
            self.authority = authority
            self.vm = vm
            self.memory = memory
        }

        /// Reads the call; nil if there are not five accounts or the payload is shorter than 4 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let byteCount: UInt32 = payload.integer() else { return nil }
            self.init(byteCount: byteCount, authority: accounts[0], vm: accounts[1], memory: accounts[2])
        }

        /// The new size in bytes, 4 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: byteCount)
            return bytes
        }

        /// The authority signs and pays the additional rent; the memory account grows.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Writes a new durable nonce into a free slot.
    public struct InitNonce: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 5 of the program, in one byte.
        public static let discriminator: [UInt8] = [5]
        /// The authority, the virtual machine, the memory account and the seed key.
        public static let accountCount = 4

        /// The slot in the memory account.
        public let index: UInt16
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The key from which the nonce's address is derived.
        public let seedKey: PublicKey

        /// Creates the call.
        public init(index: UInt16, authority: PublicKey, vm: PublicKey, memory: PublicKey, seedKey: PublicKey) {
            self.index = index
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.seedKey = seedKey
        }

        /// Reads the call; nil if there are not four accounts or the payload is shorter than 2 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer() else { return nil }
            self.init(index: index, authority: accounts[0], vm: accounts[1], memory: accounts[2], seedKey: accounts[3])
        }

        /// The slot, 2 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            return bytes
        }

        /// The authority signs; the memory account changes.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(seedKey),
            ]
        }
    }

    /// Writes the timelock of an owner into a free slot.
    public struct InitTimelock: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 6 of the program, in one byte.
        public static let discriminator: [UInt8] = [6]
        /// The authority, the virtual machine, the memory account and the owner.
        public static let accountCount = 4

        /// The slot in the memory account.
        public let index: UInt16
        /// The bump of the timelock's state.
        public let stateBump: UInt8
        /// The bump of the timelock's vault. The program does not check it, and with a wrong one the account cannot be
        /// used.
        public let vaultBump: UInt8
        /// The bump of the timelock's unlock account.
        public let unlockBump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The owner.
        public let owner: PublicKey

        /// Creates the call.
        public init(
            index: UInt16, stateBump: UInt8, vaultBump: UInt8, unlockBump: UInt8, authority: PublicKey, vm: PublicKey,
            memory: PublicKey, owner: PublicKey
        ) {
            self.index = index
            self.stateBump = stateBump
            self.vaultBump = vaultBump
            self.unlockBump = unlockBump
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.owner = owner
        }

        /// Reads the call; nil if there are not four accounts or the payload is shorter than 5 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let stateBump: UInt8 = payload.integer(), let vaultBump: UInt8 = payload.integer(),
                let unlockBump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                index: index, stateBump: stateBump, vaultBump: vaultBump, unlockBump: unlockBump,
                authority: accounts[0], vm: accounts[1], memory: accounts[2], owner: accounts[3])
        }

        /// 5 bytes: the slot, little-endian, then the bumps of state, vault and unlock account.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes.append(integer: stateBump)
            bytes.append(integer: vaultBump)
            bytes.append(integer: unlockBump)
            return bytes
        }

        /// The authority signs, the owner does not have to; the memory account changes.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(memory),
                .readonly(owner),
            ]
        }
    }

    /// Creates a storage account with an empty tree.
    public struct InitStorage: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 3 of the program, in one byte.
        public static let discriminator: [UInt8] = [3]
        /// Three accounts of the caller, then the system program and the rent sysvar.
        public static let accountCount = 5

        /// The account's name.
        public let name: PaddedName
        /// The bump of the account's address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The storage account.
        public let storage: PublicKey

        /// Creates the call.
        public init(name: PaddedName, bump: UInt8, authority: PublicKey, vm: PublicKey, storage: PublicKey) {
            self.name = name
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.storage = storage
        }

        /// Reads the call; nil if there are not five accounts or the payload is shorter than 33 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let name: PaddedName = payload.padded(),
                let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                name: name, bump: bump, authority: accounts[0], vm: accounts[1], storage: accounts[2]
            )
        }

        /// 33 bytes: the name and the bump.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes += name.bytes
            bytes.append(integer: bump)
            return bytes
        }

        /// The authority signs and pays the rent; the storage account is created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(storage),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }
}
