/// Addresses of what a virtual machine keeps on the chain (key specification §6.2).
public struct VirtualMachineAddresses: Hashable, Sendable {
    /// The machine's own address.
    public let vm: PublicKey

    /// The addresses of the machine at `vm`.
    public init(vm: PublicKey) { self.vm = vm }

    /// The memory account called `name`: slots for virtual accounts.
    public func memory(name: PaddedName) -> ProgramDerivedAddress { named("vm_memory_account", name) }

    /// The storage account called `name`: the tree of compressed virtual accounts.
    public func storage(name: PaddedName) -> ProgramDerivedAddress { named("vm_storage_account", name) }

    /// The relay called `name`, of private payments.
    public func relay(name: PaddedName) -> ProgramDerivedAddress { named("vm_relay_account", name) }

    /// The token account of a relay.
    public static func relayVault(relay: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.virtualMachine, seeds: .label("code_vm"), .label("vm_relay_vault"), .key(relay))
    }

    /// The address of a virtual durable nonce made from `seedKey` when the chain of hashes stood at `value`.
    public func durableNonce(seedKey: PublicKey, value: Hash) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_durable_nonce"), .key(seedKey), .value(value.raw),
            .key(vm))
    }

    /// The account that records `owner`'s non-custodial exit from the timelock whose state is `timelockState`.
    public func unlock(owner: PublicKey, timelockState: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_unlock_pda_account"), .key(owner), .key(timelockState),
            .key(vm))
    }

    /// The receipt which keeps the same `instance` of a timelock from being restored after it was paid out.
    public func withdrawReceipt(unlock: PublicKey, instance: Hash) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_withdraw_receipt_account"), .key(unlock), .value(instance.raw),
            .key(vm))
    }

    private func named(_ label: StaticString, _ name: PaddedName) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label(label), .name(name), .key(vm))
    }
}

extension VirtualMachine {
    /// The addresses of what this machine keeps on the chain.
    public var accounts: VirtualMachineAddresses { VirtualMachineAddresses(vm: address.address) }
}

/// Addresses of one private payment through a relay (key specification §6.2, an extension).
public struct RelayPayment: Hashable, Sendable {
    /// The relay.
    public let relay: PublicKey
    /// The root of the relay's tree that the payment refers to.
    public let recentRoot: Hash
    /// The hash of the payment's story.
    public let transcript: Hash
    /// Who is paid.
    public let destination: PublicKey
    /// The quarks that are paid.
    public let amount: UInt64

    /// Names a payment.
    public init(relay: PublicKey, recentRoot: Hash, transcript: Hash, destination: PublicKey, amount: UInt64) {
        self.relay = relay
        self.recentRoot = recentRoot
        self.transcript = transcript
        self.destination = destination
        self.amount = amount
    }

    /// What is inserted into the relay's tree.
    public var commitment: ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("relay_commitment"), .key(relay), .value(recentRoot.raw),
            .value(transcript.raw), .key(destination), .amount(amount))
    }

    /// The account that proves the commitment.
    public var proof: ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_proof_account"), .key(relay), .value(recentRoot.raw),
            .key(commitment.address))
    }

    /// Where the payer's money goes.
    public var relayDestination: ProgramDerivedAddress {
        .derive(
            program: Program.splitter, seeds: .label("code_vm"), .label("vm_relay_vault"), .key(proof.address))
    }
}
