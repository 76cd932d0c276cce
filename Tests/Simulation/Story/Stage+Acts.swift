import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import Foundation

/// What the people of a story do.
extension Stage {
    /// Performs an act, and says what may have happened.
    func perform(_ act: Act) async -> ActReport {
        let start = uptime
        let possible: [Books.Deed?]
        var violation: String?
        var takenBack: Int?
        var collection: IntentID?
        switch act {
        case .deposit(let person, let cents, let reference):
            possible = await deposit(person, cents: cents, reference: reference)
        case .give(let giver, let receivers, let cents):
            possible = await give(giver, to: receivers, cents: cents)
        case .pay(let giver, let receiver, let cents, let minutes):
            possible = await pay(giver, to: receiver, cents: cents, minutes: minutes)
            if minutes >= 20, possible == [.payment(from: giver, to: receiver, quarks: Self.quarks(cents))] {
                violation = "a payment with a rate proof of \(minutes) minutes was accepted"
            }
        case .send(let giver, let receiver, let cents):
            possible = await send(giver, to: receiver, cents: cents)
        case .withdraw(let person, let outsider, let cents):
            possible = await withdraw(person, outsider: outsider, cents: cents)
        case .link(let link, let maker, let cents):
            possible = await makeLink(link, maker, cents: cents)
        case .claim(let link, let person):
            (possible, collection) = await claim(link, by: person)
        case .void(let link):
            (possible, takenBack) = await void(link)
        case .launch(let currency, let person): possible = await launch(currency, by: person)
        case .buy(let currency, let person, let cents): possible = await buy(currency, by: person, cents: cents)
        case .sell(let currency, let person, let cents): possible = await sell(currency, by: person, cents: cents)
        case .convert(let source, let target, let person):
            possible = await convert(source, to: target, by: person)
        }
        return ActReport(
            act: act, possible: possible, time: start...uptime, violation: violation, takenBack: takenBack,
            collection: collection)
    }

    static func quarks(_ cents: Int) -> UInt64 { UInt64(cents) * 10_000 }

    private static func amount(_ cents: Int) -> FiatAmount {
        FiatAmount(value: Decimal(cents) / 100, currency: .usd)
    }

    /// What is known after an act: it happened, it did not, or the outcome is unknown.
    private func known(_ deed: Books.Deed, _ isDone: Bool) -> [Books.Deed?] { isDone ? [deed] : [nil, deed] }

    // MARK: Money from outside

    private func deposit(_ person: Int, cents: Int, reference: Int) async -> [Books.Deed?] {
        guard let owner = wallets[person].running?.owner.publicKey.base58 else { return [nil] }
        let quarks = Self.quarks(cents)
        let request = AdminRequest(.deposit, owner: owner, quarks: quarks, reference: "deposit-\(reference)")
        // Two observers of the same money report it at once. It counts once.
        async let other = node.perform(request)
        let answers = [await node.perform(request), await other]
        return known(.deposit(to: person, quarks: quarks), answers.contains { $0?.ok ?? false })
    }

    // MARK: Bills

    private enum Side: Sendable {
        case giver(isPaid: Bool)
        case receiver(Int, hasReceived: Bool)
    }

    private func give(_ giver: Int, to receivers: [Int], cents: Int) async -> [Books.Deed?] {
        let shown = OneTimeValue<CashCode.Payload?>()
        let sides = await withTaskGroup(of: Side.self) { group in
            group.addTask {
                let isPaid = (try? await self.perform(wallets[giver]) { try await Self.show($0, cents, shown) }) != nil
                // A camera sees nothing more.
                shown.set(nil)
                return .giver(isPaid: isPaid)
            }
            for receiver in receivers {
                group.addTask {
                    guard let payload = await shown.wait() ?? nil else {
                        return .receiver(receiver, hasReceived: false)
                    }
                    let received = try? await self.perform(wallets[receiver]) {
                        try await $0.session.receiveCash(payload)
                    }
                    return .receiver(receiver, hasReceived: received != nil)
                }
            }
            return await group.reduce(into: [Side]()) { $0.append($1) }
        }
        guard shown.value ?? nil != nil else { return [nil] }
        let quarks = Self.quarks(cents)
        var possible: [Books.Deed?] = [nil]
        for receiver in receivers { possible.append(.payment(from: giver, to: receiver, quarks: quarks)) }
        for side in sides {
            switch side {
            case .giver(isPaid: true): possible.removeAll { $0 == nil }
            case .receiver(let receiver, hasReceived: true):
                possible.removeAll { $0 != .payment(from: giver, to: receiver, quarks: quarks) }
            case .giver(isPaid: false), .receiver(_, hasReceived: false): break
            }
        }
        return possible
    }

