/// Calls of the token program (key specification §10).
public enum TokenProgram {
    /// Moves tokens between two accounts of one mint.
    public struct Transfer: ProgramInstruction {
        /// The call goes to the token program.
        public static let program = Program.token
        /// Call 3 of the program, in one byte.
        public static let discriminator: [UInt8] = [3]
        /// Two token accounts and the owner of the source.
        public static let accountCount = 3

        /// The amount in quarks.
        public let amount: UInt64
        /// The token account that pays.
        public let source: PublicKey
        /// The token account that receives.
        public let destination: PublicKey
        /// The owner of the source.
        public let owner: PublicKey

        /// Creates the call.
        public init(amount: UInt64, source: PublicKey, destination: PublicKey, owner: PublicKey) {
            self.amount = amount
            self.source = source
            self.destination = destination
            self.owner = owner
        }

        /// Reads the call; nil if there are not three accounts or the payload is shorter than 8 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer() else { return nil }
            self.init(amount: amount, source: accounts[0], destination: accounts[1], owner: accounts[2])
        }

        /// The quarks, 8 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            return bytes
        }

        /// The owner signs; both token accounts change.
        public var accounts: [AccountMeta] {
            [
                .writable(source),
                .writable(destination),
                .signer(owner),
            ]
        }
    }

    /// Closes an empty token account and returns its rent.
    public struct CloseAccount: ProgramInstruction {
        /// The call goes to the token program.
        public static let program = Program.token
        /// Call 9 of the program, in one byte.
        public static let discriminator: [UInt8] = [9]
        /// The token account, the account that receives its rent, and the owner.
        public static let accountCount = 3

        /// The token account.
        public let account: PublicKey
        /// The account that receives the rent.
        public let destination: PublicKey
        /// The owner of the account.
        public let owner: PublicKey

        /// Creates the call.
        public init(account: PublicKey, destination: PublicKey, owner: PublicKey) {
            self.account = account
            self.destination = destination
            self.owner = owner
        }

        /// Reads the call from its accounts alone; nil if there are not three of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(account: accounts[0], destination: accounts[1], owner: accounts[2])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The owner signs; the other two accounts change.
        public var accounts: [AccountMeta] {
            [
                .writable(account),
                .writable(destination),
                .signer(owner),
            ]
        }
    }
}
