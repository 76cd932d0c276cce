// Cold storage (key specification §13.8).
extension VirtualMachineLedger {
    mutating func initStorage(_ call: VirtualMachineProgram.InitStorage) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let address = vm.accounts.storage(name: call.name)
        guard call.storage == address.address else { throw .wrongAccount(call.storage) }
        guard call.bump == address.bump else { throw .wrongBump }
        guard storages[call.storage] == nil else { throw .accountExists(call.storage) }
        storages[call.storage] = StorageAccount(vm: call.vm, name: call.name, bump: call.bump)
    }

    mutating func compress(_ call: VirtualMachineProgram.Compress) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        guard var storage = storages[call.storage] else { throw .missingAccount(call.storage) }
        let account = try read(call.memory, call.index)
        guard vm.authority.verify(signature: call.signature, data: account.hash.bytes) else {
            throw .invalidSignature
        }
        guard storage.tree.insert(account.storageValue(signature: call.signature)) else { throw .invalidProof }
        storages[call.storage] = storage
        memories[call.memory]?.free(call.index)
    }

    mutating func decompress(_ call: VirtualMachineProgram.Decompress) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let account = try takeOut(call.stored, of: call.storage)
        switch account {
        case .durableNonce, .relay: break
        case .timelock(let timelock):
            let addresses = exit(of: timelock)
            guard call.unlock == addresses.unlock else { throw .wrongAccount(call.unlock ?? addresses.unlock) }
            guard call.receipt == addresses.receipt else { throw .wrongAccount(call.receipt ?? addresses.receipt) }
            guard !receipts.contains(addresses.receipt) else { throw .alreadyWithdrawn }
        }
        try fill(call.memory, call.index, with: account)
    }

    /// Removes an account from a tree and returns it.
    private mutating func takeOut(
        _ stored: VirtualMachineProgram.StoredAccount, of address: PublicKey
    ) throws(LedgerError) -> VirtualAccount {
        guard var storage = storages[address] else { throw .missingAccount(address) }
        guard let account = VirtualAccount(packed: stored.packed), account.packed == stored.packed else {
            throw .wrongKind
        }
        guard storage.tree.remove(account.storageValue(signature: stored.signature), proof: stored.proof) else {
            throw .invalidProof
        }
        storages[address] = storage
        return account
    }

    /// Returns the addresses for an exit of `timelock`.
    private func exit(of timelock: VirtualTimelock) -> (unlock: PublicKey, receipt: PublicKey) {
        let unlock = TimelockAccount(owner: timelock.owner, virtualMachine: vm).unlock.address
        return (unlock, vm.accounts.withdrawReceipt(unlock: unlock, instance: timelock.instance).address)
    }
}

// Exits without the authority (key specification §13.9).
extension VirtualMachineLedger {
    mutating func initUnlock(_ call: VirtualMachineProgram.InitUnlock, now: Int64) throws(LedgerError) {
        try check(vm: call.vm)
        let timelock = TimelockAccount(owner: call.owner, virtualMachine: vm)
        let address = timelock.unlock
        guard call.unlock == address.address else { throw .wrongAccount(call.unlock) }
        guard unlocks[call.unlock] == nil else { throw .accountExists(call.unlock) }
        guard let end = UnlockAccount.end(now: now, lockDays: vm.lockDays) else { throw .overflow }
        unlocks[call.unlock] = UnlockAccount(
            vm: call.vm, owner: call.owner, timelockState: timelock.state.address, unlockAt: end, bump: address.bump,
            state: .waiting)
    }

    mutating func unlock(_ call: VirtualMachineProgram.Unlock, now: Int64) throws(LedgerError) {
        try check(vm: call.vm)
        guard var unlock = unlocks[call.unlock] else { throw .missingAccount(call.unlock) }
        guard unlock.owner == call.owner else { throw .wrongAccount(call.unlock) }
        guard unlock.state == .waiting, unlock.unlockAt < now else { throw .stillLocked }
        unlock.state = .unlocked
        unlocks[call.unlock] = unlock
    }

    mutating func withdraw(_ call: VirtualMachineProgram.Withdraw) throws(LedgerError) {
        try check(vm: call.vm)
        guard let unlock = unlocks[call.unlock], unlock.owner == call.depositor else {
            throw .missingAccount(call.unlock)
        }
        guard unlock.state == .unlocked else { throw .stillLocked }
        switch call.source {
        case .memory(let memory, let index, let omnibus, let receipt):
            let timelock = try timelock(memory, index)
            try payOut(timelock, call, omnibus: omnibus, receipt: receipt)
            memories[memory]?.free(index)
        case .storage(let storage, let stored, let omnibus, let receipt):
            guard case .timelock(let timelock) = try takeOut(stored, of: storage) else { throw .wrongKind }
            try payOut(timelock, call, omnibus: omnibus, receipt: receipt)
        case .deposit(let address, let tokenAccount, let bump):
            try check(deposit: address, of: call.depositor, bump: bump, tokenAccount: tokenAccount)
            try empty(tokenAccount, owner: address, to: call.external)
        case .swap(let address, let tokenAccount, let bump):
            try check(swap: address, of: call.depositor, bump: bump, tokenAccount: tokenAccount)
            try empty(tokenAccount, owner: address, to: call.external)
        }
    }

    private mutating func payOut(
        _ timelock: VirtualTimelock, _ call: VirtualMachineProgram.Withdraw, omnibus: PublicKey, receipt: PublicKey
    ) throws(LedgerError) {
        try check(omnibus: omnibus)
        guard timelock.owner == call.depositor else { throw .wrongAccount(timelock.owner) }
        guard receipt == exit(of: timelock).receipt else { throw .wrongAccount(receipt) }
        guard !receipts.contains(receipt) else { throw .alreadyWithdrawn }
        try check(outside: call.external)
        try move(timelock.balance, from: omnibus, owner: omnibus, to: call.external)
        receipts.insert(receipt)
    }

    private mutating func empty(
        _ tokenAccount: PublicKey, owner: PublicKey, to external: PublicKey
    ) throws(LedgerError) {
        try check(outside: external)
        guard let account = tokenAccounts[tokenAccount] else { throw .missingAccount(tokenAccount) }
        try move(account.amount, from: tokenAccount, owner: owner, to: external)
    }
}
