import CodeCurves
import FlipcashCore
import Synchronization

@testable import FlipcashWallet

/// An in-memory store of the operating system for all profiles, which can be locked or missing.
final class MemorySecretItems: Sendable {
    private struct State {
        var secrets: [String: SecretBytes] = [:]
        var problem: SystemStoreProblem?
        var log: [String] = []
        var afterNextListing: (@Sendable () -> Void)?
    }

    let choice: KeyStoreChoice
    private let state: Mutex<State>

    init(_ choice: KeyStoreChoice = .secretService, problem: SystemStoreProblem? = nil) {
        self.choice = choice
        state = Mutex(State(problem: problem))
    }

    /// The error of every operation from now on; nil for none.
    var problem: SystemStoreProblem? {
        get { state.withLock { $0.problem } }
        set { state.withLock { $0.problem = newValue } }
    }

    /// Runs `action` right after the next listing, to simulate another program.
    func afterNextListing(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.afterNextListing = action }
    }

    /// The names of the stored secrets.
    var names: [String] { state.withLock { $0.secrets.keys.sorted() } }

    /// The changes so far, such as `store default/5F86…`.
    var log: [String] { state.withLock { $0.log } }

    /// The stored texts, as a password manager would show them.
    var texts: [String] {
        state.withLock { state in
            state.secrets.values.map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
        }
    }

    func put(_ text: String, name: String) {
        state.withLock { $0.secrets[name] = SecretBytes(Array(text.utf8)) }
    }

    var systemKeyStores: SystemKeyStores { SystemKeyStores { [Items(all: self, profile: $0.text)] } }

    private func perform<Value>(_ body: (inout State) -> Value) throws(KeyStoreFailure) -> Value {
        let answer: Result<Value, KeyStoreFailure> = state.withLock { state in
            if let problem = state.problem { return .failure(.systemStore(choice, problem)) }
            return .success(body(&state))
        }
        return try answer.get()
    }

    /// The items of one profile.
    struct Items: SecretItemStore {
        let all: MemorySecretItems
        let profile: String

        var choice: KeyStoreChoice { all.choice }

        func probe() throws(KeyStoreFailure) { try all.perform { _ in } }

        func secrets() throws(KeyStoreFailure) -> [SecretBytes] {
            let (secrets, action) = try all.perform { state in
                defer { state.afterNextListing = nil }
                return (
                    state.secrets.filter { $0.key.hasPrefix(profile + "/") }.map(\.value), state.afterNextListing
                )
            }
            action?()
            return secrets
        }

        func store(_ secret: SecretBytes, owner: PublicKey) throws(KeyStoreFailure) {
            try all.perform { state in
                state.log.append("store \(profile)/\(owner.base58)")
                state.secrets["\(profile)/\(owner.base58)"] = secret
            }
        }

        func remove(owner: PublicKey) throws(KeyStoreFailure) {
            try all.perform { state in
                state.log.append("remove \(profile)/\(owner.base58)")
                state.secrets["\(profile)/\(owner.base58)"] = nil
            }
        }
    }
}
