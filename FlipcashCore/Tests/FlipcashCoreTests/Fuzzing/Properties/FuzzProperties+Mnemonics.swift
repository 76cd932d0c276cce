import CodeCurves
import FlipcashCore

extension FuzzProperties {
    /// Text in any language, in base58 or in base64 is rejected with a valid position, or is a phrase.
    ///
    /// A phrase is read again from each of its forms. The first byte chooses the language.
    static func mnemonics(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let languages = MnemonicLanguage.allCases
        let language = languages[Int(first) % languages.count]
        let rest = Array(input.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        try phrase(text, language)
        try phrase(words(rest, language).joined(separator: " "), language)
        try entropy(rest, language)
        if let read = try? Mnemonic(entropyBase58: text) {
            try claim(text.utf8.count >= read.entropyBase58.utf8.count, "the text is shorter than its entropy")
            try forms(of: read)
        }
        if let read = try? Mnemonic(entropyBase64: text) { try forms(of: read) }
    }

    /// Words from the list, two bytes each, so that the fuzzer reaches the checksum.
    private static func words(_ bytes: [UInt8], _ language: MnemonicLanguage) -> [String] {
        stride(from: 0, to: min(bytes.count - 1, 48), by: 2).map {
            language.words[(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) % language.words.count]
        }
    }

    private static func phrase(_ text: String, _ language: MnemonicLanguage) throws {
        switch Result(catching: { () throws(MnemonicError) in try Mnemonic(phrase: text, language: language) }) {
        case .success(let read):
            try forms(of: read)
            try claim(Mnemonic.languages(of: text).contains(language), "the language of the phrase is not recognised")
        case .failure(.wrongWordCount(let count)):
            try claim(count != 12 && count != 24 && 0...text.utf8.count ~= count, "the number of words is wrong")
        case .failure(.unknownWord(let position)):
            try claim(1...24 ~= position, "the reported position of a word is wrong")
        case .failure(.wrongChecksum): break
        case .failure(.wrongEntropyLength), .failure(.notBase58), .failure(.notBase64):
            throw BrokenClaim(description: "words are rejected with an error of entropy")
        }
    }

    private static func entropy(_ bytes: [UInt8], _ language: MnemonicLanguage) throws {
        switch Result(catching: { () throws(MnemonicError) in try Mnemonic(entropy: bytes, language: language) }) {
        case .success(let read):
            try claim(read.entropy.withUnsafeBytes { [UInt8]($0) } == bytes, "the entropy changes")
            try forms(of: read)
        case .failure(let error):
            try claim(error == .wrongEntropyLength(bytes.count), "entropy is rejected for another reason")
            try claim(![16, 32].contains(bytes.count), "entropy of a valid length is rejected")
        }
    }

    private static func forms(of mnemonic: Mnemonic) throws {
        let language = mnemonic.language
        try claim(mnemonic.words.count == mnemonic.length.rawValue, "the number of words differs from the length")
        try claim(try Mnemonic(words: mnemonic.words, language: language) == mnemonic, "the words change")
        try claim(try Mnemonic(phrase: mnemonic.phrase, language: language) == mnemonic, "the phrase changes")
        let english = try Mnemonic(entropy: mnemonic.entropy)
        try claim(try Mnemonic(entropyBase58: mnemonic.entropyBase58) == english, "the base58 form changes")
        try claim(try Mnemonic(entropyBase64: mnemonic.entropyBase64) == english, "the base64 form changes")
        try claim("\(mnemonic)" == "Mnemonic(\(mnemonic.length.rawValue) words)", "the words are printed")
    }
}
