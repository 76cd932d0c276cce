/// The operations inside `VirtualMachineProgram.Exec` (key specification §13.5).
public enum LedgerOperation: UInt8, Hashable, Sendable, CaseIterable {
    /// Transfers an amount to an external token account.
    case externalTransfer = 10
    /// Transfers an amount between two timelocks.
    case transfer = 11
    /// Transfers an amount to the destination of a private payment (an extension).
    case conditionalTransfer = 12
    /// Transfers the whole balance to an external token account and closes the timelock.
    case externalWithdraw = 13
    /// Transfers the whole balance to another timelock and closes the source.
    case withdraw = 14
    /// Makes a private payment to an external token account (an extension).
    case externalRelay = 20
    /// Makes a private payment to a timelock (an extension).
    case relay = 21
    /// Transfers the same amount to several timelocks (an extension).
    case airdrop = 30
}

extension VirtualMachineLedger {
    typealias Exec = VirtualMachineProgram.Exec

    mutating func exec(_ call: Exec) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        let present = call.banks.compactMap { $0 }
        guard Set(present).count == present.count else { throw .missingBank }
        guard let operation = LedgerOperation(rawValue: call.opcode) else { throw .unknownOpcode(call.opcode) }
        var data = ByteReader(call.data)
        switch operation {
        case .transfer: try transfer(call, &data)
        case .withdraw: try withdraw(call, &data)
        case .externalTransfer: try externalTransfer(call, &data)
        case .externalWithdraw: try externalWithdraw(call, &data)
        case .airdrop: try airdrop(call, &data)
        case .relay: try relay(call, &data)
        case .externalRelay: try externalRelay(call, &data)
        case .conditionalTransfer: try conditionalTransfer(call, &data)
        }
        guard data.isAtEnd else { throw .wrongShape }
    }

    /// A slot that an operation uses.
    struct Place {
        let memory: PublicKey
        let index: UInt16
    }

    private func places(_ call: Exec, count: Int) throws(LedgerError) -> [Place] {
        guard call.places.count == count else { throw .wrongShape }
        var places: [Place] = []
        for place in call.places {
            guard place.bank < Exec.bankCount, let memory = call.banks[Int(place.bank)] else { throw .missingBank }
            places.append(Place(memory: memory, index: place.index))
        }
        return places
    }

    private func signature(_ data: inout ByteReader) throws(LedgerError) -> Signature {
        guard let signature = data.signature() else { throw .wrongShape }
        return signature
    }

    private func amount(_ data: inout ByteReader) throws(LedgerError) -> UInt64 {
        guard let amount: UInt64 = data.integer() else { throw .wrongShape }
        return amount
    }

    private func nonce(_ place: Place) throws(LedgerError) -> VirtualNonce {
        guard case .durableNonce(let nonce) = try read(place.memory, place.index) else { throw .wrongKind }
        return nonce
    }

    /// Returns the vault of a timelock for its own bumps.
    private func vault(_ timelock: VirtualTimelock) throws(LedgerError) -> PublicKey {
        guard let vault = timelock.vault(in: vm) else { throw .wrongBump }
        return vault
    }

    /// Deducts `amount` from a source whose owner signed `message`, and consumes the nonce.
    private mutating func spend(
        _ amount: UInt64, from source: Place, nonce place: Place, signature: Signature,
        message: (_ source: PublicKey, _ nonce: VirtualNonce) -> CompactMessage
    ) throws(LedgerError) {
        let nonce = try nonce(place)
        var timelock = try timelock(source.memory, source.index)
        let message = message(try vault(timelock), nonce)
        guard message.isSigned(by: timelock.owner, signature: signature) else { throw .invalidSignature }
        guard timelock.balance >= amount else { throw .insufficientBalance }
        timelock.balance -= amount
        try write(source.memory, source.index, .timelock(timelock))
        // The new value is the chain before this instruction advances it.
        try write(place.memory, place.index, .durableNonce(VirtualNonce(address: nonce.address, value: chain)))
    }

    private mutating func transfer(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 3)
        let (signature, amount) = (try signature(&data), try amount(&data))
        let destination = try vault(timelock(places[2].memory, places[2].index))
        try spend(amount, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .transfer(source: source, destination: destination, amount: amount, nonce: nonce)
        }
        try credit(places[2].memory, places[2].index, amount: amount)
    }

    private mutating func withdraw(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 3)
        let signature = try signature(&data)
        let whole = try timelock(places[1].memory, places[1].index).balance
        let destination = try vault(timelock(places[2].memory, places[2].index))
        // A withdrawal to the same slot would destroy the money when the source is closed.
        guard places[1].memory != places[2].memory || places[1].index != places[2].index else { throw .wrongShape }
        try spend(whole, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .withdraw(source: source, destination: destination, nonce: nonce)
        }
        try credit(places[2].memory, places[2].index, amount: whole)
        memories[places[1].memory]?.free(places[1].index)
    }

    private func external(_ call: Exec) throws(LedgerError) -> PublicKey {
        try check(omnibus: call.tokens.omnibus)
        guard call.tokens.movesTokens, let external = call.tokens.external else { throw .wrongShape }
        try check(outside: external)
        return external
    }

    private mutating func payOut(_ amount: UInt64, to external: PublicKey) throws(LedgerError) {
        try move(amount, from: vm.omnibus.address, owner: vm.omnibus.address, to: external)
    }

    private mutating func externalTransfer(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 2)
        let (signature, amount) = (try signature(&data), try amount(&data))
        let external = try external(call)
        try spend(amount, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .transfer(source: source, destination: external, amount: amount, nonce: nonce)
        }
        try payOut(amount, to: external)
    }

    private mutating func externalWithdraw(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 2)
        let signature = try signature(&data)
        let external = try external(call)
        let whole = try timelock(places[1].memory, places[1].index).balance
        try spend(whole, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .withdraw(source: source, destination: external, nonce: nonce)
        }
        try payOut(whole, to: external)
        memories[places[1].memory]?.free(places[1].index)
    }

    private mutating func airdrop(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let (signature, amount) = (try signature(&data), try amount(&data))
        guard let count = data.byte() else { throw .wrongShape }
        let places = try places(call, count: 2 + Int(count))
        var owners: [PublicKey] = []
        for place in places.dropFirst(2) { owners.append(try timelock(place.memory, place.index).owner) }
        let (total, overflow) = amount.multipliedReportingOverflow(by: UInt64(count))
        guard !overflow else { throw .overflow }
        try spend(total, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .airdrop(source: source, owners: owners, amount: amount, nonce: nonce)
        }
        for place in places.dropFirst(2) { try credit(place.memory, place.index, amount: amount) }
    }
}

