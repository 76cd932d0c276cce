/// The addresses of a virtual machine's accounts on the chain (key specification §6.2).
public struct VirtualMachineAddresses: Hashable, Sendable {
    /// The address of the virtual machine.
    public let vm: PublicKey

    /// Creates the addresses for the virtual machine at `vm`.
    public init(vm: PublicKey) { self.vm = vm }

    /// Returns the memory account called `name`, with slots for virtual accounts.
    public func memory(name: PaddedName) -> ProgramDerivedAddress { named("vm_memory_account", name) }

    /// Returns the storage account called `name`, with the tree of compressed virtual accounts.
    public func storage(name: PaddedName) -> ProgramDerivedAddress { named("vm_storage_account", name) }

    /// Returns the relay called `name`, for private payments.
    public func relay(name: PaddedName) -> ProgramDerivedAddress { named("vm_relay_account", name) }

    /// Returns the token account of a relay.
    public static func relayVault(relay: PublicKey) -> ProgramDerivedAddress {
        .derive(program: Program.virtualMachine, seeds: .label("code_vm"), .label("vm_relay_vault"), .key(relay))
    }

    /// Returns the address of a virtual durable nonce, made from `seedKey` when the chain of hashes was at `value`.
    public func durableNonce(seedKey: PublicKey, value: Hash) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_durable_nonce"), .key(seedKey), .value(value.raw),
            .key(vm))
    }

    /// Returns the account that records `owner`'s non-custodial exit from the timelock with the state `timelockState`.
    public func unlock(owner: PublicKey, timelockState: PublicKey) -> ProgramDerivedAddress {
        .derive(
            program: Program.virtualMachine,
            seeds: .label("code_vm"), .label("vm_unlock_pda_account"), .key(owner), .key(timelockState),
            .key(vm))
    }

    /// Returns the receipt that prevents a paid-out `instance` of a timelock from being restored.
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
    /// The addresses of this virtual machine's accounts on the chain.
    public var accounts: VirtualMachineAddresses { VirtualMachineAddresses(vm: address.address) }
}

/// The addresses of one private payment through a relay (key specification §6.2, an extension).
public struct RelayPayment: Hashable, Sendable {
    /// The relay.
    public let relay: PublicKey
    /// The root of the relay's tree that the payment uses.
    public let recentRoot: Hash
    /// The hash of the payment's transcript.
    public let transcript: Hash
    /// The account that is paid.
    public let destination: PublicKey
    /// The amount that is paid, in quarks.
    public let amount: UInt64

    /// Creates a payment.
    public init(relay: PublicKey, recentRoot: Hash, transcript: Hash, destination: PublicKey, amount: UInt64) {
        self.relay = relay
        self.recentRoot = recentRoot
        self.transcript = transcript
        self.destination = destination
        self.amount = amount
    }

    /// The value that is inserted into the relay's tree.
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

    /// The destination of the payer's money.
    public var relayDestination: ProgramDerivedAddress {
        .derive(
            program: Program.splitter, seeds: .label("code_vm"), .label("vm_relay_vault"), .key(proof.address))
    }
}
