import FlipcashTestKit

/// What three people do with the expenses of their group, and what goes wrong meanwhile. It follows from a seed.
struct SplitStory: Hashable, Sendable {
    var seed: UInt64
    var scenes: [SplitScene]
}

/// Things that people do at the same time, and what goes wrong meanwhile. Afterwards everything is repaired, and every
/// operation is sent again.
struct SplitScene: Hashable, Sendable {
    var acts: [SplitAct]
    var troubles: [Trouble] = []
}

/// Something that one person does in the group.
enum SplitAct: Hashable, Sendable {
    /// An expense that a person paid, divided among all.
    case spend(Int, by: Int, cents: Int)
    /// Its maker deletes an expense.
    case delete(expense: Int, by: Int)
    /// A person marks their own share of an expense as settled.
    case mark(expense: Int, by: Int)
    /// Cash between two people.
    case repay(Int, from: Int, to: Int, cents: Int)
    /// Money of a wallet, with the record of the payment.
    case pay(Int, from: Int, to: Int, cents: Int)

    /// The person who acts.
    var person: Int {
        switch self {
        case .spend(_, let person, _), .delete(_, let person), .mark(_, let person), .repay(_, let person, _, _),
            .pay(_, let person, _, _):
            person
        }
    }
}

extension SplitStory {
    /// The story of `seed`.
    init(seed: UInt64) {
        self.seed = seed
        var dice = Dice(SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 5))
        var makers: [Int] = []
        var payments = 0
        scenes = (0..<4 + dice.roll(3)).map { _ in
            let known = makers
            let acts = (0..<1 + dice.roll(3)).map { _ in
                Self.act(known: known, makers: &makers, payments: &payments, &dice)
            }
            return SplitScene(acts: acts, troubles: (0..<dice.roll(3)).map { _ in Self.trouble(&dice) })
        }
    }

    /// - Parameters:
    ///   - known: who made the expenses of earlier scenes.
    ///   - makers: who made each expense.
    ///   - payments: how many payments there are.
    private static func act(
        known: [Int], makers: inout [Int], payments: inout Int, _ dice: inout Dice
    ) -> SplitAct {
        let (first, second) = dice.two(of: Story.people)
        switch dice.roll(8) {
        case 0 where !known.isEmpty:
            let expense = dice.roll(known.count)
            return .delete(expense: expense, by: known[expense])
        case 1 where !known.isEmpty: return .mark(expense: dice.roll(known.count), by: first)
        case 2, 3:
            payments += 1
            return .repay(payments - 1, from: first, to: second, cents: dice.cents())
        case 4, 5:
            payments += 1
            return .pay(payments - 1, from: first, to: second, cents: dice.cents())
        default:
            makers.append(first)
            return .spend(makers.count - 1, by: first, cents: dice.cents())
        }
    }

    /// What goes wrong in stories of money, without wrong clocks: a payment that was recorded at a wrong date is not the
    /// node's to believe.
    private static func trouble(_ dice: inout Dice) -> Trouble {
        while true {
            let trouble = Story.trouble(&dice)
            switch trouble {
            case .setNodeClock, .setWalletClock: continue
            case .network, .killNode, .killWallet, .losePower: return trouble
            }
        }
    }
}

extension SplitStory: CustomStringConvertible {
    var description: String {
        let lines = scenes.enumerated().map { number, scene in
            let parts = scene.acts.map { "\($0)" } + scene.troubles.map { "while \($0)" }
            return "  scene \(number + 1): \(parts.joined(separator: "; "))"
        }
        return (["seed \(seed)"] + lines).joined(separator: "\n")
    }
}