// Private payments: an extension that Flipcash does not use.
extension VirtualMachineLedger {
    /// The arguments of a private payment besides its places.
    private struct Payment {
        let amount: UInt64
        let transcript: Hash
        let recentRoot: Hash
        let commitment: PublicKey

        init?(_ data: inout ByteReader) {
            guard let amount: UInt64 = data.integer(), let transcript: Hash = data.value(),
                let recentRoot: Hash = data.value(), let commitment: PublicKey = data.value()
            else { return nil }
            self.amount = amount
            self.transcript = transcript
            self.recentRoot = recentRoot
            self.commitment = commitment
        }
    }

    private mutating func relay(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 2)
        guard let payment = Payment(&data) else { throw .wrongShape }
        try check(omnibus: call.tokens.omnibus)
        let destination = try vault(timelock(places[0].memory, places[0].index))
        try pay(payment, call, destination: destination, tokenAccount: vm.omnibus.address, slot: places[1])
        try credit(places[0].memory, places[0].index, amount: payment.amount)
    }

    private mutating func externalRelay(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 1)
        guard let payment = Payment(&data), let external = call.tokens.external else { throw .wrongShape }
        try check(outside: external)
        try pay(payment, call, destination: external, tokenAccount: external, slot: places[0])
    }

    /// Pays from a relay, adds the commitment to its tree, and records the repayment that it is owed.
    private mutating func pay(
        _ payment: Payment, _ call: Exec, destination: PublicKey, tokenAccount: PublicKey, slot: Place
    ) throws(LedgerError) {
        guard call.tokens.movesTokens, let address = call.tokens.relay, let vault = call.tokens.relayVault else {
            throw .wrongShape
        }
        guard var relay = relays[address] else { throw .missingAccount(address) }
        guard relay.vault == vault else { throw .wrongAccount(vault) }
        let terms = RelayPayment(
            relay: address, recentRoot: payment.recentRoot, transcript: payment.transcript, destination: destination,
            amount: payment.amount)
        guard terms.commitment.address == payment.commitment else { throw .wrongAccount(payment.commitment) }
        guard relay.recentRoots.contains(payment.recentRoot), relay.tree.insert(Hash(raw: payment.commitment.raw))
        else { throw .invalidProof }
        relays[address] = relay
        try move(payment.amount, from: vault, owner: vault, to: tokenAccount)
        try fill(
            slot.memory, slot.index,
            with: .relay(VirtualRelay(target: terms.relayDestination.address, destination: vault)))
    }

    private mutating func conditionalTransfer(_ call: Exec, _ data: inout ByteReader) throws(LedgerError) {
        let places = try places(call, count: 3)
        let (signature, amount) = (try signature(&data), try amount(&data))
        let external = try external(call)
        guard case .relay(let relay) = try read(places[2].memory, places[2].index) else { throw .wrongKind }
        guard external == relay.destination else { throw .wrongAccount(external) }
        try spend(amount, from: places[1], nonce: places[0], signature: signature) { source, nonce in
            .transfer(source: source, destination: relay.target, amount: amount, nonce: nonce)
        }
        try payOut(amount, to: external)
    }
}
