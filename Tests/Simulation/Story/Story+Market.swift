import FlipcashTestKit

/// Currencies in a story.
extension Story {
    /// How many currencies a story has at most.
    static let currencies = 2

    /// A person launches a currency, or two, and everybody trades.
    static func market(_ dice: inout Dice) -> [Scene] {
        let count = 1 + dice.roll(Self.currencies)
        var scenes = (0..<count).map { currency in
            // The first two people have money.
            Scene(acts: [.launch(currency, by: dice.roll(people - 1))], troubles: troubles(&dice, oneIn: 4))
        }
        for _ in 0..<2 + dice.roll(3) {
            let acts = (0..<1 + dice.roll(3)).map { _ in trade(count, &dice) }
            var scene = Scene(acts: acts, troubles: troubles(&dice, oneIn: 2))
            // Dollars also move between people, and leave.
            if dice.roll(4) == 0 {
                let (first, second) = dice.two(of: people)
                scene.acts.append(
                    dice.roll(2) == 0
                        ? .send(from: first, to: second, cents: dice.cents())
                        : .withdraw(from: first, outsider: second, cents: dice.cents()))
            }
            if dice.roll(6) == 0 { scene.pause = .seconds([40, 700, 5_000][dice.roll(3)]) }
            scenes.append(scene)
        }
        return scenes
    }

    private static func troubles(_ dice: inout Dice, oneIn sides: Int) -> [Trouble] {
        dice.roll(sides) == 0 ? [trouble(&dice)] : []
    }

    private static func trade(_ count: Int, _ dice: inout Dice) -> Act {
        let (currency, person) = (dice.roll(count), dice.roll(people))
        switch dice.roll(6) {
        case 0, 1: return .buy(currency, by: person, cents: dice.cents())
        case 2: return .sell(currency, by: person, cents: nil)
        case 3: return .sell(currency, by: person, cents: 1 + dice.roll(499))
        case 4 where count > 1: return .convert(currency, to: count - 1 - currency, by: person)
        default: return .buy(currency, by: dice.roll(people - 1), cents: 1 + dice.roll(2_999))
        }
    }
}
