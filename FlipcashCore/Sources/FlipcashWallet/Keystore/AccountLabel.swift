import FlipcashCore

/// The rules for what an account is called.
///
/// Labels are printed everywhere, so a label that nobody chose carries nothing of the words. No two listed accounts
/// have the same label, and no label is a number, which stands for a place in the list.
public enum AccountLabel {
    /// The least number of an owner's first characters that stand for it.
    static let ownerPrefixLengthMin = 4

    /// Whether `text` is a number as it stands for a place in the list.
    public static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether `text` is long enough to stand for the owner that begins with it.
    static func mayBeginOwner(_ text: String) -> Bool { text.utf8.count >= ownerPrefixLengthMin }

    /// What an account is called until the person gives it a label, such as `Account 5F86`: its address's first
    /// characters, as few as are needed to differ from the labels that are taken.
    static func standard(for owner: PublicKey, isFree: (String) -> Bool) -> String {
        let address = owner.base58
        for length in ownerPrefixLengthMin..<address.count {
            let label = "Account " + address.prefix(length)
            if isFree(label) { return label }
        }
        return "Account " + address
    }

    /// Whether `label` is the first and the last word of a phrase, as older versions named accounts:
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
    /// Whether `label` stands for no other listed account than `owner`.
    func isFree(_ label: String, for owner: PublicKey?) -> Bool {
        !accounts.contains { entry in
            guard entry.owner != owner, entry.deleted == nil else { return false }
            return entry.label == label
                || AccountLabel.mayBeginOwner(label) && entry.owner.base58.hasPrefix(label)
        }
    }

    /// The label wanted, if `owner` may have it, else the standard one.
    func label(_ wanted: String?, for owner: PublicKey) -> String {
        if let wanted, !AccountLabel.isNumber(wanted), isFree(wanted, for: owner) { return wanted }
        return AccountLabel.standard(for: owner) { isFree($0, for: owner) }
    }

    /// The same list without labels that give words of the phrase away. The next change of the list stores it so.
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
