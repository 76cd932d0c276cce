import FaultyDisk
import FlipcashCore
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet

/// Plays a story and compares the node and the wallets with the model after every scene.
struct StoryRun {
    /// What the run of a story has shown.
    struct Outcome: Hashable, Sendable {
        /// The rule that was broken, and where; nil when all went well.
        var violation: String?
        /// A hash of everything that happened.
        var trace: UInt64 = 0
        /// Acts that were answered with success.
        var answered = 0
        /// Acts without an answer.
        var unanswered = 0
        /// Times that a process was killed or the power failed.
        var ends = 0
    }

    private let stage: Stage
    /// What the books may be: all that explains what the node has shown so far.
    private var explanations = [Books()]
    private var outcome = Outcome()
    /// The deposits that were answered.
    private var deposits: [Act] = []
    /// How much the node's date was moved, in all.
    private var shifts = Duration.zero

    private init(_ stage: Stage) { self.stage = stage }

    private var books: Books { explanations[0] }

    /// Plays `story`. Equal stories give equal outcomes.
    static func play(_ story: Story) -> Outcome {
        let world = SimulatedWorld(seed: story.seed)
        do {
            let network = SimulatedNetwork(in: world, seed: story.seed)
            let node = try SimulatedNode(in: world, network: network, seed: story.seed)
            var outcome = try world.run { () -> Outcome in
                var run = StoryRun(Stage(world: world, network: network, node: node, seed: story.seed))
                return await run.play(story.scenes)
            }
            world.executor.record("\(node.disk.trace)")
            outcome.trace = world.executor.trace
            return outcome
        } catch {
            return Outcome(violation: "the world stands still: \(error)", trace: world.executor.trace)
        }
    }

    private mutating func play(_ scenes: [Scene]) async -> Outcome {
        do {
            try await stage.open()
            for (number, scene) in scenes.enumerated() {
                try await play(scene)
                if let violation = outcome.violation {
                    outcome.violation = "after scene \(number + 1): \(violation)"
                    break
                }
            }
            if outcome.violation == nil { try await end() }
        } catch {
            outcome.violation = "\(outcome.violation ?? "a repaired world does not work"): \(error)"
        }
        await stage.close()
        return outcome
    }

    private mutating func play(_ scene: Scene) async throws {
        try await pause(scene.pause)
        let shift = stage.clockShift(of: scene.troubles)
        shifts += shift + shift
        var reports = await stage.play(scene)
        // Wait until the node's workers have seen the changed date.
        if shift > .zero { try await stage.wait(.seconds(130)) }
        outcome.ends += try await stage.repair()
        for index in reports.indices { reports[index] = try await stage.resolved(reports[index]) }
        outcome.answered += reports.count(where: { $0.isKnown && $0.possible != [nil] })
        outcome.unanswered += reports.count(where: { !$0.isKnown })
        for report in reports where report.isKnown && report.possible != [nil] {
            if case .deposit = report.act { deposits.append(report.act) }
        }
        let isQuiet = reports.allSatisfy(\.isKnown) && scene.pause == .none && shift == .zero
        // Wait until the node has ended what is in flight, and its workers have run.
        if !isQuiet { try await stage.wait(.seconds(130)) }
        try await stage.recoverWallets()
        try await check(reports, of: scene)
    }

    private func pause(_ pause: Pause) async throws {
        switch pause {
        case .none: return
        case .seconds(let count): try await stage.leap(.seconds(count))
        case .expiry(let link, let offset):
            guard let card = books.cards[link] else { return }
            let left = card.made.upperBound + .seconds(604_800 + offset) - stage.uptime
            if left > .zero { try await stage.leap(left) }
        }
    }

    // MARK: Checks

    private mutating func check(_ reports: [ActReport], of scene: Scene? = nil) async throws {
        if let violation = reports.compactMap(\.violation).first { return outcome.violation = violation }
        if let early = lateClaim(reports) { return outcome.violation = early }
        let seen = try await stage.observe()
        let expirable = Set(books.cards.filter { mayHaveExpired($0.value) }.keys)
        let after = explanations.flatMap { $0.after(reports, expirable: expirable, agreeingWith: seen) }
        guard !after.isEmpty else {
            outcome.violation = """
                nothing that may have happened explains the node's books.
                  model before: \(books)
                  acts: \(reports.map { "\($0.act): \($0.possible)" })
                  node: \(seen)
                """
            return
        }
        if let act = unansweredAct(reports, scene) {
            return outcome.violation = "\(act) failed although nothing went wrong"
        }
        var known: Set<Books> = []
        explanations = after.filter { known.insert($0).inserted }
        if let link = books.cards.first(where: { $0.value.end == nil && stage.links[$0.key]?.mnemonic == nil }) {
            return outcome.violation = "the wallet has lost the words of link \(link.key)"
        }
        if let link = books.cards.first(where: { $0.value.end == nil && mustHaveExpired($0.value) }) {
            return outcome.violation = "link \(link.key) has not returned to its maker"
        }
        if shifts == .zero, let person = books.overspender {
            return outcome.violation = "person \(person) sent more within a day than is allowed"
        }
        outcome.violation = try await stage.complaint()
    }

