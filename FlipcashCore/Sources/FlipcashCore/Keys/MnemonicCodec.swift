import CodeCurves

/// The word encoding of BIP-39: entropy and its checksum, eleven bits per word.
///
/// It supports every length of the scheme (4 to 32 bytes in steps of 4); `Mnemonic` limits them to 12 and 24 words.
enum MnemonicCodec {
    /// The lengths of phrases that have entropy.
    static func isWordCount(_ count: Int) -> Bool { (3...24).contains(count) && count % 3 == 0 }

    /// The words of `entropy`, which has 4 to 32 bytes in steps of 4.
    static func words(entropy: SecretBytes, language: MnemonicLanguage = .english) -> [String] {
        let list = language.list.words
        return entropy.withUnsafeBytes { entropy in
            var bits = Array(entropy)
            defer { Zeroing.zero(&bits) }
            bits.append(checksumByte(UnsafeRawBufferPointer(rebasing: entropy[...])))
            let wordCount = entropy.count * 3 / 4
            return (0..<wordCount).map { word in
                var value = 0
                for bit in word * 11..<word * 11 + 11 {
                    let isSet = bits[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
                    value = value << 1 | (isSet ? 1 : 0)
                }
                return list[value]
            }
        }
    }

    /// Returns the entropy of `words` after verifying their checksum.
    static func entropy(
        words: [String], language: MnemonicLanguage = .english
    ) throws(MnemonicError) -> SecretBytes {
        guard isWordCount(words.count) else { throw .wrongWordCount(words.count) }
        let list = language.list
        // The bits of the words: entropy first, then one checksum bit for every three words.
        var bits = [UInt8](repeating: 0, count: (words.count * 11 + 7) / 8)
        defer { Zeroing.zero(&bits) }
        for (position, word) in words.enumerated() {
            guard let value = list.place(of: word) else { throw .unknownWord(position: position + 1) }
            for bit in 0..<11 where value & (0x400 >> bit) != 0 {
                let place = position * 11 + bit
                bits[place / 8] |= 0x80 >> UInt8(place % 8)
            }
        }
        let byteCount = words.count * 4 / 3
        let entropy = SecretBytes(bits.prefix(byteCount))
        let checksumBits = words.count / 3
        let expected = entropy.withUnsafeBytes(checksumByte) >> (8 - checksumBits)
        guard bits[byteCount] >> (8 - checksumBits) == expected else { throw .wrongChecksum }
        return entropy
    }

    private static func checksumByte(_ entropy: UnsafeRawBufferPointer) -> UInt8 {
        Secret32(hashing: entropy).withUnsafeBytes { $0[0] }
    }
}
