/// Calls of the virtual machine that move virtual accounts into cold storage and back (key specification §13.8).
extension VirtualMachineProgram {
    /// Moves a virtual account into cold storage.
    public struct Compress: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [9]
        public static let accountCount = 4

        /// The slot in the memory account.
        public let index: UInt16
        /// The authority's signature of the virtual account's hash.
        public let signature: Signature
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The storage account.
        public let storage: PublicKey

        /// Creates the call.
        public init(
            index: UInt16, signature: Signature, authority: PublicKey, vm: PublicKey, memory: PublicKey,
            storage: PublicKey
        ) {
            self.index = index
            self.signature = signature
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.storage = storage
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let signature = payload.signature()
            else { return nil }
            self.init(
                index: index, signature: signature, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                storage: accounts[3])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes += signature.bytes
            return bytes
        }

        public var accounts: [AccountMeta] {
            [.writableSigner(authority), .writable(vm), .writable(memory), .writable(storage)]
        }
    }

    /// The data needed to restore a virtual account from cold storage.
    public struct StoredAccount: Hashable, Sendable {
        /// The tag and the fields of the virtual account.
        public let packed: [UInt8]
        /// The hashes on the path from the account to the root.
        public let proof: [Hash]
        /// The authority's signature under which it was stored.
        public let signature: Signature

        /// Creates a stored account.
        public init(packed: [UInt8], proof: [Hash], signature: Signature) {
            self.packed = packed
            self.proof = proof
            self.signature = signature
        }

        init?(reading reader: inout ByteReader) {
            guard let packed = reader.countedBytes(), let proof = reader.countedHashes(),
                let signature = reader.signature()
            else { return nil }
            self.init(packed: packed, proof: proof, signature: signature)
        }

        func append(to bytes: inout [UInt8]) {
            bytes.append(counted: packed)
            bytes.append(counted: proof)
            bytes += signature.bytes
        }
    }

    /// Moves a virtual account out of cold storage.
    public struct Decompress: ProgramInstruction {
        public static let program = Program.virtualMachine
        public static let discriminator: [UInt8] = [10]
        public static let accountCount = 6

        /// The slot in the memory account.
        public let index: UInt16
        /// The account to restore.
        public let stored: StoredAccount
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory account.
        public let memory: PublicKey
        /// The storage account.
        public let storage: PublicKey
        /// The owner's unlock account; nil unless the account is a timelock.
        public let unlock: PublicKey?
        /// The withdraw receipt of the timelock, which must not exist; nil unless the account is a timelock.
        public let receipt: PublicKey?

        /// Creates the call.
        public init(
            index: UInt16, stored: StoredAccount, authority: PublicKey, vm: PublicKey, memory: PublicKey,
            storage: PublicKey, unlock: PublicKey?, receipt: PublicKey?
        ) {
            self.index = index
            self.stored = stored
            self.authority = authority
            self.vm = vm
            self.memory = memory
            self.storage = storage
            self.unlock = unlock
            self.receipt = receipt
        }

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let stored = StoredAccount(reading: &payload)
            else { return nil }
            let optional = accounts.map { $0 == Program.virtualMachine ? nil : $0 }
            self.init(
                index: index, stored: stored, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                storage: accounts[3], unlock: optional[4], receipt: optional[5])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            stored.append(to: &bytes)
            return bytes
        }

        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority), .writable(vm), .writable(memory), .writable(storage),
                .readonly(unlock ?? Program.virtualMachine), .readonly(receipt ?? Program.virtualMachine),
            ]
        }
    }
}
