import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import Foundation
import SharedExpenses
import SharedExpensesFixtures

/// Plays a story of shared expenses, and compares what the node shows to everybody with the model after every scene.
///
/// As a client with an outbox does, everybody sends an operation again until it is answered, and then once more.
struct SplitStoryRun {
    /// What the run of a story has shown.
    struct Outcome: Hashable, Sendable {
        /// The rule that was broken, and where; nil when all went well.
        var violation: String?
        /// A hash of everything that happened.
        var trace: UInt64 = 0
        /// Operations that were answered while things went wrong.
        var answered = 0
        /// Acts that were not answered to their end.
        var unanswered = 0
        /// Times that a process was killed or the power failed.
        var ends = 0
        /// Payments of wallets whose money has moved.
        var paid = 0
    }

    private struct Violation: Error {
        let text: String
    }

    /// What a person's device has.
    private struct Copy {
        var revision: UInt64 = 0
        var entities: [EntityKey: SplitEntity] = [:]
    }

    private static let deposit = 200_000

    private let stage: Stage
    private let seed: UInt64
    private var books = SplitBooks()
    private var members: [MemberID] = []
    private var copies = [Copy](repeating: Copy(), count: Story.people)
    private var actsPlayed = 0
    private var outcome = Outcome()

    private init(_ stage: Stage, seed: UInt64) { (self.stage, self.seed) = (stage, seed) }

    /// Plays `story`. Equal stories give equal outcomes.
    static func play(_ story: SplitStory) -> Outcome {
        let world = SimulatedWorld(seed: story.seed)
        do {
            let network = SimulatedNetwork(in: world, seed: story.seed)
            let node = try SimulatedNode(in: world, network: network, seed: story.seed, disk: "expenses")
            var outcome = try world.run { () -> Outcome in
                var run = SplitStoryRun(
                    Stage(world: world, network: network, node: node, seed: story.seed), seed: story.seed)
                return await run.play(story.scenes)
            }
            world.executor.record("\(node.disk.trace)")
            outcome.trace = world.executor.trace
            return outcome
        } catch {
            return Outcome(violation: "the world stands still: \(error)", trace: world.executor.trace)
        }
    }

    private mutating func play(_ scenes: [SplitScene]) async -> Outcome {
        do {
            try await open()
            for (number, scene) in scenes.enumerated() {
                do {
                    try await play(scene)
                } catch let violation as Violation {
                    outcome.violation = "after scene \(number + 1): \(violation.text)"
                    break
                }
            }
        } catch {
            outcome.violation = "a repaired world does not work: \(error)"
        }
        outcome.paid = books.payments.values.count { $0.isOfWallet && $0.isDone }
        await stage.close()
        return outcome
    }

    /// Everybody gets money and an account; the first makes the group.
    private mutating func open() async throws {
        try await stage.open()
        for person in 0..<Story.people {
            _ = await stage.perform(.deposit(to: person, cents: Self.deposit, reference: person))
            let account = try await ask(person) { try await $0.account() }
            members.append(account.account.memberID)
        }
        let group = SplitGroup(
            id: SplitNumbers.group, name: "Trip", members: members.map { GroupMember(id: $0, name: "Somebody") })
        guard await send(.putGroup(GroupPut(group)), act: 0, step: 0, by: 0)?.code == .ok else {
            throw Violation(text: "the group is refused")
        }
    }

    // MARK: Scenes

    private mutating func play(_ scene: SplitScene) async throws {
        let numbers = scene.acts.indices.map { actsPlayed + 1 + $0 }
        actsPlayed += scene.acts.count
        let run = self
        let answers = await stage.play(
            zip(scene.acts, numbers).map { act, number in { await run.perform(act, number) } }, with: scene.troubles)
        outcome.ends += try await stage.repair()
        // Until the node has given up what is under way, and another minute's operations are counted anew.
        try await stage.wait(.seconds(130))
        outcome.answered += answers.reduce(0) { $0 + $1.count }
        let isWhole = zip(scene.acts, answers).map { act, answers in
            answers.count == changes(of: act).count && answers.allSatisfy(\.isAccepted)
        }
        outcome.unanswered += isWhole.count { !$0 }
        try await requireKept(zip(scene.acts, isWhole).filter(\.1).map(\.0), scene)
        var accepted: [SplitAct] = []
        for (index, act) in scene.acts.enumerated() {
            guard try await finish(act, numbers[index], answers[index], in: scene) else { continue }
            accepted.append(act)
        }
        // Whatever the order was: a deleted expense is gone, and a share of it is not marked.
        for act in accepted where act.deletion == nil { books.note(act) }
        for act in accepted where act.deletion != nil { books.note(act) }
        try await check()
    }

