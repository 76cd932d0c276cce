/// Calls of the virtual machine that move virtual accounts into cold storage and back (key specification §13.8).
extension VirtualMachineProgram {
    /// Moves a virtual account into cold storage.
    public struct Compress: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 9 of the program, in one byte.
        public static let discriminator: [UInt8] = [9]
        /// The authority, the virtual machine, the memory account and the storage account.
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

        /// Reads the call; nil if there are not four accounts or the payload is shorter than 66 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let signature = payload.signature()
            else { return nil }
            self.init(
                index: index, signature: signature, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                storage: accounts[3])
        }

        /// 66 bytes: the slot, little-endian, and the signature.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            bytes += signature.bytes
            return bytes
        }

        /// The authority signs; the memory account and the storage account change.
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
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 10 of the program, in one byte.
        public static let discriminator: [UInt8] = [10]
        /// Four accounts as for ``Compress``, then the unlock account and the withdraw receipt.
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

        /// Reads the call; nil if there are not six accounts, or a count exceeds the bytes that follow.
        ///
        /// The virtual machine program stands for a missing unlock account or receipt.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let index: UInt16 = payload.integer(),
                let stored = StoredAccount(reading: &payload)
            else { return nil }
            let optional = accounts.map { $0 == Program.virtualMachine ? nil : $0 }
            self.init(
                index: index, stored: stored, authority: accounts[0], vm: accounts[1], memory: accounts[2],
                storage: accounts[3], unlock: optional[4], receipt: optional[5])
        }

        /// The slot, 2 bytes, then the account and its proof, each after a count of four bytes, and the signature;
        /// integers are little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: index)
            stored.append(to: &bytes)
            return bytes
        }

        /// The authority signs; the memory account and the storage account change. The virtual machine program stands
        /// for a missing unlock account or receipt.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(authority), .writable(vm), .writable(memory), .writable(storage),
                .readonly(unlock ?? Program.virtualMachine), .readonly(receipt ?? Program.virtualMachine),
            ]
        }
    }
}
