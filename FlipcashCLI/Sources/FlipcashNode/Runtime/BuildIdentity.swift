import FlipcashCore

/// Tells builds of the program apart, even those of one version.
///
/// The command line compares its own identity with that of the node it finds running and replaces a node left over
/// from another build (payment specification §21.9). It is a digest of where the executable file lies on its disk, its
/// size and its time of writing, taken once, so that a file replaced under a running node shows.
public struct BuildIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Sixteen hexadecimal digits.
    public let description: String

    /// The identity with the given text, as a running node reported it.
    public init(_ description: String) { self.description = description }

    /// The running executable's identity, as it was when this was first asked.
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
