import FlipcashCore
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// The ends of a bill on show.
@Suite struct SessionBillTests {
    /// Shows a bill of 5 dollars and passes it to `story` once the service knows it.
    private func bill(
        _ story: @escaping @Sendable (SessionBill, any WalletAccess) async throws -> Void
    ) async throws -> BillOutcome {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let ended = try await world.withWallet { wallet in
                let bill = try await wallet.showBill(
                    wallet.prepare(AmountText(argument: "5"), token: nil))
                async let outcome = bill.outcome()
                for await state in bill.states where state == .waiting { break }
                try await story(bill, wallet)
                return try await outcome
            }
            switch ended {
            case .takenBack, .notScannedInTime: #expect(try await world.balance().contains("$20.00"))
            case .link, .given: #expect(try await world.balance().contains("$15.00"))
            }
            return ended
        }
    }

    @Test("A bill that is taken back says so, and no money has moved")
    func takeBack_notScanned_isTakenBack() async throws {
        let outcome = try await bill { bill, _ in await bill.takeBack() }
        guard case .takenBack = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A bill that is taken back at once is no longer shown; a bill that has replaced it stays")
    func takeBack_neverWaited_isPutAway() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            try await world.withWallet { wallet in
                let session = try #require(wallet as? SessionWallet).session
                let bill = try await wallet.showBill(wallet.prepare(AmountText(argument: "5"), token: nil))
                let shown = try #require(session.bill)
                let next = try await wallet.showBill(wallet.prepare(AmountText(argument: "5"), token: nil))
                await bill.takeBack()
                #expect(session.bill != nil && session.bill !== shown)
                await next.takeBack()
                #expect(session.bill == nil)
            }
        }
    }

    @Test("A bill that was not scanned in time says so, and no money has moved")
    func giveUp_notScannedInTime_isDistinguished() async throws {
        let outcome = try await bill { bill, _ in await bill.giveUp() }
        guard case .notScannedInTime = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A bill that becomes a link ends as that link; asking twice makes one link")
    func turnIntoLink_twice_isOneLink() async throws {
        let outcome = try await bill { bill, wallet in
            try await bill.turnIntoLink()
            try await bill.turnIntoLink()
            // The link is returned before anything is refreshed.
            #expect((wallet as? SessionWallet)?.session.balance(for: .usdf)?.quarks == 20_000_000)
        }
        guard case .link(let link) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(link.url?.hasPrefix("https://") == true)
        #expect(link.state == .unclaimed && link.isMine)
    }

    @Test("Taking back a bill that became a link leaves the link, which was asked for first")
    func giveUp_afterLink_isTheLink() async throws {
        let outcome = try await bill { bill, _ in
            try await bill.turnIntoLink()
            await bill.giveUp()
            await bill.takeBack()
        }
        guard case .link = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("A bill that has ended cannot become a link")
    func turnIntoLink_afterTheEnd_makesNone() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            try await world.withWallet { wallet in
                let bill = try await wallet.showBill(wallet.prepare(AmountText(argument: "5"), token: nil))
                async let outcome = bill.outcome()
                for await state in bill.states where state == .waiting { break }
                await bill.takeBack()
                _ = try await outcome
                try await bill.turnIntoLink()
                #expect(try await wallet.links(all: true, limit: 10).links.isEmpty)
            }
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    @Test("A failure after links were made never reads as if nothing had been submitted")
    func afterMaking_network_isNoRetry() {
        let network = CommandFailure("network", .network, "The service did not answer.", isRetryable: true)
        let told = LinkCreateCommand.afterMaking(network, [ViewSamples.link])
        #expect(told.status == .unexpected && !told.isRetryable && told.code == "network" && told.hasEffect)
        #expect(
            told.message == "The service did not answer. The links still work; see: flipcash link list")
        for failure in [CommandFailure.declined, .stopped, CommandFailure(describing: CancellationError())] {
            let stopped = LinkCreateCommand.afterMaking(failure, [ViewSamples.link])
            #expect(stopped.status == .declined && stopped.hasEffect)
            #expect(
                stopped.message
                    == "Stopped. The link still works. If it is not collected, its cash returns after 7 days. To take it back "
                    + "now, run: flipcash link cancel "
                    + ViewSamples.link.name)
        }
    }

    @Test("If only some links were made, the error has their number and the reason")
    func partialLinks_count_isTold() {
        let network = CommandFailure("network", .network, "The service did not answer.", isRetryable: true)
        let some = PartialLinks(made: 2, wanted: 5, document: nil, cause: network).failure
        #expect(
            some.message
                == "2 of 5 links made. The next one failed: the service did not answer, or had no rate. See the links "
                + "with: flipcash link list")
        #expect(some.status == .unexpected && !some.isRetryable && some.code == "partial")
    }
}
