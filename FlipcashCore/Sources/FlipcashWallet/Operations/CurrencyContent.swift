/// A part of a currency that the service checks before it is used.
public enum CurrencyContent: String, Hashable, Sendable {
    /// The name.
    case name
    /// The symbol.
    case symbol
    /// The description.
    case description
    /// The picture.
    case icon

    /// The code of a report that the content is not allowed.
    var deniedCode: MessageCode {
        switch self {
        case .name: .nameDenied
        case .symbol, .description: .textDenied
        case .icon: .imageDenied
        }
    }

    /// The code of a report that the content cannot be checked.
    var uncheckedCode: MessageCode {
        switch self {
        case .name: .nameUnchecked
        case .symbol, .description: .textUnchecked
        case .icon: .imageFormat
        }
    }
}