    /// Requires that all that was answered is there, before anything is sent again.
    ///
    /// - Parameter acts: the acts of the scene that were answered to their end.
    private func requireKept(_ acts: [SplitAct], _ scene: SplitScene) async throws {
        var answered = books
        for act in acts { answered.note(act) }
        let seen = SplitBooks(try await snapshot(0).values, members: members)
        // The answer to a deletion may have been lost.
        let deleted = Set(scene.acts.compactMap(\.deletion))
        let lostSpendings = answered.spendings.filter { number, spending in
            guard !deleted.contains(number) else { return false }
            return seen.spendings[number].map { !spending.settled.isSubset(of: $0.settled) } ?? true
        }
        let lostPayments = answered.payments.filter { number, payment in
            payment.isDone && seen.payments[number] != payment
        }
        guard lostSpendings.isEmpty, lostPayments.isEmpty else {
            throw Violation(text: "was answered and is lost: \(lostSpendings) \(lostPayments)")
        }
        if let act = acts.first(where: { $0.deletion.map { seen.spendings[$0] != nil } ?? false }) {
            throw Violation(text: "\(act) was answered and is undone")
        }
    }

    /// Sends everything of an act again, in a world where nothing goes wrong; whether all of it was accepted.
    private mutating func finish(
        _ act: SplitAct, _ number: Int, _ earlier: [OperationResult], in scene: SplitScene
    ) async throws -> Bool {
        for (step, change) in changes(of: act).enumerated() {
            for _ in 0..<2 {
                guard let result = await send(change, act: number, step: step, by: act.person) else {
                    throw Violation(text: "\(act) has no answer although nothing went wrong")
                }
                if step < earlier.count, earlier[step] != result {
                    throw Violation(text: "\(act) was answered with \(earlier[step]), and then with \(result)")
                }
                guard !result.isAccepted else { continue }
                if case .pay = act, step == 1 {
                    books.noteUnpaid(act)
                } else if !mayBeRefused(act, in: scene) {
                    throw Violation(text: "\(act) is refused: \(result)")
                }
                return false
            }
        }
        return true
    }

    /// Whether an act is about an expense that is gone, or goes at the same time.
    private func mayBeRefused(_ act: SplitAct, in scene: SplitScene) -> Bool {
        guard case .mark(let expense, _) = act else { return false }
        return books.spendings[expense] == nil
            || scene.acts.contains { $0.deletion == expense }
    }

    // MARK: Checks

    private mutating func check() async throws {
        if let complaint = try await stage.complaint() { throw Violation(text: complaint) }
        for person in 0..<Story.people {
            let shown = try await snapshot(person)
            let seen = SplitBooks(shown.values, members: members)
            guard seen == books else { throw Violation(text: "person \(person) sees \(seen), the model has \(books)") }
            try await fetch(person)
            guard copies[person].entities == shown else {
                throw Violation(text: "the changes of person \(person) do not lead to the snapshot")
            }
            let quarks = try await stage.perform(stage.wallets[person]) { running in
                let client = Client(connection: running.connection, environment: running.process.environment)
                return Int64(try await client.fetchAccountInfo(owner: running.owner, mint: .usdf).quarks)
            }
            guard quarks == Int64(Self.deposit + books.moved(person)) * 10_000 else {
                throw Violation(text: "person \(person) has \(quarks) quarks, the model has \(books)")
            }
        }
    }

    private func snapshot(_ person: Int) async throws -> [EntityKey: SplitEntity] {
        try await ask(person) { service in
            var (entities, cursor) = ([EntityKey: SplitEntity](), String?.none)
            repeat {
                let page = try await service.snapshot(cursor: cursor)
                for entity in page.entities { entities[entity.key] = entity }
                cursor = page.next
            } while cursor != nil
            return entities
        }
    }

    /// Fetches what is new for a person's device.
    private mutating func fetch(_ person: Int) async throws {
        let copy = copies[person]
        copies[person] = try await ask(person) { service in
            var (copy, hasMore) = (copy, true)
            while hasMore {
                let page = try await service.changes(since: copy.revision)
                for entity in page.entities { copy.entities[entity.key] = entity }
                for key in page.tombstones { copy.entities[key] = nil }
                guard page.revision >= copy.revision else { throw Violation(text: "a revision goes back") }
                (copy.revision, hasMore) = (page.revision, page.hasMore)
            }
            return copy
        }
    }

    // MARK: What people do

    /// Sends the operations of an act; returns the answers until the first one that is missing or refused.
    private func perform(_ act: SplitAct, _ number: Int) async -> [OperationResult] {
        var answers: [OperationResult] = []
        for (step, change) in changes(of: act).enumerated() {
            if step == 1, !(await pay(act)) { break }
            guard let answer = await send(change, act: number, step: step, by: act.person) else { break }
            answers.append(answer)
            guard answer.isAccepted else { break }
        }
        return answers
    }

