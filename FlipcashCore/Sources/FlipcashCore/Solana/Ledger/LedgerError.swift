/// Why a virtual machine refused a change. A refused change leaves everything as it was.
public enum LedgerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The instruction is no call of the virtual machine, or is malformed.
    case malformed(InstructionDecodingError)
    /// No call has this number.
    case unknownInstruction(UInt8)
    /// No operation has this number.
    case unknownOpcode(UInt8)
    /// The call is for another virtual machine, or somebody else than its authority makes it.
    case wrongMachine
    /// This key has to sign and did not.
    case missingSignature(PublicKey)
    /// An account is not the one that it has to be.
    case wrongAccount(PublicKey)
    /// An account does not exist.
    case missingAccount(PublicKey)
    /// An account exists already.
    case accountExists(PublicKey)
    /// A bump does not lead to the address that it belongs to.
    case wrongBump
    /// The operation was given a wrong number of places, or its data have a wrong size.
    case wrongShape
    /// A place is in a bank that the call does not have, or one memory account occupies two banks.
    case missingBank
    /// The slot is free.
    case freeSlot
    /// The slot is in use, too small, or does not exist.
    case slotNotFree
    /// The slot holds another kind of account.
    case wrongKind
    /// The signature is not the owner's, or not of this message.
    case invalidSignature
    /// There is less than is to be moved.
    case insufficientBalance
    /// A balance would be more than 64 bits hold.
    case overflow
    /// The waiting time is not over, or the account is not unlocked.
    case stillLocked
    /// The memory account cannot have this size.
    case invalidSize
    /// The tree is full, or the proof does not lead to its root.
    case invalidProof
    /// What is to be restored was paid out.
    case alreadyWithdrawn

    public var description: String {
        switch self {
        case .malformed(let error): error.description
        case .unknownInstruction(let number): "the virtual machine has no call \(number)"
        case .unknownOpcode(let number): "the virtual machine has no operation \(number)"
        case .wrongMachine: "the call is for another virtual machine or not by its authority"
        case .missingSignature(let key): "\(key.base58) has to sign"
        case .wrongAccount(let key): "\(key.base58) is not the account that belongs here"
        case .missingAccount(let key): "the account \(key.base58) does not exist"
        case .accountExists(let key): "the account \(key.base58) exists already"
        case .wrongBump: "a bump does not lead to its address"
        case .wrongShape: "the operation has a wrong number of places or bytes"
        case .missingBank: "a place names a memory account that the call does not have, or has twice"
        case .freeSlot: "the slot is free"
        case .slotNotFree: "the slot is in use, too small or does not exist"
        case .wrongKind: "the slot holds another kind of account"
        case .invalidSignature: "the signature does not fit the payment"
        case .insufficientBalance: "there is less than is to be moved"
        case .overflow: "the balance would be too large"
        case .stillLocked: "the account is still locked"
        case .invalidSize: "the memory account cannot have this size"
        case .invalidProof: "the proof does not fit the tree, or the tree is full"
        case .alreadyWithdrawn: "the account was paid out already"
        }
    }
}
