import SharedExpenses
import SharedExpensesFixtures
import Testing

@Suite("Shared expenses: requests that are counted together")
struct CountedMomentsTests {
    @Test("expenses and settlements of one moment count once, and invitations one by one")
    func note_oneMoment_countsOnceButForInvitations() {
        var counted = CountedMoments()
        let operation = SplitOperation(
            id: TestID.entity(1), stamp: ClockStamp(milliseconds: 5, counter: 0, actor: "0000000000000001"),
            change: .deleteGroup(TestID.entity(2)))
        for rate in SplitRateClass.allCases { counted.note(operation, rate) }
        #expect(counted.contain(operation, .expenses))
        #expect(counted.contain(operation, .settlements))
        #expect(!counted.contain(operation, .invitations))
    }
}
