/// What a circular code means to a wallet (code specification §6.7).
public enum ScannedPayload: Hashable, Sendable {
    /// A bill.
    case cash(CashCode.Payload)
    /// A tip card.
    case tip(TipCode.Payload)

    /// Tells a code's payload by its first byte.
    ///
    /// - Returns: `nil` for anything that is not of this system, which scanners ignore without a word.
    public init?(_ bytes: some Collection<UInt8>) {
        if let payload = CashCode.Payload(bytes) {
            self = .cash(payload)
        } else if let payload = TipCode.Payload(bytes) {
            self = .tip(payload)
        } else {
            return nil
        }
    }
}
