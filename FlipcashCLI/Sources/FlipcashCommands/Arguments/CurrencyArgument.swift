import ArgumentParser
import FlipcashCore

/// A currency code on the command line, in any case.
///
/// It is judged by the command, since the parser would answer a mistyped one with the list of all 150.
struct CurrencyArgument: ExpressibleByArgument, Sendable, Hashable {
    let text: String

    init?(argument: String) { text = argument }

    static var defaultCompletionKind: CompletionKind { .currencies }

    /// The currency meant.
    ///
    /// - Throws: `CommandFailure` with the nearest codes, exit 64.
    func currency() throws(CommandFailure) -> CurrencyCode {
        guard let currency = try? CurrencyCode(currencyCode: text) else {
            let shown = DisplayText.truncated(DisplayText.sanitized(text), to: 40)
            throw .usage("\"\(shown)\" is no currency known here. \(Self.hint(for: text))")
        }
        return currency
    }

    /// Codes that differ from a mistyped one in one letter, or where to look them up.
    static func hint(for text: String) -> String {
        let codes = CurrencyCode.allCases.map(\.rawValue)
        let near = Suggestion.near(to: text, among: codes, distance: 1).prefix(3).map { $0.uppercased() }
        guard let last = near.last else { return "Use a code such as usd or cad; all are listed by: flipcash rates" }
        let list = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
        return "Did you mean \(list)? All are listed by: flipcash rates"
    }
}
