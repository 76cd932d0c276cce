import FlipcashCore
import Testing

@Suite("Addresses")
struct AddressTests {
    struct ConstantCase: Decodable {
        let name: String
        let address: String
        let hex: String
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

    @Test("Every named address is the published one")
    func constants_everyCase_matchVectors() throws {
        let cases: [ConstantCase] = try GroupedVectors.addresses.cases("constants")
        #expect(Set(cases.map(\.name)) == Set(Self.constants.keys))
        for vector in cases {
            let key = try #require(Self.constants[vector.name], "\(vector.name)")
            #expect(key.base58 == vector.address, "\(vector.name)")
            #expect(key.bytes.hex == vector.hex, "\(vector.name)")
        }
    }

    @Test("Decimals of mints: 6 for USDF and USDC, 10 for every other")
    func mintDecimals_ofMints_areFixed() {
        #expect(PublicKey.usdf.mintDecimals == 6)
        #expect(PublicKey.usdc.mintDecimals == 6)
        #expect(KeyPair.named("currency").publicKey.mintDecimals == 10)
    }

    struct CreateCase: Decodable {
        let note: String
        let program: String
        let seeds: [String]
        let address: String?
        let error: String?
    }

    @Test("Creating an address follows the vectors, refusals included")
    func create_everyCase_matchesVectors() throws {
        let cases: [CreateCase] = try GroupedVectors.addresses.cases("create_program_address")
        for vector in cases {
            let program = try PublicKey(base58: vector.program)
            let seeds = vector.seeds.map { [UInt8](hex: $0) }
            do {
                let address = try ProgramDerivedAddress.create(program: program, seeds: seeds)
                #expect(address.base58 == vector.address, "\(vector.note)")
            } catch {
                let name =
                    switch error {
                    case .onCurve: "on-curve"
                    case .tooManySeeds: "max-seeds"
                    case .seedTooLong: "max-seed-length"
                    case .noBump: "none"
                    }
                #expect(name == vector.error, "\(vector.note)")
            }
        }
    }

    struct FindCase: Decodable {
        let program: String
        let seeds: [String]
        let address: String
        let bump: UInt8
        let wrong_address: String?
    }

    @Test("Finding an address counts down to the right bump", arguments: ["find_program_address", "libsodium_trap"])
    func find_everyCase_matchesVectors(group: String) throws {
        let cases: [FindCase] = try GroupedVectors.addresses.cases(group)
        for vector in cases {
            let program = try PublicKey(base58: vector.program)
            let seeds = vector.seeds.map { [UInt8](hex: $0) }
            let found = try ProgramDerivedAddress.find(program: program, seeds: seeds)
            #expect(found.address.base58 == vector.address)
            #expect(found.bump == vector.bump)
            #expect(found.address.base58 != vector.wrong_address)
            #expect(!found.address.isOnCurve)
            #expect(try ProgramDerivedAddress.create(program: program, seeds: seeds + [[found.bump]]) == found.address)
        }
    }

    @Test("Finding leaves room for the bump and refuses long seeds")
    func find_badSeeds_throws() {
        #expect(throws: ProgramDerivedAddressError.tooManySeeds(16, max: 15)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[UInt8]](repeating: [1], count: 16))
        }
        #expect(throws: ProgramDerivedAddressError.seedTooLong(index: 1, byteCount: 33)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[], [UInt8](repeating: 0, count: 33)])
        }
    }

    struct TokenAccountCase: Decodable {
        let owner: String
        let mint: String
        let address: String
        let bump: UInt8
    }

    @Test("Associated token accounts match the vectors")
    func associatedTokenAccount_everyCase_matchesVectors() throws {
        let cases: [TokenAccountCase] = try GroupedVectors.addresses.cases("ata")
        for vector in cases {
            let account = AssociatedTokenAccount.address(
                owner: try PublicKey(base58: vector.owner), mint: try PublicKey(base58: vector.mint))
            #expect(account.address.base58 == vector.address)
            #expect(account.bump == vector.bump)
        }
    }
}
