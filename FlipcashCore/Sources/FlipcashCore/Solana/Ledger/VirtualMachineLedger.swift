/// A model of a virtual machine: all state of its program, and the effect of each instruction (key specification §13).
///
/// The sum of all timelocks, in memory and in cold storage, always equals the balance of the omnibus. An instruction
/// that throws changes nothing. A memory account can grow, but its slots can be used before it has grown.
public struct VirtualMachineLedger: Hashable, Sendable {
    /// The machine that is modelled.
    public let vm: VirtualMachine
    /// The machine's account; nil before it is initialized.
    public internal(set) var account: VirtualMachineAccount?
    /// The memory accounts by address.
    public internal(set) var memories: [PublicKey: MemoryAccount] = [:]
    /// The storage accounts by address.
    public internal(set) var storages: [PublicKey: StorageAccount] = [:]
    /// The relays by address. Flipcash does not make the calls that create relays; insert them here.
    public var relays: [PublicKey: RelayAccount] = [:]
    /// The exits by address.
    public internal(set) var unlocks: [PublicKey: UnlockAccount] = [:]
    /// The withdraw receipts that exist.
    public internal(set) var receipts: Set<PublicKey> = []
    /// The token accounts of the mint by address. A simulation inserts the accounts outside the virtual machine here.
    public var tokenAccounts: [PublicKey: TokenAccount] = [:]

    /// Creates a virtual machine before its initialization.
    public init(vm: VirtualMachine) { self.vm = vm }

    /// Executes one instruction.
    ///
    /// - Parameters:
    ///   - instruction: an instruction of the virtual machine program.
    ///   - signers: the keys that signed the transaction, and program-derived addresses that a calling program signs
    ///     for.
    ///   - now: the chain's clock in seconds since 1970, used only by exits.
    /// - Throws: `LedgerError`; the ledger is then unchanged.
    public mutating func execute(
        _ instruction: Instruction, signers: Set<PublicKey>, now: Int64 = 0
    ) throws(LedgerError) {
        var next = self
        let advances = try next.dispatch(instruction, signers: signers, now: now)
        if advances { next.account?.advance(instruction) }
        self = next
    }

    /// Executes one instruction and returns whether it extends the chain of hashes.
    private mutating func dispatch(
        _ instruction: Instruction, signers: Set<PublicKey>, now: Int64
    ) throws(LedgerError) -> Bool {
        guard let number = instruction.data.first else { throw .malformed(.commandNotFound) }
        guard account != nil || number == 1 else { throw .missingAccount(vm.address.address) }
        switch number {
        case 1: try initialize(parse(instruction, signers))
        case 2: try initMemory(parse(instruction, signers))
        case 3: try initStorage(parse(instruction, signers))
        case 5: try initNonce(parse(instruction, signers))
        case 6: try initTimelock(parse(instruction, signers))
        case 7: try initUnlock(parse(instruction, signers), now: now)
        case 8: try exec(parse(instruction, signers))
        case 9: try compress(parse(instruction, signers))
        case 10: try decompress(parse(instruction, signers))
        case 11: try resizeMemory(parse(instruction, signers))
        case 13: try depositFromPda(parse(instruction, signers))
        case 14: try withdraw(parse(instruction, signers))
        case 15: try unlock(parse(instruction, signers), now: now)
        case 16: try depositWithAuthority(parse(instruction, signers))
        case 17: try transferForSwap(parse(instruction, signers))
        case 18: try cancelSwap(parse(instruction, signers))
        case 19: return try closeSwapAccountIfEmpty(parse(instruction, signers))
        case 20: try transferForSwapWithFee(parse(instruction, signers))
        default: throw .unknownInstruction(number)
        }
        return true
    }

    /// Reads a call and checks that all required signers signed, whatever the instruction's flags say.
    private func parse<Call: ProgramInstruction>(
        _ instruction: Instruction, _ signers: Set<PublicKey>
    ) throws(LedgerError) -> Call {
        switch Result(catching: { () throws(InstructionDecodingError) in try Call(instruction) }) {
        case .success(let call):
            for account in call.accounts where account.isSigner && !signers.contains(account.publicKey) {
                throw .missingSignature(account.publicKey)
            }
            return call
        case .failure(let error):
            throw .malformed(error)
        }
    }

    /// Throws if a call is for another virtual machine or not made by its authority.
    func check(vm address: PublicKey, authority: PublicKey? = nil) throws(LedgerError) {
        guard address == vm.address.address, authority == nil || authority == vm.authority else {
            throw .wrongMachine
        }
    }

    /// The chain of hashes before the current instruction.
    var chain: Hash { account?.chain ?? .zero }
}

