import CodeCurves
import Testing

@testable import FlipcashCore

@Suite("Address vectors", .namingVectorCases)
struct AddressVectorTests {
    typealias Handlers = [String: VectorFile.Handler]

    @Test("Every case of pda.json has the published result")
    func addressVectors_allGroups_match() throws {
        var handlers = algorithmGroups
        for groups in [machineGroups, programGroups, legacyGroups, ledgerGroups] {
            handlers.merge(groups) { first, _ in first }
        }
        try VectorFile.run("pda", handlers)
    }

    private static let constants: [String: PublicKey] = [
        "program system": Program.system,
        "program token": Program.token,
        "program associated_token": Program.associatedToken,
        "program memo": Program.memo,
        "program compute_budget": Program.computeBudget,
        "program address_lookup_table": Program.addressLookupTable,
        "program vm": Program.virtualMachine,
        "program timelock": Program.timelock,
        "program currency_creator": Program.currencyCreator,
        "program usdf_swap": Program.usdfSwap,
        "program coinbase_stable_swapper": Program.coinbaseStableSwapper,
        "program swap_validator": Program.swapValidator,
        "program splitter": Program.splitter,
        "program metaplex_metadata": Program.metaplexMetadata,
        "program timelock_legacy": Program.timelockLegacy,
        "sysvar clock": Sysvar.clock,
        "sysvar epoch_schedule": Sysvar.epochSchedule,
        "sysvar fees": Sysvar.fees,
        "sysvar instructions": Sysvar.instructions,
        "sysvar recent_blockhashes": Sysvar.recentBlockhashes,
        "sysvar rent": Sysvar.rent,
        "sysvar slot_hashes": Sysvar.slotHashes,
        "sysvar slot_history": Sysvar.slotHistory,
        "sysvar stake_history": Sysvar.stakeHistory,
        "mint USDF": .usdf,
        "mint USDC": .usdc,
        "VM authority of the USDF VM": .usdfAuthority,
        "USDF VM (lock 21)": .usdfVirtualMachine,
        "USDF VM omnibus": .usdfOmnibus,
        "USDF/USDC pool": .usdfPool,
        "USDF/USDC pool: USDF vault": .usdfPoolVault,
        "USDF/USDC pool: USDC vault": .usdcPoolVault,
        "Coinbase stable swapper pool": .coinbasePool,
        "Coinbase stable swapper whitelist": .coinbaseWhitelist,
    ]

    private var algorithmGroups: Handlers {
        [
            "constants": { vector in
                let key = try vector["address"].key()
                #expect(try key.bytes == vector["hex"].hexBytes())
                let name = try vector["name"].string()
                #expect(Self.constants[name] == key, "\(name)")
            },
            "create_program_address": { vector in
                let seeds = try vector["seeds"].array().map { try $0.hexBytes() }
                let program = try vector["program"].key()
                let created = Result { () throws(ProgramDerivedAddressError) in
                    try ProgramDerivedAddress.create(program: program, seeds: seeds)
                }
                switch created {
                case .success(let address): #expect(try address == vector["address"].key())
                case .failure(let error):
                    let name =
                        switch error {
                        case .onCurve: "on-curve"
                        case .tooManySeeds: "max-seeds"
                        case .seedTooLong: "max-seed-length"
                        case .noBump: "none"
                        }
                    #expect(name == vector["error"].optionalString, "\(vector["note"])")
                }
            },
            "find_program_address": { try Self.find($0) },
            "libsodium_trap": { vector in
                let found = try Self.find(vector)
                #expect(try found.address != vector["wrong_address"].key())
            },
            "ata": { vector in
                try vector.value.expect(
                    AssociatedTokenAccount.address(owner: vector["owner"].key(), mint: vector["mint"].key()))
            },
        ]
    }

    @discardableResult
    private static func find(_ vector: VectorCase) throws -> ProgramDerivedAddress {
        let seeds = try vector["seeds"].array().map { try $0.hexBytes() }
        let program = try vector["program"].key()
        let found = try ProgramDerivedAddress.find(program: program, seeds: seeds)
        try vector.value.expect(found)
        #expect(!found.address.isOnCurve)
        #expect(try ProgramDerivedAddress.create(program: program, seeds: seeds + [[found.bump]]) == found.address)
        return found
    }

