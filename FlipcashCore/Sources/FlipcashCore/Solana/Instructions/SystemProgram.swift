/// Calls of the system program (key specification §10).
public enum SystemProgram {
    /// Consumes the stored value of a durable nonce; the first instruction of every transaction that uses one.
    public struct AdvanceNonceAccount: ProgramInstruction {
        /// The call goes to the system program.
        public static let program = Program.system
        /// Call 4 of the program, in four bytes, little-endian.
        public static let discriminator: [UInt8] = [4, 0, 0, 0]
        /// The nonce account, the sysvar of recent block hashes and the authority.
        public static let accountCount = 3

        /// The nonce account.
        public let nonce: PublicKey
        /// The key that may use the nonce.
        public let authority: PublicKey

        /// Creates the call.
        public init(nonce: PublicKey, authority: PublicKey) {
            self.nonce = nonce
            self.authority = authority
        }

        /// Reads the call from its accounts alone; nil if there are not three of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(nonce: accounts[0], authority: accounts[2])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// The authority signs; the nonce account changes.
        public var accounts: [AccountMeta] {
            [
                .writable(nonce),
                .readonly(Sysvar.recentBlockhashes),
                .signer(authority),
            ]
        }
    }

    /// Moves lamports between accounts.
    public struct Transfer: ProgramInstruction {
        /// The call goes to the system program.
        public static let program = Program.system
        /// Call 2 of the program, in four bytes, little-endian.
        public static let discriminator: [UInt8] = [2, 0, 0, 0]
        /// The account that pays and the account that receives.
        public static let accountCount = 2

        /// The amount in lamports.
        public let lamports: UInt64
        /// The account that pays.
        public let source: PublicKey
        /// The account that receives.
        public let destination: PublicKey

        /// Creates the call.
        public init(lamports: UInt64, source: PublicKey, destination: PublicKey) {
            self.lamports = lamports
            self.source = source
            self.destination = destination
        }

        /// Reads the call; nil if there are not two accounts or the payload is shorter than 8 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let lamports: UInt64 = payload.integer() else { return nil }
            self.init(lamports: lamports, source: accounts[0], destination: accounts[1])
        }

        /// The lamports, 8 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: lamports)
            return bytes
        }

        /// The source signs; both accounts change.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(source),
                .writable(destination),
            ]
        }
    }
}
