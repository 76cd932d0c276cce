/// Calls of the virtual machine for an owner's exit without its authority (key specification §13.9).
extension VirtualMachineProgram {
    /// Starts a non-custodial exit.
    public struct InitUnlock: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 7 of the program, in one byte.
        public static let discriminator: [UInt8] = [7]
        /// Four accounts of the caller, then the system program and the rent sysvar.
        public static let accountCount = 6

        /// The owner.
        public let owner: PublicKey
        /// The account that pays the rent.
        public let payer: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The account that records the exit.
        public let unlock: PublicKey

        /// Creates the call.
        public init(owner: PublicKey, payer: PublicKey, vm: PublicKey, unlock: PublicKey) {
            self.owner = owner
            self.payer = payer
            self.vm = vm
            self.unlock = unlock
        }

        /// Reads the call from its accounts alone; nil if there are not six of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(owner: accounts[0], payer: accounts[1], vm: accounts[2], unlock: accounts[3])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The owner and the payer sign, but not the authority; the unlock account is created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(owner),
                .writableSigner(payer),
                .writable(vm),
                .writable(unlock),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }

    /// Ends the waiting time of a non-custodial exit.
    public struct Unlock: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 15 of the program, in one byte.
        public static let discriminator: [UInt8] = [15]
        /// The owner, the payer, the virtual machine and the unlock account.
        public static let accountCount = 4

        /// The owner.
        public let owner: PublicKey
        /// The account that pays.
        public let payer: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The account that records the exit.
        public let unlock: PublicKey

        /// Creates the call.
        public init(owner: PublicKey, payer: PublicKey, vm: PublicKey, unlock: PublicKey) {
            self.owner = owner
            self.payer = payer
            self.vm = vm
            self.unlock = unlock
        }

        /// Reads the call from its accounts alone; nil if there are not four of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(owner: accounts[0], payer: accounts[1], vm: accounts[2], unlock: accounts[3])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The owner and the payer sign, but not the authority; the unlock account changes.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(owner),
                .writableSigner(payer),
                .writable(vm),
                .writable(unlock),
            ]
        }
    }
}
