import FlipcashCore
import FlipcashTestKit
import Foundation
import Synchronization
import Testing

@testable import FlipcashWallet

/// Calls of a wallet from a task of Swift's default executor, as an app makes them.
@Suite("A wallet in an app's task", .timeLimit(.minutes(1)))
struct BlockingTests {
    /// Files in memory. Notes the threads of operations that wait for a disk or for another program.
    private final class WatchedFiles: FileSystem {
        private let files = MemoryFileSystem()
        private let noted = Mutex<[String: Set<ObjectIdentifier>]>([:])

        /// The threads of each operation so far.
        var threads: [String: Set<ObjectIdentifier>] { noted.withLock { $0 } }

        private func note(_ operation: String) {
            let thread = currentThread()
            noted.withLock { _ = $0[operation, default: []].insert(thread) }
        }

        func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
            note("replace")
            try files.replace(path, with: bytes)
        }

        func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
            note("append")
            try files.append(bytes, to: path)
        }

        func tryLock(_ path: String) throws(FileFailure) -> HeldLock? {
            note("tryLock")
            return try files.tryLock(path)
        }

        func lock(_ path: String) throws(FileFailure) -> HeldLock {
            note("lock")
            return try files.lock(path)
        }

        func read(_ path: String) throws(FileFailure) -> [UInt8]? { try files.read(path) }
        func remove(_ path: String) throws(FileFailure) { try files.remove(path) }
        func makeFolder(_ path: String) throws(FileFailure) { try files.makeFolder(path) }
        func permissions(_ path: String) throws(FileFailure) -> UInt16? { try files.permissions(path) }
    }

    private func container(
        _ files: WatchedFiles, _ connection: ServiceConnection, _ environment: RuntimeEnvironment
    ) throws -> Container {
        let layout = FolderLayout(root: "/wallet")
        return Container(
            settings: try SettingsStore(layout: layout, files: files).settings(for: .default), endpoint: .local,
            layout: layout, files: files, environment: environment, payments: connection, core: connection,
            passphrase: NoPassphrase(), options: SessionOptions(build: 100, keepsStoreInMemory: true))
    }

    @Test("Locks and syncs are waited for where the environment lets code block, and nowhere else")
    func session_plainTask_blocksOnlyWhereAllowed() async throws {
        let tasks = ConcurrentTaskSpawner().withOwnThread(named: "may.block")
        let clock = TestClock()
        let environment = RuntimeEnvironment(clock: clock, random: SeededRandomSource(), tasks: tasks)
        let (files, node) = (WatchedFiles(), ScriptedNode(clock: clock))
        let connection = node.connect(environment)
        let login = SessionAuthenticator(container: try container(files, connection, environment))
        let account = TestWallet.account("a")

        let session = try await login.createAccount(account, isFirstUse: true).session
        node.change { $0.quarks[node.vault(of: account.owner)] = 25_000_000 }
        try await session.fetchBalance()
        await session.setBalanceCurrency(.cad)
        // With a stored rate, no payment waits for the live stream, whose time does not pass here.
        let rate = try VerifiedRate(node.signedRate("usd", 1, at: clock.now()), nodeKey: node.key.publicKey)
        try session.database.insert(verifiedRates: [rate])
        let cash = try await session.prepareSubmission(amount: .usd("10"), mint: .usdf)
        let link = try await session.createCashLink(exchangedFiat: cash)
        try await session.cancelCashLink(vault: link.vault)
        _ = try await session.recoverSubmissions()
        _ = try await login.restore()
        try await login.logout()
        await connection.close()

        let allowed = await tasks.performBlocking { currentThread() }
        #expect(Set(files.threads.keys) == ["append", "lock", "replace", "tryLock"])
        for (operation, threads) in files.threads { #expect(threads == [allowed], "\(operation)") }
    }
}

private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
