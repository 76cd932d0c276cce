public import ArgumentParser
import FlipcashCore

/// An address on the command line: 32 bytes in base58.
public struct AddressArgument: ExpressibleByArgument, Sendable, Hashable {
    private let text: String

    /// Takes any text of 1 to 100 bytes; nil for any other. It is checked later.
    public init?(argument: String) {
        guard !argument.isEmpty, argument.utf8.count <= 100 else { return nil }
        text = argument
    }

    /// The address.
    ///
    /// - Throws: `CommandFailure`, exit 65.
    func address() throws(CommandFailure) -> PublicKey {
        guard let address = try? PublicKey(base58: text) else {
            throw .badInput(
                "\"\(DisplayText.sanitized(text))\" is not an address. Use 32 bytes in base58.", code: "bad_address")
        }
        return address
    }
}
