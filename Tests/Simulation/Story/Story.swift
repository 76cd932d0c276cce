import FlipcashTestKit

/// What happens in a simulated world, one scene after the other. It follows from a seed, and can be made shorter.
struct Story: Hashable, Sendable {
    var seed: UInt64
    var scenes: [Scene]

    static let people = 3
}

/// Things that people do at the same time, and what goes wrong meanwhile. Afterwards everything is repaired and the
/// books are compared with the model.
struct Scene: Hashable, Sendable {
    var pause = Pause.none
    var acts: [Act]
    var troubles: [Trouble] = []
}

/// The time that passes before a scene.
enum Pause: Hashable, Sendable {
    case none
    case seconds(Int)
    /// Until a link is seven days old, and some seconds more or less.
    case expiry(link: Int, offset: Int)
}

/// Something that one person does.
enum Act: Hashable, Sendable {
    /// The operator books money from outside, until an answer says that it is booked.
    case deposit(to: Int, cents: Int, reference: Int)
    /// A bill, and the people that scan it.
    case give(from: Int, to: [Int], cents: Int)
    /// A payment without a bill, submitted twice, with a rate proof that is some minutes old.
    case pay(from: Int, to: Int, cents: Int, minutes: Int)
    /// Money sent straight to a person's address.
    case send(from: Int, to: Int, cents: Int)
    /// Money withdrawn to an address outside the node.
    case withdraw(from: Int, outsider: Int, cents: Int)
    case link(Int, from: Int, cents: Int)
    case claim(link: Int, by: Int)
    case void(link: Int)
    /// A new currency and its first purchase.
    case launch(Int, by: Int)
    case buy(Int, by: Int, cents: Int)
    /// A sale for some cents, or of everything.
    case sell(Int, by: Int, cents: Int?)
    /// Everything that a person has of one currency becomes another.
    case convert(Int, to: Int, by: Int)
}

/// Something that goes wrong.
enum Trouble: Hashable, Sendable {
    case network(NetworkWeather)
    case killWallet(Int, afterSteps: Int)
    case killNode(afterSteps: Int)
    /// The node's disk loses power at a later change.
    case losePower(afterChanges: Int)
    case setNodeClock(seconds: Int)
    case setWalletClock(Int, seconds: Int)
}

extension Story: CustomStringConvertible {
    var description: String {
        let lines = scenes.enumerated().map { number, scene in "  scene \(number + 1): \(scene)" }
        return (["seed \(seed)"] + lines).joined(separator: "\n")
    }
}

extension Scene: CustomStringConvertible {
    var description: String {
        let waits = pause == .none ? [] : ["wait \(pause)"]
        return (waits + acts.map { "\($0)" } + troubles.map { "while \($0)" }).joined(separator: "; ")
    }
}

extension Scene {
    /// Whether each person does one thing only.
    var isOrderly: Bool {
        let people = acts.flatMap(\.people)
        return Set(people).count == people.count
    }
}

extension Act {
    /// Those who take part, apart from the maker of a link that is taken back.
    fileprivate var people: [Int] {
        switch self {
        case .deposit(let person, _, _), .link(_, let person, _), .claim(_, let person), .withdraw(let person, _, _),
            .launch(_, let person), .buy(_, let person, _), .sell(_, let person, _), .convert(_, _, let person):
            [person]
        case .give(let giver, let receivers, _): [giver] + receivers
        case .pay(let giver, let receiver, _, _), .send(let giver, let receiver, _): [giver, receiver]
        case .void: Array(0..<Story.people)
        }
    }
}

// MARK: Making one up

extension Story {
    /// The story of `seed`.
    init(seed: UInt64) {
        self.seed = seed
        var dice = Dice(SeededGenerator(seed: seed &* 0x9E37_79B9))
        scenes = []
        for person in 0..<Self.people - 1 {
            scenes.append(Scene(acts: [.deposit(to: person, cents: 25_000 + dice.roll(9_999), reference: person)]))
        }
        var links = 0
        if dice.roll(6) == 0 { scenes += Self.spendingSpree(&dice) }
        if dice.roll(8) == 0 { scenes += Self.wrongDate(&dice) }
        if dice.roll(2) == 0 { scenes += Self.market(&dice) }
        for number in 0..<3 + dice.roll(4) {
            scenes.append(Self.scene(number + Self.people, &links, &dice))
        }
    }

    /// One person spends more than a day's limit allows, in three scenes.
    private static func spendingSpree(_ dice: inout Dice) -> [Scene] {
        let deposit = Scene(acts: [.deposit(to: 0, cents: 300_000, reference: people)])
        return [deposit]
            + (0..<3).map { _ in
                Scene(acts: (1..<people).map { .pay(from: 0, to: $0, cents: 24_000 + dice.roll(999), minutes: 0) })
            }
    }

