extension VirtualMachineProgram {
    /// Moves money between virtual accounts, or out of the virtual machine (key specification §13.4 and §13.5).
    public struct Exec: ProgramInstruction {
        /// The call goes to the virtual machine program.
        public static let program = Program.virtualMachine
        /// Call 8 of the program, in one byte.
        public static let discriminator: [UInt8] = [8]
        /// The authority, the virtual machine, four banks, four accounts that move tokens, and the token program.
        public static let accountCount = 11
        /// The maximum number of memory accounts of one call.
        public static let bankCount = 4

        /// A slot in one of the call's memory accounts.
        public struct Place: Hashable, Sendable {
            /// The index of the memory account, from 0.
            public let bank: UInt8
            /// The slot.
            public let index: UInt16

            /// Creates a place.
            public init(bank: UInt8, index: UInt16) {
                self.bank = bank
                self.index = index
            }
        }

        /// The accounts that move real tokens; nil for those that the call does not need.
        public struct TokenAccounts: Hashable, Sendable {
            /// The token account that holds the tokens of all owners.
            public var omnibus: PublicKey?
            /// The relay.
            public var relay: PublicKey?
            /// The relay's token account.
            public var relayVault: PublicKey?
            /// A token account outside the virtual machine.
            public var external: PublicKey?
            /// Whether the call uses the token program.
            public var movesTokens: Bool

            /// Creates the set of accounts.
            public init(
                omnibus: PublicKey? = nil, relay: PublicKey? = nil, relayVault: PublicKey? = nil,
                external: PublicKey? = nil, movesTokens: Bool = false
            ) {
                self.omnibus = omnibus
                self.relay = relay
                self.relayVault = relayVault
                self.external = external
                self.movesTokens = movesTokens
            }
        }

        /// The number of the operation.
        public let opcode: UInt8
        /// The virtual accounts of the operation, in its own order.
        public let places: [Place]
        /// The operation's arguments.
        public let data: [UInt8]
        /// The key that controls the virtual machine.
        public let authority: PublicKey
        /// The virtual machine.
        public let vm: PublicKey
        /// The memory accounts; nil for an unused bank.
        public let banks: [PublicKey?]
        /// The accounts that move real tokens.
        public let tokens: TokenAccounts

        /// Creates the call; nil for more than four memory accounts or a place outside them.
        ///
        /// Equal memory accounts become one bank, since one account may not occupy two.
        public init?(
            opcode: UInt8, places: [(memory: PublicKey, index: UInt16)], data: [UInt8], authority: PublicKey,
            vm: PublicKey, tokens: TokenAccounts = TokenAccounts()
        ) {
            var banks: [PublicKey] = []
            var numbered: [Place] = []
            for place in places {
                if !banks.contains(place.memory) { banks.append(place.memory) }
                let bank = banks.firstIndex(of: place.memory) ?? 0
                numbered.append(Place(bank: UInt8(truncatingIfNeeded: bank), index: place.index))
            }
            guard banks.count <= Self.bankCount else { return nil }
            self.init(
                opcode: opcode, places: numbered, data: data, authority: authority, vm: vm,
                banks: banks + Array(repeating: nil, count: Self.bankCount - banks.count), tokens: tokens)
        }

        private init(
            opcode: UInt8, places: [Place], data: [UInt8], authority: PublicKey, vm: PublicKey,
            banks: [PublicKey?], tokens: TokenAccounts
        ) {
            self.opcode = opcode
            self.places = places
            self.data = data
            self.authority = authority
            self.vm = vm
            self.banks = banks
            self.tokens = tokens
        }

        /// Reads the call; nil if there are not 11 accounts, a count exceeds the bytes that follow, or there are not
        /// as many slots as banks.
        ///
        /// The virtual machine program stands for an account that the call does not use.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let opcode = payload.byte(),
                let indexes = payload.counted(of: UInt16.self), let banks = payload.counted(of: UInt8.self),
                indexes.count == banks.count, let count: UInt32 = payload.integer(),
                let data = payload.take(Int(count))
            else { return nil }
            let optional = accounts.map { $0 == Program.virtualMachine ? nil : $0 }
            self.init(
                opcode: opcode, places: zip(banks, indexes).map { Place(bank: $0, index: $1) }, data: Array(data),
                authority: accounts[0], vm: accounts[1], banks: Array(optional[2..<6]),
                tokens: TokenAccounts(
                    omnibus: optional[6], relay: optional[7], relayVault: optional[8], external: optional[9],
                    movesTokens: accounts[10] == Program.token))
        }

        /// The opcode, then the slots, the banks and the data, each after a count of four bytes; integers are
        /// little-endian.
        public var payload: [UInt8] {
            var bytes = [opcode]
            bytes.append(integer: UInt32(truncatingIfNeeded: places.count))
            for place in places { bytes.append(integer: place.index) }
            bytes.append(integer: UInt32(truncatingIfNeeded: places.count))
            for place in places { bytes.append(place.bank) }
            bytes.append(integer: UInt32(truncatingIfNeeded: data.count))
            bytes += data
            return bytes
        }

        /// Only the authority signs. The virtual machine program stands for an account that the call does not use.
        public var accounts: [AccountMeta] {
            let optional = banks + [tokens.omnibus, tokens.relay, tokens.relayVault, tokens.external]
            return [.writableSigner(authority), .writable(vm)]
                + optional.map { .writable($0 ?? Program.virtualMachine) }
                + [.readonly(tokens.movesTokens ? Program.token : Program.virtualMachine)]
        }
    }
}

extension ByteReader {
    /// Reads a four-byte count, then that many integers; nil when fewer are left.
    mutating func counted<Value: FixedWidthInteger>(of _: Value.Type) -> [Value]? {
        guard let count: UInt32 = integer(), Int(count) * (Value.bitWidth / 8) <= remaining else { return nil }
        return (0..<count).compactMap { _ in integer() }
    }

    /// Reads a four-byte count, then that many hashes; nil when fewer are left.
    mutating func countedHashes() -> [Hash]? {
        guard let count: UInt32 = integer(), Int(count) * Hash.byteCount <= remaining else { return nil }
        return (0..<count).compactMap { _ in value() }
    }

    /// Reads a four-byte count, then that many bytes; nil when fewer are left.
    mutating func countedBytes() -> [UInt8]? {
        guard let count: UInt32 = integer() else { return nil }
        return take(Int(count)).map { Array($0) }
    }
}

extension [UInt8] {
    /// Appends a four-byte count, then the hashes.
    mutating func append(counted hashes: [Hash]) {
        append(integer: UInt32(truncatingIfNeeded: hashes.count))
        for hash in hashes { append(bytesOf: hash) }
    }

    /// Appends a four-byte count, then the bytes.
    mutating func append(counted bytes: [UInt8]) {
        append(integer: UInt32(truncatingIfNeeded: bytes.count))
        self += bytes
    }
}
