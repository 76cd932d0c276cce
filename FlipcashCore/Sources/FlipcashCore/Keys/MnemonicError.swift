/// Why a phrase or its entropy was refused. Messages name positions, never words.
public enum MnemonicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The phrase has this many words.
    case wrongWordCount(Int)
    /// The word at this position, counted from 1, is not in the list.
    case unknownWord(position: Int)
    /// Every word is in the list, but together they fail the check.
    case wrongChecksum
    /// The entropy has this many bytes.
    case wrongEntropyLength(Int)
    /// The entropy's text is not base58.
    case notBase58(Base58Error)
    /// The entropy's text is not base64.
    case notBase64

    public var description: String {
        switch self {
        case .wrongWordCount(let count):
            "an access key has 12 or 24 words, this has \(count)"
        case .unknownWord(let position):
            "word \(position) is not in the word list; check its spelling"
        case .wrongChecksum:
            "these words do not belong together; check their order and spelling"
        case .wrongEntropyLength(let count):
            "an access key is made from 16 or 32 bytes, not \(count)"
        case .notBase58(let error):
            "this is not an access key: \(error)"
        case .notBase64:
            "this is not an access key: it is not base64"
        }
    }
}
