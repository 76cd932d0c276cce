/// Calls of the token program (key specification §10).
public enum TokenProgram {
    /// Moves tokens between two accounts of one mint.
    public struct Transfer: ProgramInstruction {
        public static let program = Program.token
        public static let discriminator: [UInt8] = [3]
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

        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer() else { return nil }
            self.init(amount: amount, source: accounts[0], destination: accounts[1], owner: accounts[2])
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            return bytes
        }

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
        public static let program = Program.token
        public static let discriminator: [UInt8] = [9]
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

        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(account: accounts[0], destination: accounts[1], owner: accounts[2])
        }

        public var payload: [UInt8] {
            []
        }

        public var accounts: [AccountMeta] {
            [
                .writable(account),
                .writable(destination),
                .signer(owner),
            ]
        }
    }
}
