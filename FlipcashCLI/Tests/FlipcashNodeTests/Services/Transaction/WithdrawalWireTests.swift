import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests over a TCP connection that withdrawals and openings happen as announced.
@Suite("Withdrawals and openings over a connection") struct WithdrawalWireTests {
    private static func hint(_ address: PublicKey, _ town: WireTown) async throws
        -> Ocp_Transaction_V1_CanWithdrawToAccountResponse
    {
        try await town.transactions.canWithdrawToAccount(
            .with {
                $0.account = address.accountID
                $0.mint = town.usdf.mint.accountID
            })
    }

    @Test("A withdrawal to a deposit address works as announced, and its vault gets the money")
    func withdraw_depositAddress_creditsVault() async throws {
        try await WireTown.run { town in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let address = usdf.timelock(of: b.owner).deposit.address
            let account = AssociatedTokenAccount.address(owner: address, mint: usdf.mint).address
            var answer = try await Self.hint(address, town)
            #expect(answer.isValidPaymentDestination && answer.accountType == .ownerAccount)
            #expect(answer.requiresInitialization && answer.feeAmount.nativeAmount == 0.5)
            #expect(try await !Self.hint(account, town).isValidPaymentDestination)
            func withdraw(owner: PublicKey?, fee: UInt64?) async throws -> String? {
                let request = a.withdraw(
                    try town.dollars(5_000_000), to: account, owner: owner, fee: fee, usdf, id: town.id())
                return try await town.submit(request, signers: [a])
            }
            #expect(
                try await withdraw(owner: address, fee: nil) == "CREATE_ON_SEND_WITHDRAWAL fee payment is required")
            #expect(try await withdraw(owner: address, fee: 500_000) == nil)
            #expect(try town.balance(a) == 20_000_000)
            #expect(try town.balance(b) == 4_500_000)
            #expect(await town.violations() == [])

            answer = try await Self.hint(address, town)
            #expect(answer.isValidPaymentDestination && !answer.requiresInitialization && !answer.hasFeeAmount)
            #expect(try await withdraw(owner: address, fee: nil) == nil)
            #expect(try await Self.hint(account, town).accountType == .tokenAccount)
            #expect(try await withdraw(owner: nil, fee: nil) == nil)
            #expect(try town.balance(b) == 14_500_000)
            try await town.work()
            #expect(await town.violations() == [])
        }
    }

    @Test("The deposit address of a gift card accepts no money, and both answers say so")
    func withdraw_depositAddressOfGiftCard_refused() async throws {
        try await WireTown.run { town in
            let (a, usdf) = (town.a, town.usdf)
            let card = Payer(key: try Somebody("card").key)
            let link = a.link(try town.dollars(2_000_000), card: card, usdf, id: town.id())
            #expect(try await town.submit(link, signers: [a, card]) == nil)
            let address = usdf.timelock(of: card.owner).deposit.address
            let account = AssociatedTokenAccount.address(owner: address, mint: usdf.mint).address
            #expect(try await !Self.hint(address, town).isValidPaymentDestination)
            let request = a.withdraw(
                try town.dollars(5_000_000), to: account, owner: address, fee: 500_000, usdf, id: town.id())
            #expect(
                try await town.submit(request, signers: [a])
                    == "destination is not a token account of \(usdf.mint.base58) mint")
        }
    }

    @Test("Amounts that no account can hold, and a fee above the amount, are refused with the specified texts")
    func withdraw_impossibleAmounts_saidAsInCatalogue() async throws {
        try await WireTown.run { town in
            let (a, usdf) = (town.a, town.usdf)
            let owner = Payer(key: try Somebody("owner").key).owner
            let account = AssociatedTokenAccount.address(owner: owner, mint: usdf.mint).address
            let short = "actions[0]: \(a.vault(usdf).base58) has insufficient balance to perform action"
            for quarks in [UInt64(1) << 63, .max, UInt64(1) << 63 - 1] {
                let request = a.withdraw(
                    try town.dollars(quarks), to: account, owner: owner, fee: nil, usdf, id: town.id())
                #expect(try await town.submit(request, signers: [a]) == short, "\(quarks)")
            }
            let tooDear = a.withdraw(
                try town.dollars(100_000), to: account, owner: owner, fee: 500_000, usdf, id: town.id()
            ).changed(signedBy: a.key) { $0.actions[0].noPrivacyTransfer.amount = 1 }
            #expect(
                try await town.submit(tooDear, signers: [a]) == "must send 100000 quarks from source account")
            #expect(try town.balance(a) == 25_000_000)
        }
    }

    @Test("All of several first openings of one account succeed")
    func openAccounts_inParallel_allSucceed() async throws {
        try await WireTown.run { town in
            for name in ["c", "d", "e"] {
                let person = Payer(key: try Somebody(name).key)
                try await town.register(person)
                let requests = (0..<8).map { _ in person.open(town.usdf, id: town.id()) }
                let refusals = try await withThrowingTaskGroup(of: String?.self) { group in
                    for request in requests { group.addTask { try await town.submit(request, signers: []) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(refusals == [String?](repeating: nil, count: 8))
            }
            #expect(await town.violations() == [])
        }
    }
}

/// The same race, step by step.
@Suite struct ParallelOpeningTests {
    /// Delays the first opening until the second has passed its first checks too.
    private struct Meeting: Settlement {
        var isImmediate: Bool { true }
        let arrived = Shared(0)
        let both = Latch()

        func unlockStarted(_ vault: PublicKey) async throws -> Bool {
            if arrived.change({
                $0 += 1; return $0
            }) == 2 {
                both.open()
            }
            await both.wait()
            return false
        }

        func ensureAccount(_ vault: PublicKey) async throws -> AccountReadiness { .done }

        func submit(_ movement: SettledMovement) async throws -> SettlementTicket {
            SettlementTicket(signature: movement.signed.signature)
        }

        func status(_ ticket: SettlementTicket) async throws -> SettlementStatus { .finalized(slot: 0) }

        func tokenAccount(_ address: PublicKey, mint: PublicKey) async throws -> TokenAccountPresence { .missing }
    }

    @Test("of two first openings of an account, both past their first checks, the second succeeds as a no-op")
    func submit_twoFirstOpenings_secondIsNoOp() async throws {
        let world = try LedgerWorld(settlement: Meeting())
        let person = world.stranger()
        let ids = [world.id(), world.id()]
        async let first = world.submit(person.open(world.usdf, id: ids[0]), signers: [])
        async let second = world.submit(person.open(world.usdf, id: ids[1]), signers: [])
        #expect(try await [first, second] == [.success, .success])
        let stored = try world.store.read { reader in try ids.filter { try reader.intent($0) != nil } }
        #expect(stored.count == 1)
        #expect(try world.findings().map(\.description) == [])
    }
}
