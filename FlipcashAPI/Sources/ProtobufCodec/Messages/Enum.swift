/// A protobuf enum.
///
/// Enums are open: a number without a name in the definition is kept in the case `UNRECOGNIZED`.
public protocol Enum: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == Int {
    /// Creates the value with number zero.
    init()

    /// The names and numbers of the values, in the order of the definition.
    static var schema: EnumSchema { get }
}

extension Enum {
    /// Whether the definition has this value.
    public var isDefined: Bool {
        let number = rawValue
        return Self.schema.values.contains { $0.number == number }
    }
}