    /// Somebody pays while the node's date is wrong, and somebody else long after it was set right. By then the wallets
    /// need rates that were signed since.
    private static func wrongDate(_ dice: inout Dice) -> [Scene] {
        let (first, second) = dice.two(of: people - 1)
        let seconds = [-3_600, 4_000, 90_000][dice.roll(3)]
        return [
            Scene(
                acts: [.pay(from: first, to: second, cents: dice.cents(), minutes: 0)],
                troubles: [.setNodeClock(seconds: seconds)]),
            Scene(pause: .seconds(1_200), acts: [.give(from: second, to: [first], cents: dice.cents())]),
        ]
    }

    private static func scene(_ number: Int, _ links: inout Int, _ dice: inout Dice) -> Scene {
        let known = links
        var scene = Scene(acts: [])
        for _ in 0..<1 + dice.roll(3) {
            scene.acts.append(act(reference: number * 10 + scene.acts.count, known: known, &links, &dice))
        }
        for _ in 0..<dice.roll(3) { scene.troubles.append(trouble(&dice)) }
        if known > 0, dice.roll(4) == 0 {
            let offsets = [-100_000, -150, -45, -30, -5, 20, 200, 4_000]
            let link = dice.roll(known)
            scene.pause = .expiry(link: link, offset: offsets[dice.roll(offsets.count)])
            if dice.roll(3) > 0 { scene.acts[0] = .claim(link: link, by: dice.roll(people)) }
        } else if dice.roll(5) == 0 {
            scene.pause = .seconds([40, 700, 5_000, 90_000][dice.roll(4)])
        }
        return scene
    }

    private static func act(reference: Int, known: Int, _ links: inout Int, _ dice: inout Dice) -> Act {
        let (first, second) = dice.two(of: people)
        switch dice.roll(10) {
        case 0: return .deposit(to: first, cents: 1 + dice.roll(9_999), reference: reference)
        case 2:
            return dice.roll(3) == 0
                ? .withdraw(from: first, outsider: second, cents: dice.cents())
                : .send(from: first, to: second, cents: dice.cents())
        case 1:
            let third = (0..<people).first { $0 != first && $0 != second } ?? second
            return .give(from: first, to: dice.roll(3) == 0 ? [second, third] : [second], cents: dice.cents())
        case 3, 4:
            return .pay(
                from: first, to: second, cents: dice.cents(),
                minutes: dice.roll(4) == 0 ? [3, 11, 30, 30][dice.roll(4)] : 0)
        case 5, 6:
            links += 1
            return .link(links - 1, from: first, cents: dice.cents())
        case 7 where known > 0, 8 where known > 0: return .claim(link: dice.roll(known), by: first)
        case 9 where known > 0: return .void(link: dice.roll(known))
        default: return .give(from: first, to: [second], cents: dice.cents())
        }
    }

    static func trouble(_ dice: inout Dice) -> Trouble {
        switch dice.roll(11) {
        case 0, 1: .network(NetworkWeather(cutAt: 1 + dice.roll(80)))
        case 2: .network(NetworkWeather(lost: 20, late: 100, doubled: 100))
        case 3: .network(NetworkWeather(doubled: 400))
        case 4: .killWallet(dice.roll(people), afterSteps: dice.roll(500))
        case 5, 6: .killNode(afterSteps: dice.roll(500))
        case 7: .losePower(afterChanges: dice.roll(60))
        case 8, 9: .setNodeClock(seconds: [-3_600, -240, 4_000, 90_000][dice.roll(4)])
        default: .setWalletClock(dice.roll(people), seconds: [-600, -30, 30, 600][dice.roll(4)])
        }
    }
}

/// Random choices.
struct Dice {
    private var generator: SeededGenerator

    init(_ generator: SeededGenerator) { self.generator = generator }

    mutating func roll(_ sides: Int) -> Int { Int(generator.next() % UInt64(sides)) }

    /// Two different numbers.
    mutating func two(of count: Int) -> (Int, Int) {
        let first = roll(count)
        return (first, (first + 1 + roll(count - 1)) % count)
    }

    /// An amount that hardly ever is the sum or the difference of two others.
    mutating func cents() -> Int { roll(4) == 0 ? 20_000 + roll(4_999) : 1 + roll(2_999) }
}

// MARK: Making it shorter

extension Story {
    /// Stories with a part less: a scene, an act, a trouble or a pause.
    var shorter: [Story] {
        var stories: [Story] = []
        for (number, scene) in scenes.enumerated().reversed() {
            stories.append(changing { $0.remove(at: number) })
            if scene.pause != .none { stories.append(changing { $0[number].pause = .none }) }
            for trouble in scene.troubles.indices {
                stories.append(changing { $0[number].troubles.remove(at: trouble) })
            }
            guard scene.acts.count > 1 else { continue }
            for act in scene.acts.indices { stories.append(changing { $0[number].acts.remove(at: act) }) }
        }
        return stories
    }

    private func changing(_ change: (inout [Scene]) -> Void) -> Story {
        var story = self
        change(&story.scenes)
        return story
    }
}
