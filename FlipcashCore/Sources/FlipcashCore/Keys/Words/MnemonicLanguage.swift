/// A language with an official BIP-39 word list.
///
/// Access keys and cash links are always English. Other languages are for phrases from other wallets (key specification
/// §4.1).
public enum MnemonicLanguage: String, CaseIterable, Hashable, Sendable, Codable {
    /// English, the language of access keys and cash links.
    case english
    /// Chinese in simplified characters; each word is one character.
    case chineseSimplified = "chinese_simplified"
    /// Chinese in traditional characters; each word is one character.
    case chineseTraditional = "chinese_traditional"
    /// French, with accents.
    case french
    /// Italian, without accents.
    case italian
    /// Japanese, written in hiragana.
    case japanese
    /// Korean, written in hangul.
    case korean
    /// Spanish, with accents.
    case spanish

    /// The 2048 words in the official order, decomposed (NFKD).
    public var words: [String] { list.words }

    /// The language's word list.
    var list: WordList {
        switch self {
        case .english: .english
        case .chineseSimplified: .chineseSimplified
        case .chineseTraditional: .chineseTraditional
        case .french: .french
        case .italian: .italian
        case .japanese: .japanese
        case .korean: .korean
        case .spanish: .spanish
        }
    }
}
