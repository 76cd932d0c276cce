/// Calls of the virtual machine that move what is about to be swapped (key specification §10).
extension VirtualMachineProgram {
    /// The account that holds what its owner is about to swap.
    public struct SwapHolding: Hashable, Sendable {
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

        /// Names the accounts.
        public init(
            bump: UInt8, authority: PublicKey, vm: PublicKey, swapper: PublicKey, swapAddress: PublicKey,
            swapTokenAccount: PublicKey
        ) {
            self.bump = bump
            self.authority = authority
            self.vm = vm
            self.swapper = swapper
            self.swapAddress = swapAddress
            self.swapTokenAccount = swapTokenAccount
        }

        /// What `owner` holds for a swap in `machine`.
        init(of owner: PublicKey, in machine: VirtualMachine) {
            let swap = machine.swapAddress(owner: owner)
            self.init(
                bump: swap.bump, authority: machine.authority, vm: machine.address.address, swapper: owner,
                swapAddress: swap.address,
                swapTokenAccount: AssociatedTokenAccount.address(owner: swap.address, mint: machine.mint).address)
        }

        /// Every call that moves the holding names it in its first five accounts.
        init(of accounts: [PublicKey], bump: UInt8) {
            self.init(
                bump: bump, authority: accounts[0], vm: accounts[1], swapper: accounts[2], swapAddress: accounts[3],
                swapTokenAccount: accounts[4])
        }

        /// The accounts where the owner signs. The virtual machine is writable, which decides the bytes where nothing
        /// else makes it so.
        var signed: [AccountMeta] { accounts(.writableSigner(swapper)) }

        /// The accounts where the owner need not sign.
        var unsigned: [AccountMeta] { accounts(.readonly(swapper)) }

        private func accounts(_ swapper: AccountMeta) -> [AccountMeta] {
            [.writableSigner(authority), .writable(vm), swapper, .readonly(swapAddress), .writable(swapTokenAccount)]
        }
    }

    /// Moves what is about to be swapped out of the holding account.
    public struct TransferForSwap: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [17]
        public static let accountCount = 7

        /// The quarks.
        public let amount: UInt64
        /// What pays.
        public let holding: SwapHolding
        /// The token account that receives.
        public let destination: PublicKey

        /// Names the call.
        public init(amount: UInt64, holding: SwapHolding, destination: PublicKey) {
            self.amount = amount
            self.holding = holding
            self.destination = destination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer(),
                let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(amount: amount, holding: SwapHolding(of: accounts, bump: bump), destination: accounts[5])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            bytes.append(integer: holding.bump)
            return bytes
        }

        public var accounts: [AccountMeta] {
            holding.signed + [.writable(destination), .readonly(Program.token)]
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
        /// What pays.
        public let holding: SwapHolding
        /// The token account that receives what is swapped.
        public let swapDestination: PublicKey
        /// The token account that receives the fee.
        public let feeDestination: PublicKey

        /// Names the call.
        public init(
            swapAmount: UInt64, feeAmount: UInt64, holding: SwapHolding, swapDestination: PublicKey,
            feeDestination: PublicKey
        ) {
            self.swapAmount = swapAmount
            self.feeAmount = feeAmount
            self.holding = holding
            self.swapDestination = swapDestination
            self.feeDestination = feeDestination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let swapAmount: UInt64 = payload.integer(),
                let feeAmount: UInt64 = payload.integer(), let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                swapAmount: swapAmount, feeAmount: feeAmount, holding: SwapHolding(of: accounts, bump: bump),
                swapDestination: accounts[5], feeDestination: accounts[6])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: swapAmount)
            bytes.append(integer: feeAmount)
            bytes.append(integer: holding.bump)
            return bytes
        }

        public var accounts: [AccountMeta] {
            holding.signed + [.writable(swapDestination), .writable(feeDestination), .readonly(Program.token)]
        }
    }

    /// Closes the holding account if nothing is left in it.
    public struct CloseSwapAccountIfEmpty: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [19]
        public static let accountCount = 7

        /// What is closed.
        public let holding: SwapHolding
        /// Who gets the rent.
        public let destination: PublicKey

        /// Names the call.
        public init(holding: SwapHolding, destination: PublicKey) {
            self.holding = holding
            self.destination = destination
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let bump: UInt8 = payload.integer() else { return nil }
            self.init(holding: SwapHolding(of: accounts, bump: bump), destination: accounts[5])
        }

        public var payload: [UInt8] { [holding.bump] }

        public var accounts: [AccountMeta] {
            holding.unsigned + [.writable(destination), .readonly(Program.token)]
        }
    }
}
