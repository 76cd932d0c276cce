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

    /// Completed with the tokens that are held.
    public static var defaultCompletionKind: CompletionKind { .tokens }

    /// Whether it names dollars, which need no server to be known.
    var isDollars: Bool { ["usdf", "dollars", "dollar"].contains(text.lowercased()) }
}

/// A cash link on the command line, or `-` for a line of standard input.
///
/// The text holds a secret and is therefore repeated in no message.
public struct LinkArgument: ExpressibleByArgument, Sendable, Hashable {
    private let text: String

    /// Takes any text of 1 to 2,000 bytes; nil for any other. Whether it is a link is judged later.
    public init?(argument: String) {
        guard !argument.isEmpty, argument.utf8.count <= 2_000 else { return nil }
        text = argument
    }

    /// Whether the link is not on the command line but on standard input.
    var isStandardInput: Bool { text == "-" }

    /// Nothing: a link is repeated in no help text.
    public var defaultValueDescription: String { "" }

    /// The link itself, read from standard input where the argument says so.
    ///
    /// - Throws: `CommandFailure` when standard input has no line.
    func resolved(_ input: any TextInput) throws(CommandFailure) -> String {
        guard text == "-" else { return text }
        guard let line = input.readLine(), !line.isEmpty else {
            throw CommandFailure("no_input", .cannotRead, "Standard input has no link.")
        }
        return line
    }
}

extension LinkArgument: CustomStringConvertible, CustomReflectable {
    public var description: String { "(link)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