    private func changes(of act: SplitAct) -> [SplitChange] {
        switch act {
        case .spend(let number, let person, let cents): return [.putExpense(ExpensePut(expense(number, person, cents)))]
        case .delete(let expense, _): return [.deleteExpense(SplitNumbers.expense(expense))]
        case .mark(let expense, let person):
            let mark = SettlementMark(
                expense: SplitNumbers.expense(expense), members: [members[person]], isSettled: true)
            return [.setSettlement(mark)]
        case .repay(let number, let payer, let payee, let cents):
            return [.putPayment(payment(number, payer, payee, cents, .cash, .completed))]
        case .pay(let number, let payer, let payee, let cents):
            let done = PaymentAdvance(
                payment: SplitNumbers.payment(number), state: .completed,
                intent: SplitNumbers.intent(number, seed: seed).bytes.map(Self.hexadecimal).joined())
            return [.putPayment(payment(number, payer, payee, cents, .direct, .submitted)), .advancePayment(done)]
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }

    private func expense(_ number: Int, _ payer: Int, _ cents: Int) -> Expense {
        let share = cents / members.count
        let splits = members.indices.map { person in
            Expense.Split(
                id: SplitNumbers.split(number, person), member: members[person],
                units: Int64(person == 0 ? cents - share * (members.count - 1) : share))
        }
        return Expense(
            id: SplitNumbers.expense(number), context: .group, groupID: SplitNumbers.group, description: "Dinner",
            date: SplitTime(seconds: 1_750_000_000), total: ExpenseAmount(Int64(cents), .usd),
            payers: [Expense.Payer(members[payer], Int64(cents))], splits: splits, involved: members)
    }

    private func payment(
        _ number: Int, _ payer: Int, _ payee: Int, _ cents: Int, _ method: SplitPayment.Method,
        _ state: SplitPayment.State
    ) -> SplitPayment {
        SplitPayment(
            id: SplitNumbers.payment(number), from: members[payer], to: members[payee],
            amount: ExpenseAmount(Int64(cents), .usd), groupID: SplitNumbers.group, method: method, state: state)
    }

    /// Moves the money of a payment; whether the wallet knows that it has moved.
    private func pay(_ act: SplitAct) async -> Bool {
        guard case .pay(let number, let payer, let payee, let cents) = act,
            let other = stage.wallets[payee].running?.session
        else { return false }
        let id = SplitNumbers.intent(number, seed: seed)
        let isPaid = try? await stage.perform(stage.wallets[payer]) { running in
            let environment = running.process.environment
            try await running.session.fetchBalance()
            let target = try await other.cluster(for: .usdf).vault
            let source = try await running.session.cluster(for: .usdf)
            let amount = FiatAmount(value: Decimal(cents) / 100, currency: .usd)
            let pinned = try await running.session.prepareSubmission(amount: amount, mint: .usdf)
            let intent = Intent.payment(id: id, from: source, to: target, exchangeData: pinned)
            let client = Client(connection: running.connection, environment: environment)
            _ = try await client.submitIntent(intent, progress: SubmissionProgress(clock: environment.clock))
            return true
        }
        return isPaid ?? false
    }

    /// Sends an operation; nil without an answer.
    private func send(_ change: SplitChange, act: Int, step: Int, by person: Int) async -> OperationResult? {
        let id = SplitNumbers.operation(act, step: step)
        let now = SplitTime(milliseconds: stage.world.clock.now().nanosecondsSinceEpoch / 1_000_000)
        let stamp = ClockStamp(milliseconds: UInt64(now.milliseconds), counter: 0, actor: "000000000000000\(person)")
        let operation = SplitOperation(id: id, stamp: stamp, change: change)
        return try? await ask(person) { try await $0.apply([operation], at: now).results.first }
    }

    /// Asks the node something as a person's wallet.
    private func ask<Value: Sendable>(
        _ person: Int, _ body: @escaping @Sendable (SharedExpensesClient) async throws -> Value
    ) async throws -> Value {
        try await stage.perform(stage.wallets[person]) { running in
            guard let user = AccountID(userID: running.wallet.userID.bytes) else {
                throw Violation(text: "person \(person) has no id")
            }
            let client = FlipClient(connection: running.connection, environment: running.process.environment)
            return try await body(SharedExpensesClient(client, owner: running.owner, user: user))
        }
    }
}

extension SplitAct {
    /// The expense that is deleted; nil for other acts.
    fileprivate var deletion: Int? {
        if case .delete(let expense, _) = self { expense } else { nil }
    }
}