    private static func machine(_ vector: VectorCase) throws -> VirtualMachine {
        VirtualMachine(
            mint: try vector["mint"].key(), authority: try vector["authority"].key(),
            lockDays: try vector["lock_days"].uint8())
    }

    private var machineGroups: Handlers {
        [
            "vm": { vector in
                let machine = try Self.machine(vector)
                try vector["vm"].expect(machine.address)
                try vector["omnibus"].expect(machine.omnibus)
            },
            "account_cluster": { vector in
                let account = TimelockAccount(
                    owner: try vector["owner"].key(), virtualMachine: try Self.machine(vector))
                try vector["state"].expect(account.state)
                try vector["vault"].expect(account.vault)
                try vector["deposit"].expect(account.deposit)
                try vector["deposit_ata"].expect(account.depositTokenAccount)
                try vector["swap"].expect(account.swap)
                try vector["swap_ata"].expect(account.swapTokenAccount)
                try vector["unlock"].expect(account.unlock)
            },
            "gift_card": { vector in
                let mnemonic = try Mnemonic(entropyBase58: vector["entropy_b58"].string())
                #expect(try mnemonic.phrase == vector["words"].string())
                let gift = GiftCardCluster(
                    mnemonic: mnemonic, mint: try vector["mint"].key(), timeAuthority: try vector["vm_authority"].key())
                #expect(try gift.authority.publicKey == vector["authority"].key())
                try vector["state"].expect(gift.cluster.timelock.state)
                try vector["vault"].expect(gift.cluster.timelock.vault)
            },
            "vm_memory_storage_relay": { vector in
                let machine = VirtualMachineAddresses(vm: try vector["vm"].key())
                let name = try PaddedName(name: vector["name"].string())
                try vector["memory"].expect(machine.memory(name: name))
                try vector["storage"].expect(machine.storage(name: name))
                let relay = machine.relay(name: name)
                try vector["relay"].expect(relay)
                try vector["relay_vault"].expect(VirtualMachineAddresses.relayVault(relay: relay.address))
            },
            "virtual_nonce": { vector in
                try vector.value.expect(
                    VirtualMachineAddresses(vm: vector["vm"].key()).durableNonce(
                        seedKey: vector["seed"].key(), value: vector["poh"].hexHash()))
            },
            "withdraw_receipt": { vector in
                try vector.value.expect(
                    VirtualMachineAddresses(vm: vector["vm"].key()).withdrawReceipt(
                        unlock: vector["unlock"].key(), instance: vector["instance"].hexHash()))
            },
            "relay": { vector in
                let payment = RelayPayment(
                    relay: try vector["relay"].key(), recentRoot: try vector["root"].hexHash(),
                    transcript: try vector["transcript"].hexHash(), destination: try vector["destination"].key(),
                    amount: try vector["amount"].uint64())
                try vector["commitment"].expect(payment.commitment)
                try vector["proof"].expect(payment.proof)
                try vector["relay_destination"].expect(payment.relayDestination)
            },
        ]
    }

    private var programGroups: Handlers {
        [
            "launchpad": { vector in
                let authority = try vector["authority"].key()
                let name = try PaddedName(name: vector["name"].string())
                #expect(try name.bytes == vector["name_padded"].hexBytes())
                #expect(try PaddedSymbol(symbol: vector["symbol"].string()).bytes.count == 8)
                let mint = CurrencyCreatorAddresses.mint(
                    authority: authority, name: name, seed: try vector["seed"].key())
                try vector["mint"].expect(mint)
                let currency = CurrencyCreatorAddresses.currency(mint: mint.address)
                try vector["currency"].expect(currency)
                let pool = CurrencyCreatorAddresses.pool(currency: currency.address)
                try vector["pool"].expect(pool)
                try vector["vault_target"].expect(
                    CurrencyCreatorAddresses.vault(pool: pool.address, mint: mint.address))
                try vector["vault_base"].expect(CurrencyCreatorAddresses.vault(pool: pool.address, mint: .usdf))
                try vector["metadata"].expect(CurrencyCreatorAddresses.metadata(mint: mint.address))
                let reserve = ReserveCurrency(mint: mint.address, authority: authority)
                try vector["vm"].expect(reserve.virtualMachine.address)
                try vector["vm_omnibus"].expect(reserve.virtualMachine.omnibus)
                #expect(reserve.pool == pool.address)
                let addresses = LaunchpadAddresses(mint: mint.address)
                #expect(addresses.currency == currency && addresses.pool == pool)
                try vector["vault_target"].expect(addresses.targetVault)
                try vector["vault_base"].expect(addresses.baseVault)
            },
            "coinbase": { vector in
                try vector["pool"].expect(CoinbasePool.address)
                try vector["whitelist"].expect(CoinbasePool.whitelist)
                let vault = CoinbasePool.vault(mint: try vector["mint"].key())
                try vector["vault"].expect(vault)
                try vector["vault_token_account"].expect(CoinbasePool.vaultTokenAccount(vault: vault.address))
            },
            "usdf_swap": { vector in
                let other = try vector["other_mint"].key()
                let pool = UsdfPool.address(
                    authority: try vector["authority"].key(), name: try PaddedName(name: vector["name"].string()),
                    otherMint: other)
                try vector["pool"].expect(pool)
                try vector["usdf_vault"].expect(UsdfPool.vault(pool: pool.address, mint: .usdf))
                try vector["other_vault"].expect(UsdfPool.vault(pool: pool.address, mint: other))
            },
        ]
    }

