/// Calls of the virtual machine that clients put into transactions (key specification §10).
public enum VirtualMachineProgram {
    /// Creates the virtual machine of a mint.
    public struct InitializeVm: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 1 of the program, in one byte.
        public static let discriminator: [UInt8] = [1]
        /// Four accounts of the caller, then the token program, the system program and the rent sysvar.
        public static let accountCount = 7

        /// The days that a non-custodial exit takes.
        public let lockDays: UInt8
        /// The bump of the virtual machine's address.
        public let vmBump: UInt8
        /// The bump of the omnibus's address.
        public let omnibusBump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The token account that holds the tokens of all owners.
        public let omnibus: PublicKey
        /// The mint.
        public let mint: PublicKey

        /// Creates the call.
        public init(
            lockDays: UInt8, vmBump: UInt8, omnibusBump: UInt8, authority: PublicKey, vm: PublicKey, omnibus: PublicKey,
            mint: PublicKey
        ) {
            self.lockDays = lockDays
            self.vmBump = vmBump
            self.omnibusBump = omnibusBump
            self.authority = authority
            self.vm = vm
            self.omnibus = omnibus
            self.mint = mint
        }

        /// Reads the call; nil if there are not seven accounts or the payload is shorter than 3 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let lockDays: UInt8 = payload.integer(),
                let vmBump: UInt8 = payload.integer(), let omnibusBump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                lockDays: lockDays, vmBump: vmBump, omnibusBump: omnibusBump, authority: accounts[0], vm: accounts[1],
                omnibus: accounts[2], mint: accounts[3])
        }

        /// 3 bytes: the lock days, then both bumps.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: lockDays)
            bytes.append(integer: vmBump)
            bytes.append(integer: omnibusBump)
            return bytes
        }

        /// The authority signs and pays the rent; the virtual machine and its omnibus are created.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writable(omnibus),
                .readonly(mint),
                .readonly(Program.token),
                .readonly(Program.system),
                .readonly(Sysvar.rent),
            ]
        }
    }
}
