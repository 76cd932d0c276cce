/// A call of a known program, with its fields and accounts by name.
public protocol ProgramInstruction: Hashable, Sendable {
    /// The program.
    static var program: PublicKey { get }
    /// The bytes that tell this call from the program's others.
    static var discriminator: [UInt8] { get }
    /// How many accounts the call names.
    static var accountCount: Int { get }

    /// Reads the call from exactly `accountCount` accounts and the data behind the discriminator; nil when the data
    /// is too short.
    init?(accounts: [PublicKey], payload: inout ByteReader)

    /// The accounts in the order that the program expects.
    var accounts: [AccountMeta] { get }

    /// The data behind the discriminator.
    var payload: [UInt8] { get }
}

extension ProgramInstruction {
    /// The call as a transaction carries it.
    public var instruction: Instruction {
        Instruction(program: Self.program, accounts: accounts, data: Self.discriminator + payload)
    }

    /// Reads a call back.
    ///
    /// Accounts that the program fixes must be those; flags are not compared, since a message merges them.
    ///
    /// - Throws: `InstructionDecodingError`.
    public init(_ instruction: Instruction) throws(InstructionDecodingError) {
        guard instruction.program == Self.program else { throw .instructionMismatch }
        guard instruction.data.count >= Self.discriminator.count else { throw .commandNotFound }
        guard instruction.data.starts(with: Self.discriminator) else { throw .payloadNotFound }
        let keys = instruction.accounts.map(\.publicKey)
        guard keys.count == Self.accountCount else {
            throw .accountMismatch(expected: Self.accountCount, actual: keys.count)
        }
        var reader = ByteReader(instruction.data.dropFirst(Self.discriminator.count))
        guard let value = Self(accounts: keys, payload: &reader) else { throw .payloadNotFound }
        guard value.accounts.map(\.publicKey) == keys else {
            throw .accountMismatch(expected: Self.accountCount, actual: keys.count)
        }
        self = value
    }
}

/// Why an instruction is not the call that was expected.
public enum InstructionDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It calls another program.
    case instructionMismatch
    /// Its data is shorter than a discriminator.
    case commandNotFound
    /// It is another call of the program, or its data is too short.
    case payloadNotFound
    /// It names another number of accounts, or others than the program fixes.
    case accountMismatch(expected: Int, actual: Int)

    public var description: String {
        switch self {
        case .instructionMismatch:
            "the instruction calls another program"
        case .commandNotFound:
            "the instruction's data is too short to say what is called"
        case .payloadNotFound:
            "the instruction is another call, or its data is too short"
        case .accountMismatch(let expected, let actual):
            expected == actual
                ? "the instruction names other accounts than its program fixes"
                : "the instruction names \(actual) accounts instead of \(expected)"
        }
    }
}