    private var legacyGroups: Handlers {
        [
            "legacy_timelock": { vector in
                let owner = try vector["owner"].key()
                let state = LegacyAddresses.timelockState(owner: owner)
                try vector["legacy_state"].expect(state)
                try vector["legacy_vault"].expect(LegacyAddresses.timelockVault(state: state.address))
                let kin = TimelockAccount(
                    owner: owner,
                    virtualMachine: VirtualMachine(
                        mint: LegacyAddresses.kinMint, authority: LegacyAddresses.timeAuthority))
                try vector["kin_state"].expect(kin.state)
                try vector["kin_vault"].expect(kin.vault)
            },
            "swap_validator": { vector in
                try vector.value.expect(
                    LegacyAddresses.preSwapState(
                        source: vector["source"].key(), destination: vector["destination"].key(),
                        nonce: vector["nonce"].key()))
            },
        ]
    }

    private var ledgerGroups: Handlers {
        [
            "virtual_account": { vector in
                let account = try Self.virtualAccount(vector)
                let packed = try vector["packed"].hexBytes()
                #expect(account.packed == packed)
                #expect(VirtualAccount(packed: packed) == account)
                #expect(try account.hash == vector["hash"].hexHash())
                guard !vector["compress_signature"].isNull else { return }
                let signature = try Signature(vector["compress_signature"].hexBytes())
                let authority = try vector["vm_authority_seed"].pair()
                #expect(authority.sign(account.hash.bytes) == signature)
                let value = account.storageValue(signature: signature)
                #expect(try value == vector["storage_value"].hexHash())
                #expect(try MerkleTree.leaf(value) == vector["merkle_leaf"].hexHash())
            },
            "storage_merkle": { vector in
                var tree = MerkleTree(
                    depth: try vector["depth"].int(), seeds: try vector["seeds"].array().map { try $0.hexBytes() })
                #expect(try tree.zeros.first == vector["zero_0"].hexHash())
                #expect(try tree.zeros.last == vector["zero_19"].hexHash())
                let roots = try vector["roots_after_each"].array().map { try $0.hexHash() }
                #expect(tree.root == roots.first)
                for (value, root) in zip(try vector["inserted_values"].array(), roots.dropFirst()) {
                    #expect(try tree.insert(value.hexHash()))
                    #expect(tree.root == root)
                }
            },
        ]
    }

    private static func virtualAccount(_ vector: VectorCase) throws -> VirtualAccount {
        switch try vector["kind"].string() {
        case "nonce":
            .durableNonce(VirtualNonce(address: try vector["address"].key(), value: try vector["value"].hexHash()))
        case "timelock":
            .timelock(
                VirtualTimelock(
                    owner: try vector["owner"].key(), instance: try vector["instance"].hexHash(),
                    vaultBump: try vector["token_bump"].uint8(), unlockBump: try vector["unlock_bump"].uint8(),
                    withdrawBump: try vector["withdraw_bump"].uint8(), balance: try vector["balance"].uint64(),
                    stateBump: try vector["bump"].uint8()))
        case "relay":
            .relay(
                VirtualRelay(target: try vector["target"].key(), destination: try vector["destination"].key()))
        case let kind: throw VectorValue.Mismatch(description: "unknown kind \(kind)")
        }
    }
}
