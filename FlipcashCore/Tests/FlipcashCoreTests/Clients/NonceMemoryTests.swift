import FlipcashCore
import Synchronization
import Testing

@Suite("Record of used nonces")
struct NonceMemoryTests {
    @Test("If many calls record the same nonce at once, only one may sign with it")
    func nonceMemory_concurrentInserts_oneIsNew() async {
        let memory = NonceMemory()
        let nonce = VirtualNonce(address: .usdf, value: Hash(sha256: "shared".utf8))
        let winners = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { memory.insert(nonce) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(memory.contains(nonce))
    }

    @Test("The record of used nonces is bounded and drops the oldest first")
    func nonceMemory_isBounded() {
        let memory = NonceMemory()
        let nonces = (0...NonceMemory.capacity).map {
            VirtualNonce(address: .usdf, value: Hash(sha256: "\($0)".utf8))
        }
        for nonce in nonces { memory.insert(nonce) }
        #expect(!memory.contains(nonces[0]))
        #expect(memory.contains(nonces[1]) && memory.contains(nonces[NonceMemory.capacity]))
    }

    /// A store that reads its content and writes it back with one more entry, as a file store does.
    private final class RewritingStore: NonceStore {
        private let kept = Mutex<[VirtualNonce]>([])

        func load() -> [VirtualNonce] { kept.withLock { $0 } }

        func append(_ nonce: VirtualNonce) {
            var nonces = load()
            nonces.append(nonce)
            // Slow enough for another call to interleave.
            for number in 0..<20 { _ = Hash(sha256: "\(number)".utf8) }
            kept.withLock { $0 = nonces }
        }
    }

    @Test("Nonces that are recorded at the same time are all kept")
    func nonceMemory_concurrentInserts_areAllKept() async {
        let store = RewritingStore()
        let memory = NonceMemory(store: store)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        memory.insert(VirtualNonce(address: .usdf, value: Hash(sha256: "\(task)-\(number)".utf8)))
                    }
                }
            }
        }
        #expect(store.load().count == 400)
    }
}
