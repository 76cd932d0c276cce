import ArgumentParser
import FlipcashCore
import FlipcashWallet
import SharedExpenses

extension CompletionKind {
    /// The people of shared expenses.
    static var people: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.people ?? [] }
    }

    /// The groups of shared expenses.
    static var groups: CompletionKind {
        .custom { words, _, _ in StoredNames(words: words)?.groups ?? [] }
    }
}

extension StoredNames {
    /// The people and the groups of shared expenses.
    var people: [String] {
        ((try? overview())?.people() ?? []).map { DisplayText.sanitized($0.name) }
    }

    var groups: [String] {
        ((try? overview())?.groups ?? []).filter { !$0.isArchived }.map { DisplayText.sanitized($0.name) }
    }

    /// The shared expenses of the current account, if they are stored.
    private func overview() throws -> SplitOverview? {
        let account = try accountSelector.map { try manager.account(matching: $0) } ?? manager.current()
        guard let account, let user = account.userID.flatMap({ AccountID(userID: $0.bytes) }) else { return nil }
        let path = folder.split(account.owner, environment: environment.rawValue)
        guard try files.permissions(path) != nil else { return nil }
        // The file has a device and a member already.
        let store = try SharedExpensesStore(
            path: path, owner: .init(account: user, environment: environment), device: "", member: MemberID(""))
        let now = SplitTime(RuntimeEnvironment.system.clock.now())
        return SplitOverview(
            view: try store.view(at: now), account: user, pending: [],
            money: MoneyText(locale: .enUS, isPlain: false))
    }
}
