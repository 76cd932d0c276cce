import CodeCurves

extension CashCode {
    /// The 20 bytes of a bill's code: kind, currency, amount and nonce.
    ///
    /// The bytes give the rendezvous key to everyone who sees them, so never log them. Currency and amount are only a
    /// hint from the giver. The payment uses the amount and the mint of the giver's signed message; the code does not
    /// contain the mint.
    public struct Payload: Hashable, Sendable {
        /// The kind of a bill.
        public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
            /// A bill of an early version; accepted like ``multiMint``.
            case cash = 0
            /// Cash of any mint; the kind of all new bills.
            case multiMint = 1
        }

        /// The number of bytes of a payload.
        public static let byteCount = 20
        /// An amount counts millionths of the currency's unit, independent of its number of digits.
        static let decimals = 6
        /// The limit of amounts, exclusive; some wallets write only seven bytes of the amount.
        public static let quarksEnd: UInt64 = 1 << 56

        /// The 20 bytes as scanned or written. The rendezvous key depends on each of them.
        public let bytes: [UInt8]
        /// The kind of the bill.
        public let kind: Kind

        /// Reads the bytes of a scanned code.
        ///
        /// - Parameter bytes: at most 20; missing trailing bytes are zeros that the writer omitted.
        /// - Returns: `nil` for an empty or longer sequence and for other kinds of payload.
        public init?(_ bytes: some Collection<UInt8>) {
            guard bytes.count <= Payload.byteCount, let first = bytes.first, let kind = Kind(rawValue: first) else {
                return nil
            }
            self.kind = kind
            self.bytes = Array(bytes) + [UInt8](repeating: 0, count: Payload.byteCount - bytes.count)
        }

        /// Creates the payload of a new bill.
        ///
        /// - Parameters:
        ///   - kind: the kind of the bill.
        ///   - currency: the currency of the amount.
        ///   - quarks: millionths of the currency's unit, below 2⁵⁶.
        ///   - nonce: a new nonce for every bill.
        /// - Throws: ``PayloadError/amountTooLarge``.
        public init(
            kind: Kind = .multiMint, currency: CurrencyCode, quarks: UInt64, nonce: Nonce
        ) throws(PayloadError) {
            guard quarks < Payload.quarksEnd else { throw .amountTooLarge }
            self.kind = kind
            let amount = (0..<8).map { UInt8(truncatingIfNeeded: quarks >> UInt64(8 * $0)) }
            bytes = [kind.rawValue, currency.index] + amount + nonce.bytes
        }

        /// Creates the payload of a new bill; the amount is rounded to millionths, halves away from zero.
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

        /// The currency's index in the writer's table, which may differ from ours.
        public var currencyIndex: UInt8 { bytes[1] }

        /// The amount in millionths of the currency's unit, from all eight bytes.
        public var quarks: UInt64 {
            bytes[2..<10].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// The bytes that make the bill unique.
        public var nonceBytes: [UInt8] { Array(bytes[10...]) }

        /// The key pair whose public key identifies the message channel and the payment.
        ///
        /// It is derived from the bytes as scanned, never from parsed and re-encoded fields.
        public var rendezvous: KeyPair { KeyPair(seed: Secret32(hashing: bytes)) }
    }

    /// Errors from creating a bill's payload.
    public enum PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The amount is 2⁵⁶ millionths or more, or is not a number.
        case amountTooLarge
        /// The amount is below zero.
        case negativeAmount

        /// The error and the allowed range.
        public var description: String {
            switch self {
            case .amountTooLarge: "the amount is too large for a bill; the maximum is 72,057,594,037.927935"
            case .negativeAmount: "a bill cannot carry a negative amount"
            }
        }
    }
}

extension CashCode.Payload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text, because the bytes are the private key of the rendezvous.
    public var description: String { "CashCode.Payload(redacted)" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
