import Testing

@testable import FlipcashWallet

/// Every sequence of events that can happen to a bill (client specification §10.2).
@Suite struct BillMachineTests {
    private enum Event: CaseIterable {
        case offered, disconnected, asked, cancel, convert, beginTransfer, beginConversion, ignore, hear, deafen
        case paid, stopped, expired
    }

    private func perform(_ event: Event, on bill: inout BillMachine) -> BillMachine.Action? {
        switch event {
        case .offered: return bill.offered()
        case .disconnected: return bill.disconnected()
        case .asked: return bill.asked()
        case .cancel: return bill.withdraw(.cancelled)
        case .convert: return bill.withdraw(.convertedToLink)
        case .beginTransfer: return bill.beginTransfer()
        case .beginConversion: return bill.beginConversion() == nil ? .nothing : nil
        case .ignore: bill.ignoresGrabs = true
        case .hear: bill.ignoresGrabs = false
        case .deafen: bill.isDeaf = true
        case .paid: return bill.finish(nil)
        case .stopped: return bill.finish(.cancelled)
        case .expired: return bill.finish(.verifiedStateStale)
        }
        return .nothing
    }

    /// Calls `check` with every step of every sequence of up to `length` events.
    private func everySequence(
        _ length: Int, from bill: BillMachine = BillMachine(),
        _ check: (BillMachine, Event, BillMachine.Action?, BillMachine) -> Void
    ) {
        guard length > 0 else { return }
        for event in Event.allCases {
            var next = bill
            let action = perform(event, on: &next)
            check(bill, event, action, next)
            everySequence(length - 1, from: next, check)
        }
    }

    @Test("In every order: a final state stays, and each change is announced exactly once")
    func everySequence_announcesChanges() {
        var wrong = 0
        everySequence(5) { before, _, action, after in
            if before.state.isFinal, after.state != before.state { wrong += 1 }
            let isAnnounced = action == .announce(after.state)
            if isAnnounced != (before.state != after.state) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("In every order: a withdrawn bill is never paid, and a payment that has begun is never stopped")
    func everySequence_pointOfNoReturn() {
        var wrong = 0
        everySequence(5) { before, event, action, after in
            if before.isWithdrawn, after.state == .transferring { wrong += 1 }
            if before.state == .transferring, action == .stopWaiting { wrong += 1 }
            if before.state == .transferring, after.isWithdrawn { wrong += 1 }
            if before.state == .transferring, event == .paid, after.state != .done { wrong += 1 }
            if event == .beginTransfer, action != nil, before.isWithdrawn || before.state.isFinal { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("In every order: a bill accepts a request only while it is listening")
    func everySequence_grabs() {
        var wrong = 0
        everySequence(5) { before, event, action, _ in
            guard event == .asked, action != nil else { return }
            let isOpen: Bool =
                switch before.state {
                case .shown, .advertised, .disconnected, .grabRequested: true
                case .transferring, .done, .failed, .cancelled, .convertedToLink: false
                }
            if !isOpen || before.ignoresGrabs || before.isDeaf || before.isWithdrawn { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("A withdrawn bill is neither offered nor disconnected any more")
    func offered_afterWithdrawal_isNotAnnounced() {
        var bill = BillMachine()
        #expect(bill.offered() == .announce(.advertised))
        #expect(bill.disconnected() == .announce(.disconnected))
        #expect(bill.withdraw(.cancelled) == .stopWaiting)
        #expect(bill.offered() == .nothing)
        #expect(bill.state == .disconnected)
    }

    @Test("A request that arrives before the offer is acknowledged is not forgotten")
    func offered_afterAsked_staysRequested() {
        var bill = BillMachine()
        #expect(bill.asked() == .announce(.grabRequested))
        #expect(bill.offered() == .nothing)
        #expect(bill.state == .grabRequested)
    }

    @Test("In every order: only a bill without a request becomes a link, and later requests are dropped")
    func everySequence_conversion() {
        var wrong = 0
        everySequence(4) { before, event, action, after in
            guard event == .beginConversion, action != nil else { return }
            if ![.shown, .advertised, .disconnected].contains(before.state) { wrong += 1 }
            if before.isWithdrawn || !after.ignoresGrabs { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("A bill whose link has an unknown outcome has failed; it does not count as dismissed")
    func finish_linkUnknown_failed() {
        var bill = BillMachine()
        #expect(bill.beginConversion() == nil)
        #expect(bill.withdraw(.linkUnknown) == .stopWaiting)
        #expect(bill.finish(.cancelled) == .announce(.failed))
        #expect(bill.withdrawal == .linkUnknown)
        #expect(bill.beginConversion() == .isOver)
    }

    @Test("A bill ends with the first reason for which it was withdrawn")
    func withdraw_twice_keepsTheFirst() {
        var bill = BillMachine()
        #expect(bill.withdraw(.convertedToLink) == .stopWaiting)
        #expect(bill.withdraw(.cancelled) == .nothing)
        #expect(bill.finish(.cancelled) == .announce(.convertedToLink))
        var failed = BillMachine()
        _ = failed.withdraw(.cancelled)
        #expect(failed.finish(.notScannedInTime) == .announce(.failed))
    }
}
