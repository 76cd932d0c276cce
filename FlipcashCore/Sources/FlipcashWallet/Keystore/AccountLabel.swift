import FlipcashCore

/// The rules for what an account is called.
///
/// Labels are printed everywhere, so the label that the program gives an account reveals none of its words. No two
/// listed accounts have the same label. No label is a number: a number selects an account by its place in the list.
public enum AccountLabel {
    /// How many first characters of an owner are needed to select it.
    static let ownerPrefixLengthMin = 4

    /// Whether `text` is a number, which selects an account by its place in the list.
    public static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether `text` is long enough to select the owner that begins with it.
    static func mayBeginOwner(_ text: String) -> Bool { text.utf8.count >= ownerPrefixLengthMin }

    /// The label of an account until the person chooses one, such as `Account 5F86`. It has as many characters of the
    /// address as are needed to differ from the labels that are taken, and at least four.
    static func standard(for owner: PublicKey, isFree: (String) -> Bool) -> String {
        let address = owner.base58
        for length in ownerPrefixLengthMin..<address.count {
            let label = "Account " + address.prefix(length)
            if isFree(label) { return label }
        }
        return "Account " + address
    }

    /// Whether `label` has the form that older versions gave to labels, the first and the last of the words:
    /// `Pill ... Scatter`.
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
    /// Whether `label` selects no listed account other than `owner`.
    func isFree(_ label: String, for owner: PublicKey?) -> Bool {
        !accounts.contains { entry in
            guard entry.owner != owner, entry.deleted == nil else { return false }
            return entry.label == label
                || AccountLabel.mayBeginOwner(label) && entry.owner.base58.hasPrefix(label)
        }
    }

    /// Returns `wanted` if `owner` may have that label, and the standard label otherwise.
    func label(_ wanted: String?, for owner: PublicKey) -> String {
        if let wanted, !AccountLabel.isNumber(wanted), isFree(wanted, for: owner) { return wanted }
        return AccountLabel.standard(for: owner) { isFree($0, for: owner) }
    }

    /// The same list with standard labels in the place of those that reveal words. The next change of the list stores
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
