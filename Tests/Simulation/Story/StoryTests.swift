import Testing

/// Wallets and a node on one seed. Messages are lost, late or doubled, connections are cut, processes are killed, the
/// disk loses power and clocks are set. After every scene the node's books agree with a naive model, and at the end the
/// wallets do, too.
@Suite("Stories of wallets and a node", .serialized)
struct StoryTests {
    /// The shortest story found that still goes wrong.
    static func shortest(_ story: Story, tries: Int = 60) -> (story: Story, violation: String)? {
        guard let violation = StoryRun.play(story).violation else { return nil }
        var (shortest, left) = ((story, violation), tries)
        search: while true {
            for candidate in shortest.0.shorter {
                left -= 1
                if left < 0 { break search }
                if let violation = StoryRun.play(candidate).violation {
                    shortest = (candidate, violation)
                    continue search
                }
            }
            break
        }
        return (shortest.0, shortest.1)
    }

    @Test("Whatever goes wrong, money moves once or not at all, and what was answered stays")
    func play_manySeeds_booksAgreeWithTheModel() {
        var (answered, unanswered, ends) = (0, 0, 0)
        for seed in Seeds.asked {
            let outcome = StoryRun.play(Story(seed: seed))
            answered += outcome.answered
            unanswered += outcome.unanswered
            ends += outcome.ends
            guard outcome.violation != nil else { continue }
            let found = Seeds.shortensStories ? Self.shortest(Story(seed: seed)) : nil
            let (story, violation) = found ?? (Story(seed: seed), outcome.violation ?? "")
            Issue.record("seed \(seed): \(violation)\n\(story)")
            return
        }
        #expect(Seeds.asked.count < 12 || answered > unanswered)
        // A few seeds may all go well.
        #expect(Seeds.asked.count < 12 || (unanswered > 0 && ends > 0), "nothing went wrong in any story")
    }

    @Test("One seed gives one run", arguments: [1, 2] as [UInt64])
    func play_sameSeedTwice_equalOutcomes(seed: UInt64) {
        #expect(StoryRun.play(Story(seed: seed)) == StoryRun.play(Story(seed: seed)))
    }
}