// The accounts of the machine.
extension VirtualMachineLedger {
    private mutating func initialize(_ call: VirtualMachineProgram.InitializeVm) throws(LedgerError) {
        guard account == nil else { throw .accountExists(vm.address.address) }
        try check(vm: call.vm, authority: call.authority)
        guard call.mint == vm.mint else { throw .wrongAccount(call.mint) }
        guard call.omnibus == vm.omnibus.address else { throw .wrongAccount(call.omnibus) }
        guard call.lockDays == vm.lockDays, call.vmBump == vm.address.bump, call.omnibusBump == vm.omnibus.bump else {
            throw .wrongBump
        }
        account = VirtualMachineAccount(vm)
        tokenAccounts[call.omnibus] = TokenAccount(mint: vm.mint, owner: call.omnibus, amount: 0)
    }

    private mutating func initMemory(_ call: VirtualMachineProgram.InitMemory) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let address = vm.accounts.memory(name: call.name)
        guard call.memory == address.address else { throw .wrongAccount(call.memory) }
        guard call.bump == address.bump else { throw .wrongBump }
        guard memories[call.memory] == nil else { throw .accountExists(call.memory) }
        guard
            let memory = MemoryAccount(
                vm: call.vm, name: call.name, bump: call.bump, slotByteCount: call.accountSize,
                slotCount: call.slotCount)
        else { throw .invalidSize }
        memories[call.memory] = memory
    }

    private mutating func resizeMemory(_ call: VirtualMachineProgram.ResizeMemory) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        var memory = try memory(call.memory)
        guard memory.resize(to: Int(call.byteCount)) else { throw .invalidSize }
        memories[call.memory] = memory
    }

    private mutating func initNonce(_ call: VirtualMachineProgram.InitNonce) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let nonce = VirtualNonce(
            address: vm.accounts.durableNonce(seedKey: call.seedKey, value: chain).address, value: chain)
        try fill(call.memory, call.index, with: .durableNonce(nonce))
    }

    private mutating func initTimelock(_ call: VirtualMachineProgram.InitTimelock) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let timelock = TimelockAccount(owner: call.owner, virtualMachine: vm)
        let unlock = timelock.unlock
        guard call.stateBump == timelock.state.bump, call.unlockBump == unlock.bump else { throw .wrongBump }
        let receipt = vm.accounts.withdrawReceipt(unlock: unlock.address, instance: chain)
        try fill(
            call.memory, call.index,
            with: .timelock(
                VirtualTimelock(
                    owner: call.owner, instance: chain, vaultBump: call.vaultBump, unlockBump: call.unlockBump,
                    withdrawBump: receipt.bump, balance: 0, stateBump: call.stateBump)))
    }
}

// Slots of memory accounts.
extension VirtualMachineLedger {
    func memory(_ address: PublicKey) throws(LedgerError) -> MemoryAccount {
        guard let memory = memories[address] else { throw .missingAccount(address) }
        return memory
    }

    /// The account in a used slot.
    func read(_ address: PublicKey, _ index: UInt16) throws(LedgerError) -> VirtualAccount {
        guard let account = try memory(address)[index] else { throw .freeSlot }
        return account
    }

    /// The timelock in a used slot.
    func timelock(_ address: PublicKey, _ index: UInt16) throws(LedgerError) -> VirtualTimelock {
        guard case .timelock(let timelock) = try read(address, index) else { throw .wrongKind }
        return timelock
    }

    /// Writes into a slot that is free.
    mutating func fill(
        _ address: PublicKey, _ index: UInt16, with account: VirtualAccount
    ) throws(LedgerError) {
        guard try memory(address).isFree(index) else { throw .slotNotFree }
        try write(address, index, account)
    }

    /// Writes into a slot.
    mutating func write(
        _ address: PublicKey, _ index: UInt16, _ account: VirtualAccount
    ) throws(LedgerError) {
        var memory = try memory(address)
        guard memory.write(account, at: index) else { throw .slotNotFree }
        memories[address] = memory
    }

    /// Adds to the balance of a timelock.
    mutating func credit(
        _ address: PublicKey, _ index: UInt16, owner: PublicKey? = nil, amount: UInt64
    ) throws(LedgerError) {
        var timelock = try timelock(address, index)
        guard owner == nil || timelock.owner == owner else { throw .wrongAccount(timelock.owner) }
        let (balance, overflow) = timelock.balance.addingReportingOverflow(amount)
        guard !overflow else { throw .overflow }
        timelock.balance = balance
        try write(address, index, .timelock(timelock))
    }
}
