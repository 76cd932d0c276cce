#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The contents of the circular code of a tip card (code specification §6.6).
public enum TipCode {
    /// The 20 bytes of a tip card: kind, the receiver's user id and filler.
    public struct Payload: Hashable, Sendable {
        /// The number of bytes of a payload.
        public static let byteCount = 20
        /// The first byte of every tip card.
        public static let kind: UInt8 = 2
        /// Written after the id so that no payload ends in zeros, which scanners may drop; ignored when read.
        static let filler: [UInt8] = [1, 2, 3]

        /// The user who receives the tip.
        public let userID: UUID

        /// Creates the payload of a user's card.
        public init(userID: UUID) {
            self.userID = userID
        }

        /// Reads the bytes of a scanned code.
        ///
        /// - Parameter bytes: at most 20; missing trailing bytes are zeros that the writer omitted.
        /// - Returns: `nil` for an empty or longer sequence and for other kinds of payload.
        public init?(_ bytes: some Collection<UInt8>) {
            guard bytes.count <= Payload.byteCount, bytes.first == Payload.kind else { return nil }
            let id = Array(bytes.dropFirst()) + [UInt8](repeating: 0, count: Payload.byteCount - bytes.count)
            userID = UUID(
                uuid: (
                    id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7],
                    id[8], id[9], id[10], id[11], id[12], id[13], id[14], id[15]
                ))
        }

        /// The 20 bytes to encode.
        public var bytes: [UInt8] {
            [Payload.kind] + withUnsafeBytes(of: userID.uuid) { Array($0) } + Payload.filler
        }
    }
}
