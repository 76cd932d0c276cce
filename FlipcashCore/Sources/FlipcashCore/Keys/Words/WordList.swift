/// One official word list of BIP-39: 2048 words, a word's place being its 11-bit value.
///
/// Each list is one text in the source, split when it is first used. Words compare by canonical equivalence, so a
/// composed word is found as well as a decomposed one.
struct WordList: Sendable {
    /// How many words a list has.
    static let count = 2048

    /// The words in order.
    let words: [String]
    /// The place of each word.
    private let places: [String: Int]

    private init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        places = Dictionary(
            words.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    /// The place of `word`; nil for a word that is not in the list.
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
