import Testing

/// Three wallets and a node on one seed, with shared expenses. Messages are lost, late or doubled, connections are cut,
/// processes are killed, and the disk loses power. Every operation is sent until it is answered, and then once more.
@Suite("Stories of shared expenses", .serialized)
struct SplitStoryTests {
    @Test("Everybody sees what was answered, once, and payments only with their money")
    func play_manySeeds_everybodySeesTheModel() {
        var (answered, unanswered, ends, paid) = (0, 0, 0, 0)
        for seed in Seeds.asked {
            let story = SplitStory(seed: seed)
            let outcome = SplitStoryRun.play(story)
            answered += outcome.answered
            unanswered += outcome.unanswered
            ends += outcome.ends
            paid += outcome.paid
            guard let violation = outcome.violation else { continue }
            Issue.record("seed \(seed): \(violation)\n\(story)")
            return
        }
        guard Seeds.asked.count >= 12 else { return }
        // A few seeds may all go well.
        #expect(answered > unanswered && paid > 0)
        #expect(unanswered > 0 && ends > 0, "nothing went wrong in any story")
    }

    @Test("One seed gives one run", arguments: [1, 2] as [UInt64])
    func play_sameSeedTwice_equalOutcomes(seed: UInt64) {
        #expect(SplitStoryRun.play(SplitStory(seed: seed)) == SplitStoryRun.play(SplitStory(seed: seed)))
    }
}
