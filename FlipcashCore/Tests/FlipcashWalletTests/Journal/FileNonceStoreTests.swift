import FlipcashCore
import Testing

@testable import FlipcashWallet

@Suite struct FileNonceStoreTests {
    @Test("Used nonces outlive the process, in a small file that tolerates an incomplete end")
    func nonceMemory_isKeptInAFile() throws {
        let files = MemoryFileSystem()
        let store = FileNonceStore(path: "/t/nonces", files: files)
        let nonces = (0..<2_100).map { VirtualNonce(address: .usdf, value: Hash(sha256: "\($0)".utf8)) }
        let first = NonceMemory(store: store)
        for nonce in nonces { first.insert(nonce) }
        let second = NonceMemory(store: store)
        #expect(second.contains(nonces[2_099]) && second.contains(nonces[1_100]) && !second.contains(nonces[0]))
        let bytes = try #require(try files.read("/t/nonces"))
        #expect(bytes.count <= 64 * 2 * NonceMemory.capacity)
        files.setBytes(Array(bytes.dropLast(10)), of: "/t/nonces")
        let third = NonceMemory(store: store)
        #expect(!third.contains(nonces[2_099]))
        third.insert(nonces[0])
        #expect(NonceMemory(store: store).contains(nonces[0]))
        #expect(try #require(try files.read("/t/nonces")).count % 64 == 0)
    }
}
