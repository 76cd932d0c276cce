import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

@Suite struct PreferencesTests {
    private let temporary: TemporaryFolder
    private let files = POSIXFileSystem()
    private var folder: String { temporary.path + "/profile" }

    init() throws { temporary = try TemporaryFolder() }

    @Test("Preferences that are set at the same time are all saved")
    func preferences_concurrentSets_saveTheLast() async throws {
        try files.makeFolder(folder)
        let path = folder + "/preferences.json"
        for _ in 0..<20 {
            let preferences = Preferences(path: path, files: files)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { preferences.balanceCurrency = .cad }
                group.addTask { preferences.storedTokenMint = .usdf }
                group.addTask { preferences.recentCurrencies = [.eur, .usd] }
                group.addTask { preferences.wasLoggedIn = true }
            }
            let saved = Preferences(path: path, files: files)
            #expect(saved.balanceCurrency == .cad && saved.storedTokenMint == .usdf)
            #expect(saved.recentCurrencies == [.eur, .usd] && saved.wasLoggedIn)
            try files.remove(path)
        }
    }
}
