/// Calls of the virtual machine that move tokens for a swap (key specification §10).
extension VirtualMachineProgram {
    /// The account that holds an owner's tokens before a swap.
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

        /// Creates the set of accounts.
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

        /// Creates `owner`'s holding account in `machine`.
        init(of owner: PublicKey, in machine: VirtualMachine) {
            let swap = machine.swapAddress(owner: owner)
            self.init(
                bump: swap.bump, authority: machine.authority, vm: machine.address.address, swapper: owner,
                swapAddress: swap.address,
                swapTokenAccount: AssociatedTokenAccount.address(owner: swap.address, mint: machine.mint).address)
        }

        /// Reads the holding account from the first five accounts, its position in every call that moves it.
        init(of accounts: [PublicKey], bump: UInt8) {
            self.init(
                bump: bump, authority: accounts[0], vm: accounts[1], swapper: accounts[2], swapAddress: accounts[3],
                swapTokenAccount: accounts[4])
        }

        /// The accounts of a call that the owner signs.
        ///
        /// The virtual machine is writable here, which changes the bytes when no other instruction makes it writable.
        var signed: [AccountMeta] { accounts(.writableSigner(swapper)) }

        /// The accounts of a call that the owner need not sign.
        var unsigned: [AccountMeta] { accounts(.readonly(swapper)) }

        private func accounts(_ swapper: AccountMeta) -> [AccountMeta] {
            [.writableSigner(authority), .writable(vm), swapper, .readonly(swapAddress), .writable(swapTokenAccount)]
        }
    }

    /// Moves tokens for a swap out of the holding account.
    public struct TransferForSwap: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 17 of the program, in one byte.
        public static let discriminator: [UInt8] = [17]
        /// Five accounts of the holding account, the destination and the token program.
        public static let accountCount = 7

        /// The amount in quarks.
        public let amount: UInt64
        /// The holding account that pays.
        public let holding: SwapHolding
        /// The token account that receives.
        public let destination: PublicKey

        /// Creates the call.
        public init(amount: UInt64, holding: SwapHolding, destination: PublicKey) {
            self.amount = amount
            self.holding = holding
            self.destination = destination
        }

        /// Reads the call; nil if there are not seven accounts or the payload is shorter than 9 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer(),
                let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(amount: amount, holding: SwapHolding(of: accounts, bump: bump), destination: accounts[5])
        }

        /// 9 bytes: the amount in quarks, little-endian, and the bump of the swap address.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            bytes.append(integer: holding.bump)
            return bytes
        }

        /// The authority and the swapper sign; tokens move to the destination.
        public var accounts: [AccountMeta] {
            holding.signed + [.writable(destination), .readonly(Program.token)]
        }
    }

    /// Moves tokens for a swap, and a fee, out of the holding account.
    public struct TransferForSwapWithFee: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 20 of the program, in one byte.
        public static let discriminator: [UInt8] = [20]
        /// Five accounts of the holding account, two destinations and the token program.
        public static let accountCount = 8

        /// The amount to swap, in quarks.
        public let swapAmount: UInt64
        /// The fee in quarks.
        public let feeAmount: UInt64
        /// The holding account that pays.
        public let holding: SwapHolding
        /// The token account that receives the tokens to swap.
        public let swapDestination: PublicKey
        /// The token account that receives the fee.
        public let feeDestination: PublicKey

        /// Creates the call.
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

        /// Reads the call; nil if there are not eight accounts or the payload is shorter than 17 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let swapAmount: UInt64 = payload.integer(),
                let feeAmount: UInt64 = payload.integer(), let bump: UInt8 = payload.integer()
            else { return nil }
            self.init(
                swapAmount: swapAmount, feeAmount: feeAmount, holding: SwapHolding(of: accounts, bump: bump),
                swapDestination: accounts[5], feeDestination: accounts[6])
        }

        /// 17 bytes: the amount to swap and the fee, in quarks, little-endian, and the bump of the swap address.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: swapAmount)
            bytes.append(integer: feeAmount)
            bytes.append(integer: holding.bump)
            return bytes
        }

        /// The authority and the swapper sign; tokens move to both destinations.
        public var accounts: [AccountMeta] {
            holding.signed + [.writable(swapDestination), .writable(feeDestination), .readonly(Program.token)]
        }
    }

    /// Closes the holding account if it is empty.
    public struct CloseSwapAccountIfEmpty: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 19 of the program, in one byte.
        public static let discriminator: [UInt8] = [19]
        /// Five accounts of the holding account, the destination and the token program.
        public static let accountCount = 7

        /// The holding account to close.
        public let holding: SwapHolding
        /// The account that receives the rent.
        public let destination: PublicKey

        /// Creates the call.
        public init(holding: SwapHolding, destination: PublicKey) {
            self.holding = holding
            self.destination = destination
        }

        /// Reads the call; nil if there are not seven accounts or the payload is empty.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let bump: UInt8 = payload.integer() else { return nil }
            self.init(holding: SwapHolding(of: accounts, bump: bump), destination: accounts[5])
        }

        /// The bump of the swap address, one byte.
        public var payload: [UInt8] { [holding.bump] }

        /// Only the authority signs; the destination receives the rent.
        public var accounts: [AccountMeta] {
            holding.unsigned + [.writable(destination), .readonly(Program.token)]
        }
    }
}
