public import ArgumentParser
import FlipcashCore

/// A token on the command line: mint, symbol or name.
public struct TokenArgument: ExpressibleByArgument, Sendable, Hashable {
    /// The text as it was typed, 1 to 100 bytes.
    public let text: String

    /// Takes any text of 1 to 100 bytes; nil for any other.
    public init?(argument: String) {
        guard !argument.isEmpty, argument.utf8.count <= 100 else { return nil }
        text = argument
    }

    /// The one token of `mint`.
    init(mint: PublicKey) { text = mint.base58 }

    /// Completes the tokens that the account holds.
    public static var defaultCompletionKind: CompletionKind { .tokens }

    /// The argument that names dollars.
    static let dollars = TokenArgument(mint: .usdf)

    /// How help texts show a default.
    public var defaultValueDescription: String { isDollars ? "dollars" : text }

    /// Whether it names dollars, which need no lookup.
    var isDollars: Bool { ["usdf", "dollars", "dollar"].contains(text.lowercased()) || text == PublicKey.usdf.base58 }
}

/// A cash link on the command line, or `-` for a line of standard input.
///
/// The text holds a secret, so no message repeats it.
public struct LinkArgument: ExpressibleByArgument, Sendable, Hashable {
    private let text: String

    /// Takes any text of 1 to 2,000 bytes; nil for any other. It is checked later.
    public init?(argument: String) {
        guard !argument.isEmpty, argument.utf8.count <= 2_000 else { return nil }
        text = argument
    }

    /// Whether the link is read from standard input.
    var isStandardInput: Bool { text == "-" }

    /// Empty: help texts must not repeat a link.
    public var defaultValueDescription: String { "" }

    /// The link itself, read with `readLine` if the argument is `-`.
    ///
    /// - Throws: `CommandFailure` when standard input has no line.
    func resolved(_ readLine: () -> String?) throws(CommandFailure) -> String {
        guard text == "-" else { return text }
        guard let line = readLine(), !line.isEmpty else {
            throw CommandFailure(
                "no_input", .cannotRead, "There is no link on standard input. Write the link to it, on one line.")
        }
        return line
    }
}

extension LinkArgument: CustomStringConvertible, CustomReflectable {
    public var description: String { "(link)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
