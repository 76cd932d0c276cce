extension CashCode {
    /// The ten random bytes that make a bill unique.
    ///
    /// The last byte is never zero, because some scanners drop trailing zeros and then reject the bill.
    public struct Nonce: Hashable, Sendable {
        /// The number of bytes of a nonce.
        public static let byteCount = 10

        /// The bytes.
        public let bytes: [UInt8]

        /// Takes exactly ten bytes whose last is not zero; `nil` for other bytes.
        public init?(_ bytes: some Collection<UInt8>) {
            let bytes = Array(bytes)
            guard bytes.count == Nonce.byteCount, bytes.last != 0 else { return nil }
            self.bytes = bytes
        }

        /// Creates a random nonce for a new bill.
        public init(drawing random: any RandomSource) {
            // A broken source may return only zeros as the last byte; this limit prevents an endless loop.
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
