import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// The savings goals of an account that is removed. They exist only on this machine (goals specification §12).
struct AccountGoals: Sendable {
    private let path: String
    /// How many there are; nil if their file cannot be read.
    let count: Int?

    fileprivate init(path: String, count: Int?) {
        self.path = path
        self.count = count
    }

    /// The number in words.
    var text: String {
        switch count {
        case nil: "its savings goals"
        case 1: "its savings goal"
        case let count?: "its \(count) savings goals"
        }
    }

    /// Deletes them.
    func delete() throws { try GoalStore.deleteFile(path: path) }
}

extension Invocation {
    /// The savings goals of the account of `owner`; nil if it has none.
    func goals(of owner: PublicKey) throws -> AccountGoals? {
        let path = try layout.profile(settings()).goals(owner)
        guard SystemFiles.exists(path) else { return nil }
        guard let store = try? GoalStore(path: path) else { return AccountGoals(path: path, count: nil) }
        defer { store.close() }
        let count = try? store.goals(includingHidden: true).count
        return count == 0 ? nil : AccountGoals(path: path, count: count)
    }
}
