import CodeCurves
import FlipcashCore

/// Recognises the bills of one owner, on every machine that has the owner's words.
///
/// Four of the ten bytes of a bill's nonce authenticate the other bytes of the payload under a key of the owner.
/// Without that key they look random, so a payload is as hard to guess as one with ten random bytes.
struct BillMark: Sendable {
    private static let label = Array("flipcash-bill-mark-v1".utf8)
    /// The mark's place: the first bytes of the nonce. The last byte of the nonce is never zero, and stays random.
    private static let place = 10..<14

    private let seed: Secret32

    /// Creates the owner's mark; nil for a key without a seed, which no account has.
    init?(owner: KeyPair) {
        guard let seed = owner.seed else { return nil }
        self.seed = seed
    }

    /// Returns the payload with the owner's mark in its nonce.
    func marked(_ payload: CashCode.Payload) -> CashCode.Payload {
        var bytes = payload.bytes
        bytes.replaceSubrange(Self.place, with: mark(of: payload))
        return CashCode.Payload(bytes) ?? payload
    }

    /// Returns whether the owner made this payload. A payload of another owner matches with probability 1 in 2³².
    func isOn(_ payload: CashCode.Payload) -> Bool { payload.bytes[Self.place].elementsEqual(mark(of: payload)) }

    private func mark(of payload: CashCode.Payload) -> [UInt8] {
        let unmarked = payload.bytes[..<Self.place.lowerBound] + payload.bytes[Self.place.upperBound...]
        let code = HKDF.key(input: seed, info: Self.label + unmarked)
        return code.withUnsafeBytes { Array($0.prefix(Self.place.count)) }
    }
}
