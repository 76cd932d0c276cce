/// Calls of the virtual machine that clients put into transactions (key specification §10).
public enum VirtualMachineProgram {
    /// Makes the virtual machine of a mint.
    public struct InitializeVm: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [1]
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
        /// The token account that holds everybody's tokens.
        public let omnibus: PublicKey
        /// The mint.
        public let mint: PublicKey

        /// Names the call.
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

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let lockDays: UInt8 = payload.integer(),
                let vmBump: UInt8 = payload.integer(), let omnibusBump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                lockDays: lockDays, vmBump: vmBump, omnibusBump: omnibusBump, authority: accounts[0], vm: accounts[1],
                omnibus: accounts[2], mint: accounts[3])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: lockDays)
            bytes.append(integer: vmBump)
            bytes.append(integer: omnibusBump)
            return bytes
        }

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

    /// Moves what is about to be swapped out of the holding account. The virtual machine is writable, which
    /// decides the bytes where nothing else makes it so.
    public struct TransferForSwap: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [17]
        public static let accountCount = 7

        /// The quarks.
        public let amount: UInt64
        /// The bump of the swap address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The owner who swaps.
        public let swapper: PublicKey
        /// The swapper's swap address.
        public let swapAddress: PublicKey
        /// The token account of the swap address.
        public let swapTokenAccount: PublicKey
        /// The token account that receives.
        public let destination: PublicKey

        /// Names the call.
        public init(
            amount: UInt64, bump: UInt8, authority: PublicKey, vm: PublicKey, swapper: PublicKey,
            swapAddress: PublicKey, swapTokenAccount: PublicKey, destination: PublicKey
        ) {
            self.amount = amount
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.swapper = swapper
            self.swapAddress = swapAddress
            self.swapTokenAccount = swapTokenAccount
            self.destination = destination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer(),
                let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                amount: amount, bump: bump, authority: accounts[0], vm: accounts[1], swapper: accounts[2],
                swapAddress: accounts[3], swapTokenAccount: accounts[4], destination: accounts[5])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            bytes.append(integer: bump)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writableSigner(swapper),
                .readonly(swapAddress),
                .writable(swapTokenAccount),
                .writable(destination),
                .readonly(Program.token),
            ]
        }
    }

    /// Moves what is about to be swapped, and a fee, out of the holding account.
    public struct TransferForSwapWithFee: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [20]
        public static let accountCount = 8

        /// The quarks that are swapped.
        public let swapAmount: UInt64
        /// The quarks of the fee.
        public let feeAmount: UInt64
        /// The bump of the swap address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The owner who swaps.
        public let swapper: PublicKey
        /// The swapper's swap address.
        public let swapAddress: PublicKey
        /// The token account of the swap address.
        public let swapTokenAccount: PublicKey
        /// The token account that receives what is swapped.
        public let swapDestination: PublicKey
        /// The token account that receives the fee.
        public let feeDestination: PublicKey

        /// Names the call.
        public init(
            swapAmount: UInt64, feeAmount: UInt64, bump: UInt8, authority: PublicKey, vm: PublicKey, swapper: PublicKey,
            swapAddress: PublicKey, swapTokenAccount: PublicKey, swapDestination: PublicKey, feeDestination: PublicKey
        ) {
            self.swapAmount = swapAmount
            self.feeAmount = feeAmount
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.swapper = swapper
            self.swapAddress = swapAddress
            self.swapTokenAccount = swapTokenAccount
            self.swapDestination = swapDestination
            self.feeDestination = feeDestination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let swapAmount: UInt64 = payload.integer(),
                let feeAmount: UInt64 = payload.integer(), let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                swapAmount: swapAmount, feeAmount: feeAmount, bump: bump, authority: accounts[0], vm: accounts[1],
                swapper: accounts[2], swapAddress: accounts[3], swapTokenAccount: accounts[4],
                swapDestination: accounts[5], feeDestination: accounts[6])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: swapAmount)
            bytes.append(integer: feeAmount)
            bytes.append(integer: bump)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .writableSigner(swapper),
                .readonly(swapAddress),
                .writable(swapTokenAccount),
                .writable(swapDestination),
                .writable(feeDestination),
                .readonly(Program.token),
            ]
        }
    }

    /// Closes the holding account if nothing is left in it.
    public struct CloseSwapAccountIfEmpty: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [19]
        public static let accountCount = 7

        /// The bump of the swap address.
        public let bump: UInt8
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The owner who swaps.
        public let swapper: PublicKey
        /// The swapper's swap address.
        public let swapAddress: PublicKey
        /// The token account of the swap address.
        public let swapTokenAccount: PublicKey
        /// Who gets the rent.
        public let destination: PublicKey

        /// Names the call.
        public init(
            bump: UInt8, authority: PublicKey, vm: PublicKey, swapper: PublicKey, swapAddress: PublicKey,
            swapTokenAccount: PublicKey, destination: PublicKey
        ) {
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.swapper = swapper
            self.swapAddress = swapAddress
            self.swapTokenAccount = swapTokenAccount
            self.destination = destination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let bump: UInt8 = payload.integer() else { return nil }
            self.init(
                bump: bump, authority: accounts[0], vm: accounts[1], swapper: accounts[2], swapAddress: accounts[3],
                swapTokenAccount: accounts[4], destination: accounts[5])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: bump)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority),
                .writable(vm),
                .readonly(swapper),
                .readonly(swapAddress),
                .writable(swapTokenAccount),
                .writable(destination),
                .readonly(Program.token),
            ]
        }
    }
}
