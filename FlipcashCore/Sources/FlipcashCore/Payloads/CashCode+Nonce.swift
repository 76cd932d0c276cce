extension CashCode {
    /// The ten random bytes that make a bill unique.
    ///
    /// The last one is never zero: some scanners drop trailing zeros and then refuse the bill.
    public struct Nonce: Hashable, Sendable {
        /// The length of every nonce.
        public static let byteCount = 10

        /// The bytes.
        public let bytes: [UInt8]

        /// Exactly ten bytes of which the last is not zero; `nil` for anything else.
        public init?(_ bytes: some Collection<UInt8>) {
            let bytes = Array(bytes)
            guard bytes.count == Nonce.byteCount, bytes.last != 0 else { return nil }
            self.bytes = bytes
        }

        /// A fresh nonce for a new bill.
        public init(drawing random: any RandomSource) {
            // A source that never gives anything but a final zero is broken; it must not hang the process.
            let drawsMax = 32
            for _ in 0..<drawsMax {
                if let nonce = Nonce(random.bytes(Nonce.byteCount)) {
                    self = nonce
                    return
                }
            }
            RandomSourceContract.broken()
        }
    }
}
