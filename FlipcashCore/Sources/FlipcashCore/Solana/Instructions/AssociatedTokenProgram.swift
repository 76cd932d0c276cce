/// Calls of the associated token program (key specification §10).
public enum AssociatedTokenProgram {
    /// Creates the associated token account of an owner and a mint unless it exists.
    ///
    /// The call has seven accounts; newer tools omit the last.
    public struct CreateIdempotent: ProgramInstruction {
        /// The call goes to the associated token program.
        public static let program = Program.associatedToken
        /// Call 1 of the program, in one byte; call 0 fails if the account exists.
        public static let discriminator: [UInt8] = [1]
        /// Four accounts of the caller, then the system program, the token program and the rent sysvar.
        public static let accountCount = 7

        /// The account that pays the rent.
        public let payer: PublicKey
        /// The associated token account.
        public let account: PublicKey
        /// The owner, which may be a program-derived address.
        public let owner: PublicKey
        /// The mint.
        public let mint: PublicKey

        /// Creates the call.
        public init(payer: PublicKey, account: PublicKey, owner: PublicKey, mint: PublicKey) {
            self.payer = payer
            self.account = account
            self.owner = owner
            self.mint = mint
        }

        /// Reads the call from its accounts alone; nil if there are not seven of them.
        public init?(accounts: [PublicKey], payload _: inout ByteReader) {
            guard accounts.count == Self.accountCount else { return nil }
            self.init(payer: accounts[0], account: accounts[1], owner: accounts[2], mint: accounts[3])
        }

        /// Empty: the call has no arguments.
        public var payload: [UInt8] {
            []
        }

        /// `payer` signs and pays; `account` is the only other account that changes.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(payer),
                .writable(account),
                .readonly(owner),
                .readonly(mint),
                .readonly(Program.system),
                .readonly(Program.token),
                .readonly(Sysvar.rent),
            ]
        }
    }
}
