extension KikCodes {
    /// Encodes a user name, a historic kind of code (code specification §2).
    ///
    /// - Throws: ``KikCodesError/usernameLength(_:)``, ``KikCodesError/usernameCharacter(_:)`` or
    ///   ``KikCodesError/colourOutOfRange(_:)``.
    public static func encode(
        username: String, nonce: UInt16, colour: UInt8 = 0
    ) throws(KikCodesError) -> [UInt8] {
        guard UsernamePacking.lengths.contains(username.count) else { throw .usernameLength(username.count) }
        let payload = try UsernamePacking.pack(username, nonce: nonce)
        let extra = UInt8(username.count - UsernamePacking.lengths.lowerBound)
        return try encode(payload: payload, type: .username, colour: colour, extra: extra)
    }
}

extension DecodedCode {
    /// The user name and nonce of a user name code; `nil` for the other types.
    public var username: (name: String, nonce: UInt16)? {
        guard type == .username else { return nil }
        let length = Int(extra) + UsernamePacking.lengths.lowerBound
        guard UsernamePacking.lengths.contains(length), payload.count == KikCodes.payloadLength else { return nil }
        return UsernamePacking.unpack(payload, length: length)
    }
}

/// Packs four characters of six bits into three bytes, lowest bits first, followed by filler and the nonce.
private enum UsernamePacking {
    static let lengths = 2...24
    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._")
    /// The offset of the nonce's two bytes in the payload.
    static let nonceOffset = 18
    /// The length of the header before the payload. The filler counts bytes from the start of the header.
    static let headerLength = 2

    static func pack(_ name: String, nonce: UInt16) throws(KikCodesError) -> [UInt8] {
        var payload = [UInt8](repeating: 0, count: KikCodes.payloadLength)
        for (index, character) in name.enumerated() {
            guard let value = alphabet.firstIndex(of: character) else { throw .usernameCharacter(character) }
            for bit in 0..<6 where value >> bit & 1 == 1 {
                payload[(6 * index + bit) / 8] |= 1 << UInt8((6 * index + bit) % 8)
            }
        }
        let lastGroup = 3 * ((name.count - 1) / 4)
        for offset in lastGroup + 3..<max(lastGroup + 3, nonceOffset) {
            payload[offset] = 0xAA ^ UInt8(offset + headerLength)
        }
        payload[nonceOffset] = UInt8(truncatingIfNeeded: nonce)
        payload[nonceOffset + 1] = UInt8(truncatingIfNeeded: nonce >> 8)
        return payload
    }

    static func unpack(_ payload: [UInt8], length: Int) -> (name: String, nonce: UInt16) {
        var name = ""
        for index in 0..<length {
            var value = 0
            for bit in 0..<6 {
                value |= Int(payload[(6 * index + bit) / 8] >> UInt8((6 * index + bit) % 8) & 1) << bit
            }
            name.append(alphabet[value])
        }
        return (name, UInt16(payload[nonceOffset]) | UInt16(payload[nonceOffset + 1]) << 8)
    }
}
