import CKikCodes

/// The circular code on a bill: encoding, error correction and detection.
///
/// All calls are re-entrant and safe to use from any thread. They never trap on damaged codes or unusual pictures, but
/// return `nil`.
public enum KikCodes {
    /// The length of a code: 13 check bytes, 2 header bytes and 20 payload bytes.
    public static let codeLength = Int(KIK_CODE_BYTES)
    /// The length of a payload.
    public static let payloadLength = Int(KIK_PAYLOAD_BYTES)
    /// The number of wrong bytes that can be corrected when their positions are unknown.
    public static let correctableSymbols = 6

    /// Encodes a payload as a ``CodeType/remote`` code, the type of every Flipcash code. The payload is padded with
    /// zeros to 20 bytes.
    ///
    /// - Returns: The 35 bytes of the code.
    /// - Throws: ``KikCodesError/payloadTooLong(count:)`` for more than 20 bytes.
    public static func encode(_ payload: some Sequence<UInt8>) throws(KikCodesError) -> [UInt8] {
        try encode(payload, type: .remote, colour: 0)
    }

    /// Encodes a payload with the given type and colour. For user names, use ``encode(username:nonce:colour:)``.
    ///
    /// - Throws: ``KikCodesError/payloadTooLong(count:)`` or ``KikCodesError/colourOutOfRange(_:)``.
    public static func encode(
        _ payload: some Sequence<UInt8>, type: CodeType, colour: UInt8
    ) throws(KikCodesError) -> [UInt8] {
        try encode(payload: Array(payload), type: type, colour: colour, extra: 0)
    }

    /// Reads a code of exactly 35 bytes and corrects up to six wrong ones.
    ///
    /// - Returns: The content; `nil` when the code cannot be corrected, fails the check that follows the correction, or
    ///   has an unknown type. Twelve of the 13 check bytes serve for the correction, one for that check.
    public static func decode(_ code: some Collection<UInt8>) -> DecodedCode? {
        decode(code, erasures: [])
    }

    /// Reads a code with erasures: bytes known to be unreliable. Succeeds while 2 · errors + erasures ≤ 12, where
    /// errors are wrong bytes at unknown positions.
    ///
    /// - Parameters:
    ///   - code: The 35 bytes as read.
    ///   - erasures: The positions of unreliable bytes, distinct and within 0…34.
    /// - Returns: The content; `nil` as for ``decode(_:)``, and for invalid erasures.
    public static func decode(_ code: some Collection<UInt8>, erasures: [Int]) -> DecodedCode? {
        guard code.count == codeLength else { return nil }
        var positions: [UInt8] = []
        for erasure in erasures {
            guard let position = UInt8(exactly: erasure) else { return nil }
            positions.append(position)
        }
        var frame = KikFrame()
        guard kikDecodeErasures(Array(code), positions, positions.count, &frame) else { return nil }
        return DecodedCode(frame)
    }

    static func encode(
        payload: [UInt8], type: CodeType, colour: UInt8, extra: UInt8
    ) throws(KikCodesError) -> [UInt8] {
        guard payload.count <= payloadLength else { throw .payloadTooLong(count: payload.count) }
        let padded = payload + [UInt8](repeating: 0, count: payloadLength - payload.count)
        var code = [UInt8](repeating: 0, count: codeLength)
        // Only the colour can be out of range: every type fits its bits, and so does every caller's `extra`.
        guard kikEncode(type.rawValue, colour, extra, padded, &code) else { throw .colourOutOfRange(colour) }
        return code
    }
}

extension DecodedCode {
    init?(_ frame: KikFrame) {
        guard let type = CodeType(rawValue: frame.type) else { return nil }
        self.init(
            type: type, colour: frame.colour, extra: frame.extra,
            payload: withUnsafeBytes(of: frame.payload) { Array($0) },
            correctedSymbols: Int(frame.correctedSymbols))
    }
}
