import ArgumentParser
import FlipcashWallet

extension AccountLabel {
    /// Checks the form of a label that was typed; whether it is taken is asked of the account list.
    ///
    /// - Throws: `ValidationError` for a number, an empty or overlong label, and for control characters.
    static func check(_ label: String) throws {
        guard (1...64).contains(label.count), DisplayText.sanitized(label) == label, label == label.trimmingBlanks()
        else {
            throw ValidationError("A label has 1 to 64 characters, no control characters and no blanks around it.")
        }
        guard !isNumber(label) else {
            throw ValidationError("A label cannot be a number: numbers are places in the list of accounts.")
        }
    }
}
