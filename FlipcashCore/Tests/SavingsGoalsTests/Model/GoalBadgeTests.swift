import FlipcashCore
import SavingsGoals
import Testing

@Suite("Marks on goals")
struct GoalBadgeTests {
    @Test(
        "The first mark that applies is shown: achieved, almost there, urgent, behind",
        arguments: [
            (100, 400, GoalProgress.Badge.achieved), (150, -3, .achieved), (75, 400, .almostThere),
            (99, 5, .almostThere),
            (74, 29, .urgent), (0, -1, .urgent), (49, 30, .behind), (0, 59, .behind),
        ] as [(Int, Int, GoalProgress.Badge)])
    func badge_bounds_areIncluded(_ total: Int, _ days: Int, _ badge: GoalProgress.Badge) {
        #expect(GoalProgress(total: ExactInteger(total), target: 100).badge(days: days) == badge)
    }

    @Test("Goals in between have none", arguments: [(74, 30), (50, 30), (50, 59), (0, 60), (49, 60)])
    func badge_between_isNone(_ total: Int, _ days: Int) {
        #expect(GoalProgress(total: ExactInteger(total), target: 100).badge(days: days) == nil)
    }
}
