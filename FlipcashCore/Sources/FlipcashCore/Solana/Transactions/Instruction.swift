/// An account that an instruction names, and what the instruction may do with it.
public struct AccountMeta: Hashable, Sendable {
    /// The account's address.
    public let publicKey: PublicKey
    /// Whether the account's key must sign the transaction.
    public let isSigner: Bool
    /// Whether the instruction may change the account.
    public let isWritable: Bool

    /// Names an account and its flags.
    public init(_ publicKey: PublicKey, isSigner: Bool, isWritable: Bool) {
        self.publicKey = publicKey
        self.isSigner = isSigner
        self.isWritable = isWritable
    }

    /// An account that is only read.
    public static func readonly(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: false, isWritable: false)
    }

    /// An account that may change.
    public static func writable(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: false, isWritable: true)
    }

    /// An account that signs and is only read.
    public static func signer(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: true, isWritable: false)
    }

    /// An account that signs and may change.
    public static func writableSigner(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: true, isWritable: true)
    }
}

/// One call of a program.
public struct Instruction: Hashable, Sendable {
    /// The program that is called.
    public let program: PublicKey
    /// The accounts in the order that the program expects.
    public let accounts: [AccountMeta]
    /// What the program is told: a discriminator and its fields.
    public let data: [UInt8]

    /// Names a call.
    public init(program: PublicKey, accounts: [AccountMeta], data: [UInt8]) {
        self.program = program
        self.accounts = accounts
        self.data = data
    }
}
