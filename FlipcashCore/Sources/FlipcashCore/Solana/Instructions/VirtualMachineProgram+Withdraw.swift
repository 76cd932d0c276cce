extension VirtualMachineProgram {
    /// Pays out an owner who has exited without the authority (key specification §13.9).
    public struct Withdraw: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 14 of the program, in one byte.
        public static let discriminator: [UInt8] = [14]
        /// Eleven accounts of the owner and of the money's location, then the token program, the system program and
        /// the rent sysvar.
        public static let accountCount = 14

        /// The location of the money.
        public enum Source: Hashable, Sendable {
            /// In a timelock in memory.
            case memory(account: PublicKey, index: UInt16, omnibus: PublicKey, receipt: PublicKey)
            /// In a timelock in cold storage.
            case storage(account: PublicKey, stored: StoredAccount, omnibus: PublicKey, receipt: PublicKey)
            /// At the deposit address.
            case deposit(address: PublicKey, tokenAccount: PublicKey, bump: UInt8)
            /// At the swap address.
            case swap(address: PublicKey, tokenAccount: PublicKey, bump: UInt8)
        }

        /// The location of the money.
        public let source: Source
        /// The owner who exits.
        public let depositor: PublicKey
        /// The account that pays the rent.
        public let payer: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The account that records the exit.
        public let unlock: PublicKey
        /// The token account that receives.
        public let external: PublicKey

        /// Creates the call.
        public init(
            source: Source, depositor: PublicKey, payer: PublicKey, vm: PublicKey, unlock: PublicKey,
            external: PublicKey
        ) {
            self.source = source
            self.depositor = depositor
            self.payer = payer
            self.vm = vm
            self.unlock = unlock
            self.external = external
        }

        /// Reads the call; nil if there are not 14 accounts, the location is unknown, or its data is too short.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let variant = payload.byte() else { return nil }
            let source: Source
            switch variant {
            case 0:
                guard let index: UInt16 = payload.integer() else { return nil }
                source = .memory(account: accounts[4], index: index, omnibus: accounts[3], receipt: accounts[9])
            case 1:
                guard let stored = StoredAccount(reading: &payload) else { return nil }
                source = .storage(account: accounts[5], stored: stored, omnibus: accounts[3], receipt: accounts[9])
            case 2:
                guard let bump = payload.byte() else { return nil }
                source = .deposit(address: accounts[6], tokenAccount: accounts[7], bump: bump)
            case 3:
                guard let bump = payload.byte() else { return nil }
                source = .swap(address: accounts[6], tokenAccount: accounts[7], bump: bump)
            default:
                return nil
            }
            self.init(
                source: source, depositor: accounts[0], payer: accounts[1], vm: accounts[2], unlock: accounts[8],
                external: accounts[10])
        }

        /// The location, one byte: 0 for memory, 1 for storage, 2 for the deposit address, 3 for the swap address.
        /// Then the slot, the stored account, or the bump.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            switch source {
            case .memory(_, let index, _, _):
                bytes.append(0)
                bytes.append(integer: index)
            case .storage(_, let stored, _, _):
                bytes.append(1)
                stored.append(to: &bytes)
            case .deposit(_, _, let bump):
                bytes += [2, bump]
            case .swap(_, _, let bump):
                bytes += [3, bump]
            }
            return bytes
        }

        /// The owner and the payer sign, but not the authority. The virtual machine program stands for an account that
        /// the location does not have.
        public var accounts: [AccountMeta] {
            var optional: [PublicKey?] = Array(repeating: nil, count: 5)
            var receipt: PublicKey?
            switch source {
            case .memory(let account, _, let omnibus, let withdrawReceipt):
                optional[0] = omnibus
                optional[1] = account
                receipt = withdrawReceipt
            case .storage(let account, _, let omnibus, let withdrawReceipt):
                optional[0] = omnibus
                optional[2] = account
                receipt = withdrawReceipt
            case .deposit(let address, let tokenAccount, _), .swap(let address, let tokenAccount, _):
                optional[3] = address
                optional[4] = tokenAccount
            }
            let absent = Program.virtualMachine
            let creates = receipt != nil
            return [.writableSigner(depositor), .writableSigner(payer), .writable(vm)]
                + optional.map { .writable($0 ?? absent) }
                + [
                    .readonly(unlock), .writable(receipt ?? absent), .writable(external), .readonly(Program.token),
                    .readonly(creates ? Program.system : absent), .readonly(creates ? Sysvar.rent : absent),
                ]
        }
    }
}
