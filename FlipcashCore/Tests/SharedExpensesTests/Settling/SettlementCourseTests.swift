import SharedExpenses
import SharedExpensesFixtures
import Testing

/// A payment is made at most once and never forgotten, wherever a run stops (expense specification §9.5).
@Suite struct SettlementCourseTests {
    typealias World = SettlementWorld

    private func payment(_ method: SplitPayment.Method) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(1), from: TestID.member(1), to: TestID.member(2), amount: ExpenseAmount(500, .usd),
            method: method)
    }

    /// Pays, or continues what is noted, and reports whether the run was killed.
    @discardableResult
    private func run(_ world: World, _ method: SplitPayment.Method) async -> SettlementCourse.Ending? {
        let driver = SettlementDriver(payer: SimulatedPayer(world: world), book: SimulatedBook(world: world))
        let note = world.disk.notes[TestID.entity(1)]
        do {
            // A run that wrote nothing may be repeated by the person.
            let report =
                if let note { try await driver.resume(note) } else { try await driver.settle(payment(method)) }
            return report.ending
        } catch {
            return nil
        }
    }

    /// What must hold after any story.
    private func check(_ world: World, _ method: SplitPayment.Method, _ story: String) {
        let disk = world.disk
        let state = disk.payments[TestID.entity(1)]
        #expect(disk.committed.count <= 1, "paid twice: \(story)")
        #expect(Set(disk.submitted).count <= 1, "two ids were submitted: \(story)")
        let isOpen = disk.notes[TestID.entity(1)]?.isOpen ?? false
        if method == .cashLink, !disk.committed.isEmpty, disk.linkEnd == nil {
            #expect(isOpen && state == .submitted, "the link is forgotten: \(story), \(String(describing: state))")
            return
        }
        #expect(!isOpen, "not ended: \(story)")
        if disk.committed.isEmpty {
            let isEnded = ![.completed, .submitted, .proposed].contains(state)
            #expect(isEnded, "unpaid, but \(String(describing: state)): \(story)")
            return
        }
        switch (method, disk.linkEnd) {
        case (.cashLink, .voided): #expect(state == .voided, "\(story)")
        case (.cashLink, .expired): #expect(state == .expired, "\(story)")
        default: #expect(state == .completed, "paid, but \(String(describing: state)): \(story)")
        }
        // Nothing is submitted that no note names.
        #expect(disk.submitted.allSatisfy { $0 == disk.notes[TestID.entity(1)]?.intent })
    }

    static let methods: [SplitPayment.Method] = [.direct, .cashLink]

    @Test(
        "killed before or after any two steps, a payment is made at most once and its end is recorded",
        arguments: methods, World.Weather.allCases)
    func settle_killedAnywhere_paysOnceAndForgetsNothing(
        _ method: SplitPayment.Method, _ weather: World.Weather
    ) async {
        var stories = 0
        let kills: [World.Killing] = (1...12).flatMap { step in
            [World.Killing(step: step), World.Killing(step: step, isAfter: true)]
        }
        for first in [World.Killing()] + kills {
            for second in [World.Killing()] + kills {
                let world = World(weather: weather)
                world.begin(first)
                await run(world, method)
                let wasPaid = !world.disk.submitted.isEmpty
                world.begin(second)
                // A person repeats a payment only if nothing was noted.
                if world.disk.notes.isEmpty { #expect(!wasPaid) }
                await run(world, method)
                for _ in 0..<3 {
                    world.begin(World.Killing())
                    await run(world, method)
                }
                check(world, method, "\(first) \(second)")
                stories += 1
                guard method == .cashLink, !world.disk.committed.isEmpty else { continue }
                for end in World.LinkEnd.allCases {
                    let later = World(weather: weather)
                    later.begin(first)
                    await run(later, method)
                    later.end(links: end)
                    later.begin(second)
                    await run(later, method)
                    for _ in 0..<3 {
                        later.begin(World.Killing())
                        await run(later, method)
                    }
                    check(later, method, "\(first) \(second) \(end)")
                    stories += 1
                }
            }
        }
        #expect(stories >= 625)
    }

    @Test("answers that arrive twice, or that belong to another step, change nothing", arguments: methods)
    func receive_anyAnswerAtAnyStage_onlyTheExpectedOneCounts(_ method: SplitPayment.Method) {
        let answers: [SettlementCourse.Answer] =
            [.done, .queued, .refused("conflict"), .chosen("a")]
            + PaymentSighting.Outcome.allCases.map { .seen(PaymentSighting($0)) }
        let actions: [SettlementCourse.Action] =
            [.write(.planned), .write(.chosen), .write(.closed), .propose, .chooseIntent, .lookUp]
            + SplitPayment.State.allCases.map { .advance($0) } + (0..<4).map { .pay($0) }
        var seen: Set<SettlementCourse> = []
        var frontier = [SettlementCourse(paying: TestID.entity(1), method: method)]
        for intent in [nil, "a"] {
            for state in [nil] + SplitPayment.State.allCases.map(Optional.some) {
                let note = SettlementNote(payment: TestID.entity(1), method: method, intent: intent)
                frontier.append(SettlementCourse(resuming: note, recorded: state))
            }
        }
        while let course = frontier.popLast() {
            guard seen.insert(course).inserted else { continue }
            #expect((course.action == nil) == (course.ending != nil))
            for answer in answers {
                for action in actions where action != course.action {
                    var other = course
                    other.receive(answer, to: action)
                    #expect(other == course)
                }
                guard let action = course.action else { continue }
                var next = course
                next.receive(answer, to: action)
                var twice = next
                twice.receive(answer, to: action)
                #expect(twice == next, "\(action) answered twice")
                frontier.append(next)
            }
        }
        #expect(seen.count > 30)
    }

    @Test("a continued payment never pays, whatever was written")
    func resume_anyNote_neverPays() {
        for method in Self.methods {
            for intent in [nil, "a"] {
                for state in [nil] + SplitPayment.State.allCases.map(Optional.some) {
                    for outcome in PaymentSighting.Outcome.allCases {
                        let note = SettlementNote(payment: TestID.entity(1), method: method, intent: intent)
                        var course = SettlementCourse(resuming: note, recorded: state)
                        while let action = course.action {
                            if case .pay = action { Issue.record("paid while continuing"); return }
                            course.receive(
                                action == .lookUp ? .seen(PaymentSighting(outcome)) : .done, to: action)
                        }
                        if outcome == .paid, intent != nil, state == nil || state == .voided {
                            #expect(course.ending == .unrecorded)
                        }
                    }
                }
            }
        }
    }

    @Test("a refused proposal ends the payment before any intent is chosen", arguments: methods)
    func settle_proposalRefused_paysNothing(_ method: SplitPayment.Method) async {
        let world = World(weather: .fine, proposal: .refused("not_found"))
        #expect(await run(world, method) == .refused("not_found"))
        #expect(world.disk.submitted.isEmpty)
        #expect(world.disk.notes[TestID.entity(1)]?.isOpen == false)
    }

    @Test("without the server a link is made, and a direct payment is withdrawn")
    func settle_serverNotReached_onlyLinksGoOn() async {
        let link = World(weather: .fine, proposal: .queued)
        #expect(await run(link, .cashLink) == .linkOpen)
        #expect(link.disk.payments[TestID.entity(1)] == .submitted)
        let direct = World(weather: .fine, proposal: .queued)
        #expect(await run(direct, .direct) == .notReached)
        #expect(direct.disk.payments[TestID.entity(1)] == .voided && direct.disk.submitted.isEmpty)
    }

    @Test("a price that stays stale is tried three times with one id, then nothing is paid", arguments: methods)
    func settle_alwaysStale_givesUp(_ method: SplitPayment.Method) async {
        let world = World(weather: .alwaysStale)
        #expect(await run(world, method) == .notPaid)
        #expect(world.disk.submitted == ["intent-1", "intent-1", "intent-1"])
    }

    @Test("the end of a payment carries the intent, the vault and what was paid")
    func advance_completed_carriesEvidence() async {
        let world = World(weather: .fine)
        #expect(await run(world, .cashLink) == .linkOpen)
        world.end(links: .claimed)
        #expect(await run(world, .cashLink) == .completed)
        #expect(world.disk.advances.map(\.state) == [.submitted, .completed])
        #expect(world.disk.advances.allSatisfy { $0.intent == "intent-1" && $0.giftCardVault == "vault" })
    }
}
