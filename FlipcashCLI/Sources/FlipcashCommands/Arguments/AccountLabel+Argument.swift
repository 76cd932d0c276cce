import ArgumentParser
import FlipcashCore
import FlipcashWallet

extension AccountLabel {
    /// Checks the form of a typed label. The account list checks whether another account has it.
    ///
    /// - Throws: `ValidationError` for a number, an empty or overlong label, and for control characters.
    static func check(_ label: String) throws {
        guard (1...64).contains(label.count), DisplayText.sanitized(label) == label, label == label.trimmingBlanks()
        else {
            throw ValidationError(
                "A label must have 1 to 64 characters, no control characters and no spaces at its ends.")
        }
        guard !isNumber(label) else {
            throw ValidationError("A label cannot be a number, because numbers select accounts. Choose another label.")
        }
    }
}
