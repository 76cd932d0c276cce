import FlipcashCore

/// The rules for account labels.
///
/// Labels are printed in many places, so a label that the program chooses must not reveal any of the account's words.
/// No two listed accounts have the same label. A label is never a number, because a number selects an account by its
/// place in the list.
public enum AccountLabel {
    /// The fewest leading characters of an owner that select it.
    static let ownerPrefixLengthMin = 4

    /// Returns whether `text` is a number, which selects an account by its place in the list.
    public static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns whether `text` is long enough to select an owner by its first characters.
    static func mayBeginOwner(_ text: String) -> Bool { text.utf8.count >= ownerPrefixLengthMin }

    /// Returns the label of an account until the user chooses one, such as `Account 5F86`. It has at least four
    /// characters of the address, and more if a shorter label is taken.
    static func standard(for owner: PublicKey, isFree: (String) -> Bool) -> String {
        let address = owner.base58
        for length in ownerPrefixLengthMin..<address.count {
            let label = "Account " + address.prefix(length)
            if isFree(label) { return label }
        }
        return "Account " + address
    }

    /// Returns whether `label` has the form of labels in older versions, the first and the last of the words: `Pill ...
    /// Scatter`.
    static func isMadeOfWords(_ label: String) -> Bool {
        let words = label.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1] == "...", let first = words.first, let last = words.last else { return false }
        return isListed(first) && isListed(last)
    }

    private static func isListed(_ word: Substring) -> Bool {
        MnemonicLanguage.english.words.contains(word.lowercased())
    }
}

extension AccountList {
    /// Returns whether `label` selects no listed account other than `owner`.
    func isFree(_ label: String, for owner: PublicKey?) -> Bool {
        !accounts.contains { entry in
            guard entry.owner != owner, entry.deleted == nil else { return false }
            return entry.label == label
                || AccountLabel.mayBeginOwner(label) && entry.owner.base58.hasPrefix(label)
        }
    }

    /// Returns `wanted` if `owner` may have that label, else the standard label.
    func label(_ wanted: String?, for owner: PublicKey) -> String {
        if let wanted, !AccountLabel.isNumber(wanted), isFree(wanted, for: owner) { return wanted }
        return AccountLabel.standard(for: owner) { isFree($0, for: owner) }
    }

    /// Returns the list with standard labels in place of those that reveal words. The next change of the list stores
    /// them.
    func withoutWordLabels() -> AccountList {
        var list = self
        for index in list.accounts.indices where AccountLabel.isMadeOfWords(list.accounts[index].label) {
            list.accounts[index].label = AccountLabel.standard(for: list.accounts[index].owner) { label in
                list.isFree(label, for: list.accounts[index].owner)
            }
        }
        return list
    }
}
