import CodeCurves

extension CashCode {
    /// The 20 bytes of a bill's code: kind, currency, amount and nonce.
    ///
    /// Whoever sees the bytes holds the key of the rendezvous, so they never belong in a log. Currency and amount are a
    /// hint of the giver's; the payment uses what the giver's signed message says, and so does the mint, which the code
    /// does not carry.
    public struct Payload: Hashable, Sendable {
        /// How the bill came about.
        public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
            /// Written by early versions; accepted like ``multiMint``.
            case cash = 0
            /// Cash of any mint: every bill written today.
            case multiMint = 1
        }

        /// The length of every payload.
        public static let byteCount = 20
        /// Amounts are counted in millionths of the currency's unit, whatever its own digits.
        public static let quarksPerUnit: UInt64 = 1_000_000
        /// Decimals of ``quarksPerUnit``.
        static let decimals = 6
        /// Amounts are below this, since some wallets write only seven bytes of them.
        public static let quarksEnd: UInt64 = 1 << 56

        /// The 20 bytes as scanned or written. The rendezvous depends on each of them.
        public let bytes: [UInt8]
        /// How the bill came about.
        public let kind: Kind

        /// The bytes of a scanned code.
        ///
        /// - Parameter bytes: at most 20; missing trailing ones are zeros that the writer left away.
        /// - Returns: `nil` for an empty or longer sequence and for other kinds of payload.
        public init?(_ bytes: some Collection<UInt8>) {
            guard bytes.count <= Payload.byteCount, let first = bytes.first, let kind = Kind(rawValue: first) else {
                return nil
            }
            self.kind = kind
            self.bytes = Array(bytes) + [UInt8](repeating: 0, count: Payload.byteCount - bytes.count)
        }

        /// The payload of a new bill.
        ///
        /// - Parameters:
        ///   - kind: how the bill comes about.
        ///   - currency: what its amount is in.
        ///   - quarks: millionths of the currency's unit, below 2⁵⁶.
        ///   - nonce: fresh for every bill.
        /// - Throws: ``PayloadError/amountTooLarge``.
        public init(
            kind: Kind = .multiMint, currency: CurrencyCode, quarks: UInt64, nonce: Nonce
        ) throws(PayloadError) {
            guard quarks < Payload.quarksEnd else { throw .amountTooLarge }
            self.kind = kind
            let amount = (0..<8).map { UInt8(truncatingIfNeeded: quarks >> UInt64(8 * $0)) }
            bytes = [kind.rawValue, currency.index] + amount + nonce.bytes
        }

        /// The payload of a new bill; the amount is rounded to millionths, halves away from zero.
        ///
        /// - Throws: ``PayloadError/amountTooLarge`` or ``PayloadError/negativeAmount``.
        public init(
            kind: Kind = .multiMint, fiat: FiatAmount, nonce: Nonce
        ) throws(PayloadError) {
            let quarks: UInt64
            do throws(MoneyError) {
                quarks = try ExactRational(fiat.value).quarks(decimals: Payload.decimals, .halfUp)
            } catch {
                throw error == .invalidNegativeValue ? .negativeAmount : .amountTooLarge
            }
            try self.init(kind: kind, currency: fiat.currency, quarks: quarks, nonce: nonce)
        }

        /// The currency's place in the writer's table, which need not be ours.
        public var currencyIndex: UInt8 { bytes[1] }

        /// The amount in millionths of the currency's unit, as all eight bytes say.
        public var quarks: UInt64 {
            bytes[2..<10].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// The bytes that make the bill unique.
        public var nonceBytes: [UInt8] { Array(bytes[10...]) }

        /// The key pair whose public key names the message channel and the payment.
        ///
        /// It derives from the bytes as scanned, never from parsed and rewritten fields.
        public var rendezvous: KeyPair { KeyPair(seed: Secret32(hashing: bytes)) }
    }

    /// Why a bill cannot be written.
    public enum PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The amount reaches 2⁵⁶ millionths, or is not a number.
        case amountTooLarge
        /// The amount is below zero.
        case negativeAmount

        /// What was wrong and what is allowed.
        public var description: String {
            switch self {
            case .amountTooLarge: "the amount is too large for a bill; the most is 72,057,594,037.927935"
            case .negativeAmount: "a bill cannot carry a negative amount"
            }
        }
    }
}

extension CashCode.Payload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the bytes: they are the private half of the rendezvous.
    public var description: String { "CashCode.Payload(redacted)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
