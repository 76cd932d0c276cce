import ArgumentParser
import FlipcashCore

extension CompletionKind {
    /// Stored profiles and built-in ones.
    static var profiles: CompletionKind {
        .custom { _, _, _ in StoredNames.profiles }
    }

    /// The accounts of the profile.
    static var accounts: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.accounts ?? [] }
    }

    /// The tokens that the account holds.
    static var tokens: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.tokens ?? [] }
    }

    /// The currency codes. The script asks the program for them instead of repeating them for every option.
    static var currencies: CompletionKind {
        .custom { _, _, _ in CurrencyCode.allCases.map(\.rawValue) }
    }
}
