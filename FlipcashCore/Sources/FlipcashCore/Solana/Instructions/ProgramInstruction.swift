/// A call of a known program, with named fields and accounts.
public protocol ProgramInstruction: Hashable, Sendable {
    /// The program.
    static var program: PublicKey { get }
    /// The bytes that identify this call among the program's calls.
    static var discriminator: [UInt8] { get }
    /// The number of accounts of the call.
    static var accountCount: Int { get }

    /// Reads the call from exactly `accountCount` accounts and the data after the discriminator; nil when the data is
    /// too short.
    init?(accounts: [PublicKey], payload: inout ByteReader)

    /// The accounts in the order that the program expects.
    var accounts: [AccountMeta] { get }

    /// The data after the discriminator.
    var payload: [UInt8] { get }
}

extension ProgramInstruction {
    /// The call in the form that transactions contain.
    public var instruction: Instruction {
        Instruction(program: Self.program, accounts: accounts, data: Self.discriminator + payload)
    }

    /// Reads a call from an instruction.
    ///
    /// Accounts that the program fixes must match. Flags are not compared, since a message merges them.
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

/// Errors from reading an instruction as a given call.
public enum InstructionDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The instruction calls another program.
    case instructionMismatch
    /// The data is shorter than a discriminator.
    case commandNotFound
    /// The instruction is another call of the program, or its data is too short.
    case payloadNotFound
    /// The number of accounts is wrong, or an account differs from the one that the program fixes.
    case accountMismatch(expected: Int, actual: Int)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .instructionMismatch:
            "the instruction calls another program"
        case .commandNotFound:
            "the instruction's data is too short to identify the call"
        case .payloadNotFound:
            "the instruction is another call, or its data is too short"
        case .accountMismatch(let expected, let actual):
            expected == actual
                ? "the instruction has other accounts than its program requires"
                : "the instruction has \(actual) accounts instead of \(expected)"
        }
    }
}
