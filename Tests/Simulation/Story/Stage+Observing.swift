import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// What a repaired world shows.
extension Stage {
    /// Asks the node for everybody's balance and history, and for the state of every link.
    func observe() async throws -> Observation {
        var seen = Observation()
        for (person, wallet) in wallets.enumerated() {
            seen.holdings[person] = try await perform(wallet) { running in
                let client = Client(connection: running.connection, environment: running.process.environment)
                return try await client.fetchAccountInfo(owner: running.owner, mint: .usdf).quarks
            }
            seen.entries[person] = try await perform(wallet) { running in
                try await running.session.syncHistory()
                return try running.session.database.getActivities().count
            }
        }
        seen.purses = try await observePurses()
        for (link, entry) in links.all.sorted(by: { $0.key < $1.key }) {
            guard let mnemonic = entry.mnemonic,
                let info = try? await perform(wallets[entry.maker], { try await $0.session.cashLinkInfo(mnemonic) })
            else { continue }
            switch info.state {
            case .unclaimed: seen.openLinks.insert(link)
            case .claimed: seen.endedLinks.insert(link)
            case .expired: break
            }
        }
        return seen
    }

    /// What the node's audit finds, or a wallet that shows something else than the node; nil when all is well.
    func complaint() async throws -> String? {
        guard let report = await node.perform(AdminRequest(.check))?.check else { return "the books cannot be checked" }
        return report.violations.first.map { "the audit finds: \($0)" }
    }

    /// Compares balances and histories of the wallets with the model, after everything has come to its end.
    func complaintOfWallets(_ books: Books) async throws -> String? {
        for (person, wallet) in wallets.enumerated() {
            let (quarks, activities, unfinished) = try await perform(wallet) { running in
                let session = running.session
                let recovered = try await session.recoverSubmissions()
                let isOpen = !recovered.unknown.isEmpty || !recovered.openSwaps.isEmpty
                let unknown = isOpen ? try session.journal.unfinished() : []
                try await session.fetchBalance()
                try await session.syncHistory()
                let quarks = session.balance(for: .usdf)?.quarks ?? 0
                return (quarks, try session.database.getActivities(), unknown)
            }
            if Int64(quarks) != books.holdings[person, default: 0] {
                return "the wallet of person \(person) shows \(quarks) quarks: \(books)"
            }
            if !unfinished.isEmpty {
                return "the wallet of person \(person) never learns the end of \(unfinished)"
            }
            if activities.count != books.entries[person, default: 0]
                || Set(activities.map(\.id)).count != activities.count
            {
                return "the history of person \(person) has \(activities.count) entries: \(books)"
            }
        }
        return nil
    }
}
