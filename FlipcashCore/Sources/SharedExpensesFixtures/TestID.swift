public import SharedExpenses

/// Ids for tests, which differ in their last digits.
public enum TestID {
    /// The id of person `number`.
    public static func member(_ number: Int) -> MemberID { MemberID(uuid(number)) }

    /// The id of entity `number`.
    public static func entity(_ number: Int) -> EntityID { EntityID(uuid(number)) }

    /// The id of account `number`.
    public static func account(_ number: Int) -> AccountID { AccountID(uuid(0xA000_0000 + number)) }

    private static func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
