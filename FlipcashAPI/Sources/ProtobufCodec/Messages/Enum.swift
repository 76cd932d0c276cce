/// A protobuf enum.
///
/// Enums are open: a number that the definition does not name is kept in the case `UNRECOGNIZED`.
public protocol Enum: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == Int {
    /// Creates the value numbered zero.
    init()

    /// The values of the definition with their names and numbers, in the order in which it lists them.
    static var schema: EnumSchema { get }
}

extension Enum {
    /// Whether the definition names this value.
    public var isDefined: Bool {
        let number = rawValue
        return Self.schema.values.contains { $0.number == number }
    }
}
