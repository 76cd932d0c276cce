/// Calls of the virtual machine for an owner's exit without its authority (key specification §13.9).
extension VirtualMachineProgram {
    /// Starts a non-custodial exit.
    public struct InitUnlock: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [7]
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

        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(owner: accounts[0], payer: accounts[1], vm: accounts[2], unlock: accounts[3])
        }

        public var payload: [UInt8] {
            []
        }

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
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [15]
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

        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(owner: accounts[0], payer: accounts[1], vm: accounts[2], unlock: accounts[3])
        }

        public var payload: [UInt8] {
            []
        }

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
