import FlipcashCore

/// Identifies a build of the program, also among builds of the same version.
///
/// The command compares its own identity with that of a running node and replaces a node of another build (payment
/// specification §21.9). The identity is a digest of the executable file's location on its disk, its size and its
/// modification time. It is computed once, so that replacing the file under a running node is noticed.
public struct BuildIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Sixteen hexadecimal digits.
    public let description: String

    /// Creates an identity from the text that a running node reported.
    public init(_ description: String) { self.description = description }

    /// The identity of the running executable, computed on first use.
    public static let current = BuildIdentity(ofFileAt: executablePath)

    init(ofFileAt path: String) {
        guard let status = try? SystemFiles.status(path) else {
            description = "unknown"
            return
        }
        let parts: [UInt64] = [
            status.device, status.number, UInt64(truncatingIfNeeded: status.size),
            UInt64(truncatingIfNeeded: status.modified.seconds),
            UInt64(truncatingIfNeeded: status.modified.nanoseconds),
        ]
        description = Self.digest(parts)
    }

    private static func digest(_ parts: [UInt64]) -> String {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for shift in stride(from: 0, to: 64, by: 8) {
                state = (state ^ ((part >> UInt64(shift)) & 0xff)) &* 0x100_0000_01b3
            }
        }
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static var executablePath: String {
        #if canImport(Darwin)
            CommandLine.arguments.first ?? ""
        #else
            "/proc/self/exe"
        #endif
    }
}
