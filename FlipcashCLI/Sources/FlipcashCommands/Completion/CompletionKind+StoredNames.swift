import ArgumentParser
import FlipcashCore

extension CompletionKind {
    /// The profiles that have a file or a folder here, and those that need none.
    static var profiles: CompletionKind {
        .custom { _, _, _ in StoredNames.profiles }
    }

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
