import FlipcashCore

extension FuzzProperties {
    /// Scanned bytes are rejected, or are the payload of a bill or of a tip card.
    ///
    /// Padded to twenty bytes they equal the encoded payload, and a bill made from its parts is the same bill.
    static func cashPayloads(_ input: [UInt8]) throws {
        let padded = input + [UInt8](repeating: 0, count: max(0, 20 - input.count))
        switch ScannedPayload(input) {
        case nil:
            try claim(!(1...20 ~= input.count) || input[0] > 2, "a payload is not recognised")
        case .cash(let payload)?:
            try claim(payload.bytes == padded, "the bytes change")
            try claim(input[0] == payload.kind.rawValue && input.count <= 20, "this is not a bill")
            try claim("\(payload)" == "CashCode.Payload(redacted)", "the bytes are printed")
            try bill(payload)
        case .tip(let payload)?:
            try claim(input[0] == 2 && input.count <= 20, "this is not a tip card")
            try claim(payload.bytes.prefix(17) == padded.prefix(17), "the receiver changes")
            try claim(ScannedPayload(payload.bytes) == .tip(payload), "the card changes when it is read again")
        }
        try claim(ScannedPayload(padded + [0]) == nil, "a payload with an extra byte is read")
    }

    private static func bill(_ payload: CashCode.Payload) throws {
        try claim(CashCode.Payload(payload.bytes) == payload, "the bill changes when it is read again")
        guard let currency = payload.unverifiedCurrency, let amount = payload.unverifiedAmount else {
            return try claim(CurrencyCode(index: payload.currencyIndex) == nil, "a known currency is not recognised")
        }
        try claim(amount.currency == currency, "the amount is in another currency")
        let wanted = payload.quarks < CashCode.Payload.quarksEnd
        guard let nonce = CashCode.Nonce(payload.nonceBytes) else {
            return try claim(payload.bytes.last == 0, "a valid nonce is rejected")
        }
        let counted = try? CashCode.Payload(
            kind: payload.kind, currency: currency, quarks: payload.quarks, nonce: nonce)
        let written = try? CashCode.Payload(kind: payload.kind, fiat: amount, nonce: nonce)
        try claim(counted == (wanted ? payload : nil), "the same quarks give another bill")
        try claim(written == (wanted ? payload : nil), "the same amount gives another bill")
    }
}
