public import ArgumentParser
import FlipcashCore

/// Bytes on the command line, two hexadecimal digits each.
public struct HexArgument: ExpressibleByArgument, Sendable, Hashable {
    /// The bytes, 1 to 2,048.
    public let bytes: [UInt8]

    /// Reads hexadecimal digits of either case; nil for an odd number of them, none, or more than 4,096.
    public init?(argument: String) {
        guard (1...4_096).contains(argument.utf8.count), let bytes = Hexadecimal.decode(argument) else { return nil }
        self.bytes = bytes
    }
}
