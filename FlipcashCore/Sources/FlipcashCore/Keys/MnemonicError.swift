/// Errors from reading a phrase or its entropy. Messages give positions, never words.
public enum MnemonicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The phrase does not have 12 or 24 words, but this number.
    case wrongWordCount(Int)
    /// The word at this position, counted from 1, is not in the list.
    case unknownWord(position: Int)
    /// Every word is in the list, but the checksum is wrong.
    case wrongChecksum
    /// The entropy does not have 16 or 32 bytes, but this number.
    case wrongEntropyLength(Int)
    /// The entropy's text is not base58.
    case notBase58(Base58Error)
    /// The entropy's text is not base64.
    case notBase64

    /// What is wrong, in lower case and without a full stop. The words never appear in it.
    public var description: String {
        switch self {
        case .wrongWordCount(let count):
            "an access key has 12 or 24 words, this has \(count)"
        case .unknownWord(let position):
            "word \(position) is not in the word list; check its spelling"
        case .wrongChecksum:
            "these words are not a valid access key; check their order and spelling"
        case .wrongEntropyLength(let count):
            "an access key is made from 16 or 32 bytes, not \(count)"
        case .notBase58(let error):
            "this is not an access key: \(error)"
        case .notBase64:
            "this is not an access key: it is not base64"
        }
    }
}
