import FlipcashAPI
import FlipcashCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the checks of withdrawals to outside accounts (payment specification §6.3, rows 8 and 19 to 28).
@Suite struct WithdrawalRefusalTests {
    typealias Actions = LedgerWorld.Actions
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let owner: PublicKey

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
        owner = world.stranger().owner
    }

    private func expect(
        _ request: Actions, _ expected: Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await world.answer(to: request) == expected, sourceLocation: sourceLocation)
    }

    private func withdrawal(_ change: (inout Actions) -> Void = { _ in }) -> Actions {
        world.withdrawal(5_000_000, by: a, toAccountOf: owner, change)
    }

    @Test("an honest withdrawal reaches the question for signatures")
    func withdraw_honest_asksForSignatures() async throws {
        try await expect(withdrawal(), LedgerWorld.unsigned)
    }

    @Test("the only fee is the one for a new account, paid by its own account's key")
    func withdraw_wrongFee_isInvalid() async throws {
        try await expect(
            withdrawal { $0.actions[1].feePayment.type = .UNRECOGNIZED(9) },
            .invalid("actions[1]: expected a CREATE_ON_SEND_WITHDRAWAL fee payment"))
        try await expect(
            withdrawal { $0.actions[1].feePayment.authority = b.owner.accountID },
            .invalid("actions[1]: token must be \(b.vault(world.usdf).base58)"))
        try await expect(
            world.withdrawal(5_000_000, by: a, toAccountOf: owner, fee: nil),
            .invalid("CREATE_ON_SEND_WITHDRAWAL fee payment is required"))
    }

    @Test("the destination is the token account of the owner that is named")
    func withdraw_otherAccount_isInvalid() async throws {
        try await expect(
            withdrawal { $0.metadata.sendPublicPayment.destinationOwner = b.owner.accountID },
            .invalid("destination is not the ata for \(b.owner.base58)"))
        try await expect(
            withdrawal { $0.metadata.sendPublicPayment.clearDestinationOwner() },
            .invalid("destination owner account is required to derive ata"))
    }

    // MARK: Deposit addresses

    private func toDepositAddress(of person: Payer, _ mint: MintRecord) -> Actions {
        world.withdrawal(5_000_000, by: a, toAccountOf: mint.timelock(of: person.owner).deposit.address)
    }

    @Test("a deposit address is paid in its own currency, while its vault can be paid, and not by its owner")
    func withdraw_toDepositAddress_checksItsVault() async throws {
        try await world.submitted(b.open(world.jeffy, id: world.id()), signers: [])
        try await expect(
            toDepositAddress(of: b, world.jeffy),
            .invalid("destination is not a token account of \(world.usdf.mint.base58) mint"))
        try await expect(toDepositAddress(of: a, world.usdf), .invalid("payment is a no-op"))
        try await expect(toDepositAddress(of: b, world.usdf), LedgerWorld.unsigned)
        try world.set(.unlocked, of: b.vault(world.usdf))
        try await expect(
            toDepositAddress(of: b, world.usdf), .denied("a destination account is no longer managed by code"))
    }

    @Test("a token account that follows from a vault's own token account is not the vault's")
    func withdraw_toAccountOfAccount_creditsNobody() async throws {
        let account = AssociatedTokenAccount.address(owner: b.owner, mint: world.usdf.mint).address
        try await world.submitted(world.withdrawal(5_000_000, by: a, toAccountOf: account), signers: [a])
        #expect(try world.balance(a) == 20_000_000)
        #expect(try world.balance(b) == 0)
        #expect(try world.findings().map(\.description) == [])
    }

    // MARK: Amounts

    @Test("an amount that no account can hold is refused even if the account holds the largest amount")
    func withdraw_2To63_isInsufficient() async throws {
        let vault = a.vault(world.usdf)
        try world.setBalance(.max, of: vault)
        let quarks = UInt64(1) << 63
        let short = Outcome.invalid("actions[0]: \(vault.base58) has insufficient balance to perform action")
        try await expect(world.withdrawal(quarks, by: a, toAccountOf: owner, fee: nil), short)
        try await expect(
            withdrawal { request in
                request.actions.swapAt(0, 1)
                request.actions[0].feePayment.amount = quarks
            }, short)
        try await expect(
            withdrawal { request in
                request.actions = [a.withdraw(to: b.vault(world.usdf), quarks, world.usdf, isAutoReturn: false)]
            }, short)
    }

    @Test("a fee that is as large as the amount leaves nothing to send")
    func withdraw_feeTakesAll_isInvalid() async throws {
        let request = world.withdrawal(500_000, by: a, toAccountOf: owner) {
            $0.actions[0].noPrivacyTransfer.amount = 1
        }
        try await expect(request, .invalid("must send 500000 quarks from source account"))
    }

    // MARK: Openings and closings (row 28)

    @Test("a withdrawal opens and closes nothing")
    func withdraw_opensOrCloses_isInvalid() async throws {
        let card = world.stranger()
        func withFeeless(_ action: Ocp_Transaction_V1_Action) -> Actions {
            a.withdraw(
                world.dollars(1_000_000), to: b.vault(world.usdf), owner: nil, fee: nil, world.usdf, id: world.id()
            ).changed(signedBy: a.key) { request in
                request.actions.append(action)
                request.numberActions()
            }
        }
        try await expect(
            withFeeless(card.openAction(.remoteSendGiftCard, world.usdf)), .invalid("cannot open any account"))
        let funded = try await world.fundedCard(1_000_000, from: a)
        let back = funded.withdraw(to: a.vault(world.usdf), 1_000_000, world.usdf, isAutoReturn: true)
        try await expect(withFeeless(back), .invalid("cannot close any account"))
    }
}
