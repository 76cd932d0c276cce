import ArgumentParser
import FlipcashCore

/// A currency code on the command line, in any case.
///
/// The command validates it: the parser would answer a mistyped code with the list of all 150.
struct CurrencyArgument: ExpressibleByArgument, Sendable, Hashable {
    let text: String

    init?(argument: String) { text = argument }

    static var defaultCompletionKind: CompletionKind { .currencies }

    /// The currency with this code.
    ///
    /// - Throws: `CommandFailure` with the nearest codes, exit 64.
    func currency() throws(CommandFailure) -> CurrencyCode {
        guard let currency = try? CurrencyCode(currencyCode: text) else {
            let shown = DisplayText.truncated(DisplayText.sanitized(text), to: 40)
            throw .usage("\"\(shown)\" is not a known currency. \(Self.hint(for: text))")
        }
        return currency
    }

    /// Suggests codes that differ from a mistyped one in one letter, or says where to find all codes.
    static func hint(for text: String) -> String {
        let codes = CurrencyCode.allCases.map(\.rawValue)
        let near = Suggestion.near(to: text, among: codes, distance: 1).prefix(3).map { $0.uppercased() }
        guard let last = near.last else { return "Use a code such as usd or cad. List all codes with: flipcash rates" }
        let list = near.count == 1 ? last : near.dropLast().joined(separator: ", ") + " or " + last
        return "Did you mean \(list)? List all codes with: flipcash rates"
    }
}
