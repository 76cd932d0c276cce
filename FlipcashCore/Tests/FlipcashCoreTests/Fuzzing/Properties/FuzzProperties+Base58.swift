import CodeCurves
import FlipcashCore

extension FuzzProperties {
    /// Text is rejected with a valid position, or is the only text of its bytes; all bytes have such a text.
    ///
    /// The fast algorithms for 32 bytes agree with the general one.
    static func base58(_ input: [UInt8]) throws {
        try base58Text(String(decoding: input, as: UTF8.self))
        try base58Bytes(Array(input.prefix(256)))
        try base58Bytes(Array(input.prefix(32)))
    }

    private static func base58Text(_ text: String) throws {
        let length = text.utf8.count
        // Time grows with the square of the length; nothing else changes between these two lengths.
        guard length <= 512 || length > Base58.characterCountMax else { return }
        let address = try? PublicKey(base58: text)
        let secret = Result { () throws(Base58Error) in try Base58.decodeSecret(text.utf8) }.map { $0.exposedCopy() }
        let read = Result { () throws(Base58Error) in try Base58.decode(text) }
        try claim(secret == read, "secrets are read differently")
        switch read {
        case .success(let bytes):
            try claim(Base58.encode(bytes) == trimmed(text), "another text has the same bytes")
            try claim(address?.bytes == (bytes.count == 32 ? bytes : nil), "addresses are read differently")
            let signature = try? Signature(base58: text)
            try claim(signature?.bytes == (bytes.count == 64 ? bytes : nil), "signatures are read differently")
        case .failure(.foreignCharacter(let offset)):
            try claim(0..<length ~= offset, "the foreign character is outside the text")
            try claim(address == nil, "an address has a foreign character")
        case .failure(.tooLong(let count, let max)):
            try claim(count > max && max == Base58.characterCountMax && count <= length, "the text is not that long")
            try claim(address == nil, "an address is too long")
        }
    }

    private static func base58Bytes(_ bytes: [UInt8]) throws {
        let text = Base58.encode(bytes)
        try claim(try Base58.decode(text) == bytes, "the decoded bytes differ")
        guard let key = PublicKey(exactly: bytes) else { return }
        try claim(key.base58 == text, "the text of an address differs")
        try claim(try PublicKey(base58: text) == key, "the decoded address differs")
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        return String(
            decoding: text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed(), as: UTF8.self)
    }
}