    /// The first act that failed although nothing went wrong.
    private func unansweredAct(_ reports: [ActReport], _ scene: Scene?) -> Act? {
        guard let scene, scene.troubles.isEmpty, scene.isOrderly else { return nil }
        for report in reports where report.possible.contains(nil) {
            switch report.act {
            case .deposit: return report.act
            case .give(let person, let others, let cents) where others.count == 1:
                if canSpend(person, cents, scene) { return report.act }
            case .pay(let person, _, let cents, 0), .send(let person, _, let cents), .link(_, let person, let cents):
                if canSpend(person, cents, scene) { return report.act }
            // A new account outside costs 50 cents, so the amount must be larger.
            case .withdraw(let person, _, let cents) where cents > 50:
                if canSpend(person, cents, scene) { return report.act }
            case .launch(let currency, let person):
                if books.pools[currency] == nil, canSpend(person, 0, scene) { return report.act }
            case .buy(let currency, let person, _):
                if books.pools[currency] != nil, canSpend(person, 0, scene) { return report.act }
            // A token is worth about a cent, and the sale must be worth more than its fee.
            case .sell(let currency, let person, nil):
                let purse = Books.Purse(person: person, currency: currency)
                if books.purses[purse, default: 0] > 100_000_000_000 { return report.act }
            case .give, .pay, .withdraw, .claim, .void, .sell, .convert: break
            }
        }
        return nil
    }

    /// Whether a person has enough for everything that they do in a scene, and is far from the limits.
    private func canSpend(_ person: Int, _ cents: Int, _ scene: Scene) -> Bool {
        let planned = scene.acts.reduce(0) { sum, act in
            switch act {
            case .give(person, _, let cents), .pay(person, _, let cents, _), .send(person, _, let cents),
                .withdraw(person, _, let cents), .link(_, person, let cents):
                sum + cents
            case .buy(_, person, let cents): sum + cents + cents / 100 + 1
            case .launch(_, person): sum + 2_000
            case .give, .pay, .send, .withdraw, .link, .deposit, .claim, .void, .launch, .buy, .sell, .convert: sum
            }
        }
        let sent = books.sent.filter { $0.person == person }.reduce(0) { $0 + $1.quarks }
        return Stage.quarks(planned) <= books.holdings[person, default: 0]
            && sent + Stage.quarks(planned) <= 1_000_000_000
    }

    /// A link that was collected although its time was over.
    private func lateClaim(_ reports: [ActReport]) -> String? {
        for report in reports where report.isKnown {
            guard case .claim(let link, _)? = report.possible[0], let card = books.cards[link] else { continue }
            let age = report.time.lowerBound - card.made.upperBound
            if age >= .seconds(604_800 - 60) + shifts { return "link \(link) was collected at the age of \(age)" }
        }
        return nil
    }

    private func mayHaveExpired(_ card: Books.Card) -> Bool {
        stage.uptime - card.made.lowerBound + shifts + .seconds(10) >= .seconds(604_800)
    }

    private func mustHaveExpired(_ card: Books.Card) -> Bool {
        let slack = shifts == .zero ? Duration.seconds(180) : shifts + .seconds(4_000)
        return stage.uptime - card.made.upperBound >= .seconds(604_800) + slack
    }

    /// Waits until everything has ended, restarts the node, and compares the wallets with the books.
    private mutating func end() async throws {
        // The node's ledger stands still until a date that was ahead has come, and nothing expires in it before.
        if shifts > .zero { try await stage.leap(shifts) }
        // A request for a bill's cash stays open for as long as the bill can pay.
        try await stage.wait(VerifiedState.usableTimeMax + SubmissionBound.timeMax + .seconds(60))
        try await stage.recoverWallets()
        try await stage.restartNode()
        // A deposit that is sent again by its reference, however late, adds nothing.
        for deposit in deposits { _ = await stage.perform(deposit) }
        try await check([])
        guard outcome.violation == nil else { return }
        outcome.violation = try await stage.complaintOfWallets(books)
    }
}
