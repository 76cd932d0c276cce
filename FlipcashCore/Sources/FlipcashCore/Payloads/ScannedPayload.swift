/// The contents of a circular code (code specification §6.7).
public enum ScannedPayload: Hashable, Sendable {
    /// A bill.
    case cash(CashCode.Payload)
    /// A tip card.
    case tip(TipCode.Payload)

    /// Reads a code's payload, whose first byte gives its kind.
    ///
    /// - Returns: `nil` for codes of other systems, which scanners ignore silently.
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