    /// Shows a bill for a minute and a half, or until it is paid.
    private static func show(
        _ giver: SimulatedWallet.Running, _ cents: Int, _ shown: OneTimeValue<CashCode.Payload?>
    ) async throws {
        let pinned = try await giver.session.prepareSubmission(amount: amount(cents), mint: .usdf)
        let bill = try giver.session.showCashBill(pinned)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await state in bill.states() where state == .advertised { return shown.set(bill.payload) }
            }
            defer { group.cancelAll() }
            _ = try await bill.run(wait: .seconds(90))
        }
    }

    // MARK: Payments without a bill

    private func pay(_ giver: Int, to receiver: Int, cents: Int, minutes: Int) async -> [Books.Deed?] {
        guard let other = wallets[receiver].running?.session else { return [nil] }
        let sent = OneTimeValue<Void>()
        let result = try? await perform(wallets[giver]) { running in
            let target = try await other.cluster(for: .usdf).vault
            let source = try await running.session.cluster(for: .usdf)
            let pinned = try await running.session.prepareSubmission(amount: Self.amount(cents), mint: .usdf)
            if minutes > 0 { try await running.process.clock.sleep(for: .seconds(minutes * 60)) }
            let environment = running.process.environment
            let intent = Intent.payment(
                id: .generate(using: environment.random), from: source, to: target, exchangeData: pinned)
            let client = Client(connection: running.connection, environment: environment)
            sent.set(())
            let first = await Self.submit(intent, client, environment)
            // Submitting it again changes nothing.
            let second = await Self.submit(intent, client, environment)
            return first || second
        }
        guard sent.value != nil else { return [nil] }
        return known(.payment(from: giver, to: receiver, quarks: Self.quarks(cents)), result ?? false)
    }

    private static func submit(_ intent: Intent, _ client: Client, _ environment: RuntimeEnvironment) async -> Bool {
        (try? await client.submitIntent(intent, progress: SubmissionProgress(clock: environment.clock))) != nil
    }

    private func send(_ giver: Int, to receiver: Int, cents: Int) async -> [Books.Deed?] {
        guard let address = wallets[receiver].running?.owner.publicKey else { return [nil] }
        let isSent =
            (try? await perform(wallets[giver]) { running -> Void in
                let session = running.session
                let person = try await session.person(at: address, mint: .usdf)
                let pinned = try await session.prepareSubmission(amount: Self.amount(cents), mint: .usdf)
                _ = try await session.send(exchangedFiat: pinned, to: person)
            }) != nil
        return known(.payment(from: giver, to: receiver, quarks: Self.quarks(cents)), isSent)
    }

    // MARK: Withdrawals

    private func withdraw(_ person: Int, outsider: Int, cents: Int) async -> [Books.Deed?] {
        guard let address = try? KeyPair(seed: Hash(sha256: "outsider \(outsider)".utf8).bytes).publicKey else {
            return [nil]
        }
        let isDone =
            (try? await perform(wallets[person]) { running -> Void in
                let session = running.session
                let pinned = try await session.prepareSubmission(
                    amount: Self.amount(cents), mint: .usdf, flow: .withdraw)
                let destination = try await session.withdrawalDestination(address, mint: .usdf)
                let quote = try session.withdrawalQuote(pinned, to: destination)
                _ = try await session.withdraw(exchangedFiat: pinned, fee: quote.fee, to: destination)
            }) != nil
        return known(.withdrawal(from: person, quarks: Self.quarks(cents)), isDone)
    }

    // MARK: Links

    private func makeLink(_ link: Int, _ maker: Int, cents: Int) async -> [Books.Deed?] {
        let links = self.links
        let isMade =
            (try? await perform(wallets[maker]) { running -> Void in
                let session = running.session
                let pinned = try await session.prepareSubmission(amount: Self.amount(cents), mint: .usdf)
                let payload = try session.makePayload(for: pinned.amount.nativeAmount)
                links.note(link, IntentID(rendezvous: payload.rendezvous.publicKey), by: maker)
                _ = try await session.createCashLink(payload: payload, exchangedFiat: pinned)
            }) != nil
        guard links[link] != nil else { return [nil] }
        return known(.link(link, from: maker, quarks: Self.quarks(cents)), isMade)
    }

    private func claim(_ link: Int, by person: Int) async -> ([Books.Deed?], collection: IntentID?) {
        guard let mnemonic = links[link]?.mnemonic else { return ([nil], nil) }
        let received = try? await perform(wallets[person]) {
            try await $0.session.receiveCashLink(mnemonic, allowsOwn: true)
        }
        return (known(.claim(link: link, by: person), received != nil), received?.id)
    }

    /// Success can also mean that the money was back before.
    private func void(_ link: Int) async -> ([Books.Deed?], takenBack: Int?) {
        guard let entry = links[link], let vault = entry.vault else { return ([nil], nil) }
        let isDone =
            (try? await perform(wallets[entry.maker]) { try await $0.session.cancelCashLink(vault: vault) }) != nil
        return ([nil, .void(link: link)], isDone ? link : nil)
    }
}
