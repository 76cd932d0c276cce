/// An official word list of BIP-39: 2048 words; a word's position is its 11-bit value.
///
/// Each list is one text in the source, split at its first use. Words compare by canonical equivalence, so composed and
/// decomposed words are both found.
struct WordList: Sendable {
    /// The words in the official order.
    let words: [String]
    /// The position of each word.
    private let places: [String: Int]

    private init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        places = Dictionary(
            words.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the position of `word`; nil when it is not in the list.
    func place(of word: String) -> Int? { places[word] }

    static let english = WordList(englishText)
    static let chineseSimplified = WordList(chineseSimplifiedText)
    static let chineseTraditional = WordList(chineseTraditionalText)
    static let french = WordList(frenchText)
    static let italian = WordList(italianText)
    static let japanese = WordList(japaneseText)
    static let korean = WordList(koreanText)
    static let spanish = WordList(spanishText)
}
