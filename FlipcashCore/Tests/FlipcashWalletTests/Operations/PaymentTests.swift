import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashWallet

/// Sending to a person and withdrawing (payment specification §5.2, §15, §23.1).
@Suite("Payments to an address") struct PaymentTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let (a, b): (TestWallet, TestWallet)
    private let outsider = TestWallet.account("outsider").owner

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    private func quarks(_ account: PublicKey) -> UInt64 { node.read { $0.quarks[account, default: 0] } }

    /// Two wallets: the first has 25 dollars.
    private func parties() async throws -> (payer: Session, receiver: Session) {
        (try await a.open("a", quarks: 25_000_000, node: node), try await b.open("b", quarks: 0, node: node))
    }

    private func withdraw(
        _ amount: String, from session: Session, to address: PublicKey
    ) async throws -> (SentCash, PaymentDestination) {
        let data = try await session.prepareSubmission(amount: .usd(amount), mint: .usdf, flow: .withdraw)
        let destination = try await session.withdrawalDestination(address, mint: .usdf)
        let quote = try session.withdrawalQuote(data, to: destination)
        return (try await session.withdraw(exchangedFiat: data, fee: quote.fee, to: destination), destination)
    }

    // MARK: Send

    @Test("Cash sent to a person's address, or to the address of the vault, arrives in the vault")
    func send_person_arrives() throws {
        try world.run {
            let (payer, receiver) = try await parties()
            let vault = try await receiver.cluster(for: .usdf).vault
            for address in [receiver.ownerPublicKey, vault] {
                let person = try await payer.person(at: address, mint: .usdf)
                #expect(person.account == vault && person.kind == .user && person.creationFee == nil)
                let data = try await payer.prepareSubmission(amount: .usd("2"), mint: .usdf)
                let sent = try await payer.send(exchangedFiat: data, to: person)
                let record = try #require(node.read { $0.intents[sent.id] })
                let payment = record.actions.metadata.sendPublicPayment
                #expect(!payment.isWithdrawal && !payment.isIndirectSend && !payment.hasDestinationOwner)
                guard case .payment(let note) = try payer.journal.records().last else {
                    Issue.record("the payment is not in the journal")
                    return
                }
                #expect(note.kind == .send && note.destination == vault && note.state == .done)
            }
            #expect(quarks(vault) == 4_000_000 && payer.balance(for: .usdf)?.quarks == 21_000_000)
        }
    }

    @Test("A caller's own id makes a payment happen once, however often it is sent")
    func send_sameID_paysOnce() throws {
        try world.run {
            let (payer, receiver) = try await parties()
            let person = try await payer.person(at: receiver.ownerPublicKey, mint: .usdf)
            let id = IntentID.generate(using: world.environment.random)
            let data = try await payer.prepareSubmission(amount: .usd("2"), mint: .usdf)
            for _ in 0..<2 {
                let sent = try await payer.send(exchangedFiat: data, to: person, id: id, splitPayment: "s", goal: "g")
                #expect(sent.id == id)
            }
            #expect(quarks(person.account) == 2_000_000)
            // Another amount under the same id is another payment, and is not made.
            let other = try await payer.prepareSubmission(amount: .usd("3"), mint: .usdf)
            await #expect(throws: PaymentFailure.submission(.takenByAnother)) {
                _ = try await payer.send(exchangedFiat: other, to: person, id: id)
            }
            #expect(quarks(person.account) == 2_000_000)
        }
    }

    @Test("An unknown address, or one's own, is refused before anything is submitted")
    func person_unusable_isRefused() throws {
        try world.run {
            let (payer, _) = try await parties()
            let own = try await payer.cluster(for: .usdf)
            await #expect(throws: PaymentFailure.notAPerson(outsider)) {
                _ = try await payer.person(at: outsider, mint: .usdf)
            }
            for address in [own.authorityPublicKey, own.vault, own.depositAddress] {
                await #expect(throws: PaymentFailure.ownAddress) {
                    _ = try await payer.person(at: address, mint: .usdf)
                }
            }
            // An account outside the service is not a person.
            let outside = PaymentDestination(
                address: outsider, kind: .owner, mint: .usdf, account: outsider, creationFee: nil)
            let data = try await payer.prepareSubmission(amount: .usd("2"), mint: .usdf)
            await #expect(throws: PaymentFailure.notAPerson(outsider)) {
                _ = try await payer.send(exchangedFiat: data, to: outside)
            }
            #expect(quarks(own.vault) == 25_000_000)
        }
    }

    // MARK: Withdraw

    @Test("A withdrawal to a new account pays the fee from its amount, as in the worked example")
    func withdraw_newAccount_paysTheFee() throws {
        try world.run {
            let (payer, _) = try await parties()
            let (sent, destination) = try await withdraw("5", from: payer, to: outsider)
            let account = AssociatedTokenAccount.address(owner: outsider, mint: .usdf).address
            #expect(destination.account == account && destination.kind == .owner)
            #expect(quarks(account) == 4_500_000)
            let collector = try PublicKey(ScriptedNode.feeCollector)
            #expect(quarks(collector) == 500_000)
            #expect(payer.balance(for: .usdf)?.quarks == 20_000_000)
            let metadata = try #require(node.read { $0.intents[sent.id] }).actions.metadata.sendPublicPayment
            #expect(metadata.isWithdrawal && metadata.destinationOwner.value == outsider.bytes)
            guard case .payment(let note) = try payer.journal.records().last else { throw MoneyError.notANumber }
            #expect(note.kind == .withdraw && note.quarks == 5_000_000 && note.destination == account)
        }
    }

    @Test("A withdrawal to an existing token account has no fee and no owner")
    func withdraw_tokenAccount_hasNoFee() throws {
        try world.run {
            let (payer, _) = try await parties()
            let account = AssociatedTokenAccount.address(owner: outsider, mint: .usdf).address
            node.change { state in
                state.withdrawalAccounts[account] = .with {
                    $0.isValidPaymentDestination = true
                    $0.accountType = .tokenAccount
                }
            }
            let (sent, destination) = try await withdraw("5", from: payer, to: account)
            #expect(destination.kind == .tokenAccount && quarks(account) == 5_000_000)
            let actions = try #require(node.read { $0.intents[sent.id] }).actions
            #expect(actions.actions.count == 1 && !actions.metadata.sendPublicPayment.hasDestinationOwner)
        }
    }

    @Test("A withdrawal to another user of the service arrives in that user's vault, without a fee")
    func withdraw_user_arrivesInTheVault() throws {
        try world.run {
            let (payer, receiver) = try await parties()
            let (_, destination) = try await withdraw("5", from: payer, to: receiver.ownerPublicKey)
            let vault = try await receiver.cluster(for: .usdf).vault
            #expect(destination.kind == .user && destination.account == vault && quarks(vault) == 5_000_000)
        }
    }

    @Test("The whole balance can be withdrawn to its last unit, whatever the limits are")
    func withdraw_maximum_leavesNothing() throws {
        try world.run {
            let payer = try await a.open("a", quarks: 4_000_123_457, node: node)
            node.change { $0.limitsNext = 0 }
            let data = try await payer.prepareMaximum(currency: .usd, mint: .usdf, flow: .withdraw)
            #expect(data.amount.quarks == 4_000_123_457)
            #expect(try await payer.maximumAmount(currency: .usd, mint: .usdf, flow: .withdraw) == .usd("4000.12"))
            let destination = try await payer.withdrawalDestination(outsider, mint: .usdf)
            let quote = try payer.withdrawalQuote(data, to: destination)
            _ = try await payer.withdraw(exchangedFiat: data, fee: quote.fee, to: destination)
            #expect(quarks(destination.account) == 3_999_623_457)
            #expect(payer.balance(for: .usdf)?.quarks == 0)
            #expect(node.read { $0.calls.filter { $0 == "getLimits" }.count } == 1, "only the refresh asks")
        }
    }

    @Test(
        "Below the fee and one unit, nothing is withdrawn",
        arguments: [("0.51", true), ("0.50", false), ("0.01", false)])
    func withdrawalQuote_smallest_isTheFeeAndOneUnit(entry: String, isPossible: Bool) throws {
        try world.run {
            let (payer, _) = try await parties()
            let data = try await payer.prepareSubmission(amount: .usd(entry), mint: .usdf, flow: .withdraw)
            let destination = try await payer.withdrawalDestination(outsider, mint: .usdf)
            if isPossible {
                let quote = try payer.withdrawalQuote(data, to: destination)
                #expect(quote.fee == TokenAmount(quarks: 500_000, mint: .usdf))
                #expect(try quote.transfer(of: data.amount).quarks == 10_000)
            } else {
                #expect(throws: PaymentFailure.belowMinimum(.usd("0.51"))) {
                    _ = try payer.withdrawalQuote(data, to: destination)
                }
            }
        }
    }

    @Test("An address of this account is refused, in each of its forms")
    func withdrawalDestination_own_isRefused() throws {
        try world.run {
            let (payer, _) = try await parties()
            let account = try await payer.cluster(for: .usdf).timelock
            let own = [
                account.owner, account.vault.address, account.deposit.address, account.depositTokenAccount.address,
                account.swap.address, account.swapTokenAccount.address,
                AssociatedTokenAccount.address(owner: account.owner, mint: .usdf).address,
            ]
            for address in own {
                await #expect(throws: PaymentFailure.ownAddress) {
                    _ = try await payer.withdrawalDestination(address, mint: .usdf)
                }
            }
            #expect(node.read { !$0.calls.contains("canWithdrawToAccount") })
        }
    }

    @Test("An address that the service refuses, or whose fee makes no sense, is unusable")
    func withdrawalDestination_refused_isUnusable() throws {
        try world.run {
            let (payer, _) = try await parties()
            let offCurve = AssociatedTokenAccount.address(owner: outsider, mint: .usdc).address
            await #expect(throws: PaymentFailure.unusable(offCurve)) {
                _ = try await payer.withdrawalDestination(offCurve, mint: .usdf)
            }
            let fees: [(currency: String, amount: Double)] = [
                ("cad", 0.5), ("usd", -1), ("usd", .nan), ("usd", .infinity),
            ]
            for fee in fees {
                node.change { state in
                    state.withdrawalAccounts[outsider] = .with {
                        $0.isValidPaymentDestination = true
                        $0.accountType = .ownerAccount
                        $0.requiresInitialization = true
                        $0.feeAmount = .with {
                            $0.currency = fee.currency
                            $0.nativeAmount = fee.amount
                        }
                    }
                }
                await #expect(throws: PaymentFailure.unusable(outsider)) {
                    _ = try await payer.withdrawalDestination(outsider, mint: .usdf)
                }
            }
            node.change { $0.isDown = true }
            do throws(PaymentFailure) {
                _ = try await payer.withdrawalDestination(outsider, mint: .usdf)
                Issue.record("the service is down")
            } catch {
                #expect(error.report.kind == .network)
            }
        }
    }

    // MARK: Failures and crashes

    @Test("A refusal moves nothing and is recorded as failed", arguments: [true, false])
    func pay_refused_movesNothing(isWithdrawal: Bool) throws {
        try world.run {
            let (payer, receiver) = try await parties()
            node.change { $0.submission = .refuse(.denied, "dollar value exceeds limit") }
            let failure = try await failure(of: payer, paying: receiver, isWithdrawal: isWithdrawal)
            #expect(failure?.report.code == .limitReached)
            guard case .payment(let note) = try payer.journal.records().last else { throw MoneyError.notANumber }
            let vault = try await payer.cluster(for: .usdf).vault
            #expect(note.state == .failed && quarks(vault) == 25_000_000)
        }
    }

    @Test(
        "After a lost answer the record stays open, and the next start compares what was paid to whom",
        arguments: [true, false], [true, false])
    func pay_lostAnswer_isRecovered(isWithdrawal: Bool, commits: Bool) throws {
        try world.run {
            let (payer, receiver) = try await parties()
            node.change {
                $0.submission = .hangUpAfterSignatures(commits: commits)
                $0.metadataIsDown = true
            }
            let failure = try await failure(of: payer, paying: receiver, isWithdrawal: isWithdrawal)
            guard case .submission(.outcomeUnknown(let id)) = failure else {
                Issue.record("unexpected failure")
                return
            }
            #expect(failure?.report.kind == .outcomeUnknown && failure?.report.advice == .findPayment(id))
            node.change {
                $0.submission = .commit
                $0.metadataIsDown = false
            }
            world.clock.moveDate(by: SubmissionBound.timeMax)
            let recovered = try await payer.recoverSubmissions()
            #expect(recovered.payments.map(\.intent) == (commits ? [id] : []))
            #expect(recovered.failed.count == (commits ? 0 : 1) && recovered.unknown.isEmpty)
        }
    }

    @Test("A payment with an expired rate is not submitted")
    func pay_expiredRate_isNotSubmitted() throws {
        try world.run {
            let (payer, receiver) = try await parties()
            let person = try await payer.person(at: receiver.ownerPublicKey, mint: .usdf)
            let data = try await payer.prepareSubmission(amount: .usd("2"), mint: .usdf)
            world.clock.moveDate(by: VerifiedState.usableTimeMax)
            await #expect(throws: PaymentFailure.session(.verifiedStateStale)) {
                _ = try await payer.send(exchangedFiat: data, to: person)
            }
            #expect(quarks(person.account) == 0)
        }
    }

    /// The failure of paying two dollars.
    private func failure(
        of payer: Session, paying receiver: Session, isWithdrawal: Bool
    ) async throws -> PaymentFailure? {
        let data = try await payer.prepareSubmission(amount: .usd("2"), mint: .usdf)
        do {
            if isWithdrawal {
                let destination = try await payer.withdrawalDestination(outsider, mint: .usdf)
                let quote = try payer.withdrawalQuote(data, to: destination)
                _ = try await payer.withdraw(exchangedFiat: data, fee: quote.fee, to: destination)
            } else {
                let person = try await payer.person(at: receiver.ownerPublicKey, mint: .usdf)
                _ = try await payer.send(exchangedFiat: data, to: person)
            }
            return nil
        } catch let failure as PaymentFailure {
            return failure
        }
    }
}
