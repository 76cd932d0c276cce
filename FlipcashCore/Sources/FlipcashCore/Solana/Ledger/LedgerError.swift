/// Errors from executing an instruction of a virtual machine; the ledger is then unchanged.
public enum LedgerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The instruction is malformed or is not a call of the virtual machine.
    case malformed(InstructionDecodingError)
    /// No call has this number.
    case unknownInstruction(UInt8)
    /// No operation has this number.
    case unknownOpcode(UInt8)
    /// The call is for another virtual machine, or not made by its authority.
    case wrongMachine
    /// The signature of this key is missing.
    case missingSignature(PublicKey)
    /// This account is not the required one.
    case wrongAccount(PublicKey)
    /// This account does not exist.
    case missingAccount(PublicKey)
    /// This account already exists.
    case accountExists(PublicKey)
    /// The bump does not give the expected address.
    case wrongBump
    /// The operation has the wrong number of places, or its data has the wrong size.
    case wrongShape
    /// A place is in a bank that the call does not have, or one memory account occupies two banks.
    case missingBank
    /// The slot is free.
    case freeSlot
    /// The slot is in use, too small, or does not exist.
    case slotNotFree
    /// The slot holds another kind of account.
    case wrongKind
    /// The signature is not the owner's, or is of another message.
    case invalidSignature
    /// The balance is less than the amount.
    case insufficientBalance
    /// The balance would not fit 64 bits.
    case overflow
    /// The waiting time is not over, or the account is not unlocked.
    case stillLocked
    /// The memory account cannot have this size.
    case invalidSize
    /// The tree is full, or the proof does not lead to its root.
    case invalidProof
    /// The account to restore was already paid out.
    case alreadyWithdrawn

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .malformed(let error): error.description
        case .unknownInstruction(let number): "the virtual machine has no call \(number)"
        case .unknownOpcode(let number): "the virtual machine has no operation \(number)"
        case .wrongMachine: "the call is for another virtual machine or not by its authority"
        case .missingSignature(let key): "the signature of \(key.base58) is missing"
        case .wrongAccount(let key): "\(key.base58) is not the required account"
        case .missingAccount(let key): "the account \(key.base58) does not exist"
        case .accountExists(let key): "the account \(key.base58) already exists"
        case .wrongBump: "a bump does not match its address"
        case .wrongShape: "the operation has the wrong number of slots or bytes"
        case .missingBank: "a slot refers to a memory account that the call does not have, or has twice"
        case .freeSlot: "the slot is free"
        case .slotNotFree: "the slot is in use, too small or does not exist"
        case .wrongKind: "the slot holds another kind of account"
        case .invalidSignature: "the signature does not match the payment"
        case .insufficientBalance: "the balance is less than the amount"
        case .overflow: "the balance would be too large"
        case .stillLocked: "the account is still locked"
        case .invalidSize: "the memory account cannot have this size"
        case .invalidProof: "the proof does not match the tree, or the tree is full"
        case .alreadyWithdrawn: "the account was already paid out"
        }
    }
}
