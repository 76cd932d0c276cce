import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures

/// The ids of a story's things, which follow from their numbers.
enum SplitNumbers {
    static let group = TestID.entity(1)

    private static let (expenses, payments, operations) = (0x1_0000, 0x2_0000, 0x4_0000)

    static func expense(_ number: Int) -> EntityID { TestID.entity(expenses + number) }

    static func payment(_ number: Int) -> EntityID { TestID.entity(payments + number) }

    /// The id of a person's share of an expense.
    static func split(_ expense: Int, _ person: Int) -> EntityID { TestID.entity(0x100_0000 + expense * 16 + person) }

    /// The id of a step of an act.
    static func operation(_ act: Int, step: Int) -> EntityID { TestID.entity(operations + act * 16 + step) }

    /// The number of an expense or a payment.
    static func number(of id: EntityID) -> Int { (Int(id.text.suffix(12), radix: 16) ?? 0) & 0xFFFF }

    /// The intent of a payment of a wallet.
    static func intent(_ payment: Int, seed: UInt64) -> IntentID {
        IntentID(raw: Hash(sha256: "payment \(payment) of story \(seed)".utf8).raw)
    }
}
