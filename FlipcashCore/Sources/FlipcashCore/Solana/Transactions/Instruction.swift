/// An account of an instruction, and the instruction's rights to it.
public struct AccountMeta: Hashable, Sendable {
    /// The account's address.
    public let publicKey: PublicKey
    /// Whether the account's key must sign the transaction.
    public let isSigner: Bool
    /// Whether the instruction may change the account.
    public let isWritable: Bool

    /// Creates an account with its flags.
    public init(_ publicKey: PublicKey, isSigner: Bool, isWritable: Bool) {
        self.publicKey = publicKey
        self.isSigner = isSigner
        self.isWritable = isWritable
    }

    /// Creates a read-only account.
    public static func readonly(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: false, isWritable: false)
    }

    /// Creates a writable account.
    public static func writable(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: false, isWritable: true)
    }

    /// Creates a read-only account that signs.
    public static func signer(_ key: PublicKey) -> AccountMeta {
        AccountMeta(key, isSigner: true, isWritable: false)
    }

    /// Creates a writable account that signs.
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
    /// The program's input: a discriminator and fields.
    public let data: [UInt8]

    /// Creates a call.
    public init(program: PublicKey, accounts: [AccountMeta], data: [UInt8]) {
        self.program = program
        self.accounts = accounts
        self.data = data
    }
}
