public import CodeCurves
import Foundation

/// The 12 or 24 BIP-39 words from which the keys of an account or a cash link are derived.
///
/// The words are English unless another language is given; the keys depend on the language as well as on the entropy.
/// The words are stored as entropy in guarded memory and are never printed; `phrase` and `words` return them.
public struct Mnemonic: Sendable, Equatable {
    /// The number of words of a phrase.
    public enum Length: Int, CaseIterable, Sendable {
        /// 128 bits.
        case words12 = 12
        /// 256 bits.
        case words24 = 24

        /// The number of bytes of entropy.
        public var entropyByteCount: Int { rawValue * 4 / 3 }
    }

    /// The entropy: 16 or 32 bytes.
    public let entropy: SecretBytes
    /// The language of the words.
    public let language: MnemonicLanguage

    /// Creates the phrase of 16 or 32 bytes of entropy.
    ///
    /// - Throws: `MnemonicError.wrongEntropyLength`.
    public init(entropy: SecretBytes, language: MnemonicLanguage = .english) throws(MnemonicError) {
        guard Length.allCases.contains(where: { $0.entropyByteCount == entropy.count }) else {
            throw .wrongEntropyLength(entropy.count)
        }
        self.entropy = entropy
        self.language = language
    }

    /// Creates the phrase of 16 or 32 bytes of entropy; the caller zeroes its own copy.
    ///
    /// - Throws: `MnemonicError.wrongEntropyLength`.
    public init(
        entropy: some Collection<UInt8>, language: MnemonicLanguage = .english
    ) throws(MnemonicError) {
        try self.init(entropy: SecretBytes(entropy), language: language)
    }

    /// Creates a phrase from words that match the list exactly, in lower case.
    ///
    /// - Throws: `MnemonicError.wrongWordCount`, `.unknownWord` with its position, `.wrongChecksum`.
    public init(words: [String], language: MnemonicLanguage = .english) throws(MnemonicError) {
        guard Length(rawValue: words.count) != nil else { throw .wrongWordCount(words.count) }
        entropy = try MnemonicCodec.entropy(words: words, language: language)
        self.language = language
    }

    /// Creates a phrase from typed text: split at white space, in any case, composed or decomposed.
    ///
    /// - Throws: the errors of `init(words:language:)`.
    public init(phrase: String, language: MnemonicLanguage = .english) throws(MnemonicError) {
        try self.init(words: Self.split(phrase), language: language)
    }

    /// Returns the languages in which the typed words are a valid phrase.
    ///
    /// Usually there is one. The two Chinese lists share words, and the keys depend on which of them is used.
    public static func languages(of phrase: String) -> [MnemonicLanguage] {
        let words = split(phrase)
        return MnemonicLanguage.allCases.filter { (try? Mnemonic(words: words, language: $0)) != nil }
    }

    private static func split(_ phrase: String) -> [String] {
        phrase.decomposedStringWithCompatibilityMapping.split(whereSeparator: \.isWhitespace).map {
            $0.lowercased()
        }
    }

    /// Creates the phrase of a link's entropy: base58 of 32 or 16 bytes.
    ///
    /// - Throws: `MnemonicError.notBase58`, `.wrongEntropyLength`.
    public init(entropyBase58 text: String) throws(MnemonicError) {
        let bytes: SecretBytes
        do {
            bytes = try Base58.decodeSecret(text.utf8)
        } catch {
            throw .notBase58(error)
        }
        try self.init(entropy: bytes)
    }

    /// Creates the phrase of entropy in base64.
    ///
    /// - Throws: `MnemonicError.notBase64`, `.wrongEntropyLength`.
    public init(entropyBase64 text: String) throws(MnemonicError) {
        guard var data = Data(base64Encoded: text) else { throw .notBase64 }
        defer { data.withUnsafeMutableBytes { Zeroing.zero($0) } }
        try self.init(entropy: data)
    }

    /// Creates a random phrase.
    public static func generate(
        _ length: Length = .words12, language: MnemonicLanguage = .english, using random: any RandomSource
    ) -> Mnemonic {
        var bytes = random.bytes(length.entropyByteCount)
        defer { Zeroing.zero(&bytes) }
        guard bytes.count == length.entropyByteCount else { RandomSourceContract.broken() }
        return Mnemonic(checked: SecretBytes(bytes), language: language)
    }

    private init(checked entropy: SecretBytes, language: MnemonicLanguage) {
        self.entropy = entropy
        self.language = language
    }

    /// The number of words.
    public var length: Length { entropy.count == Length.words12.entropyByteCount ? .words12 : .words24 }

    /// The words in order.
    public var words: [String] { MnemonicCodec.words(entropy: entropy, language: language) }

    /// The words joined by single spaces.
    public var phrase: String { words.joined(separator: " ") }

    /// The entropy in base58, as in links.
    public var entropyBase58: String { entropy.withUnsafeBytes { Base58.encode($0) } }

    /// The entropy in base64.
    public var entropyBase64: String {
        entropy.withUnsafeBytes { bytes in
            var data = Data(bytes)
            defer { data.withUnsafeMutableBytes { Zeroing.zero($0) } }
            return data.base64EncodedString()
        }
    }

    /// A name that distinguishes phrases without revealing them: `Grant ... Snow`.
    public var displayName: String {
        let words = words
        return [words.first, words.last].compactMap { $0?.capitalized }.joined(separator: " ... ")
    }
}

/// The founding name of `Mnemonic`.
public typealias MnemonicPhrase = Mnemonic

extension Mnemonic: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of words, never the words.
    public var description: String { "Mnemonic(\(length.rawValue) words)" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
