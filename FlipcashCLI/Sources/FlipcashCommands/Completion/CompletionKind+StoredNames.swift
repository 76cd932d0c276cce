import ArgumentParser
import FlipcashCore

extension CompletionKind {
    /// The accounts of the profile.
    static var accounts: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.accounts ?? [] }
    }

    /// What the account holds.
    static var tokens: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.tokens ?? [] }
    }

    /// The currency codes. They are asked for rather than written into the script a hundred times.
    static var currencies: CompletionKind {
        .custom { _, _, _ in CurrencyCode.allCases.map(\.rawValue) }
    }
}
