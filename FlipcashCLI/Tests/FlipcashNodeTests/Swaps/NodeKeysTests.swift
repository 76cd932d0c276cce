import CodeCurves
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// The keys of launched currencies, which the node keeps sealed (payment specification §21.9).
@Suite struct NodeKeysTests {
    private let random = SeededRandomSource(seed: 1)
    private let keys: NodeKeys
    private let authority: KeyPair

    init() throws {
        keys = try NodeKeys(.generate(using: random))
        authority = .generate(using: random)
    }

    @Test("A sealed key is opened by the node that sealed it, and differs each time")
    func seal_thenOpen_givesTheKey() throws {
        let sealed = try keys.seal(authority, mint: Samples.mint, random: random)
        #expect(try keys.open(sealed, mint: Samples.mint).publicKey == authority.publicKey)
        let again = try keys.seal(authority, mint: Samples.mint, random: random)
        #expect(again != sealed && again.count == sealed.count)
        #expect(try keys.open(again, mint: Samples.mint).publicKey == authority.publicKey)
    }

    @Test("The seed cannot be read in what is stored")
    func seal_seed_isHidden() throws {
        let sealed = try keys.seal(authority, mint: Samples.mint, random: random)
        let seed = try #require(authority.seed).withUnsafeBytes { Array($0) }
        for start in 0...(sealed.count - 4) {
            for part in stride(from: 0, to: seed.count, by: 4) {
                #expect(Array(sealed[start..<(start + 4)]) != Array(seed[part..<(part + 4)]))
            }
        }
    }

    @Test("Another node, another currency, and any changed or missing byte are refused")
    func open_anythingElse_throws() throws {
        let sealed = try keys.seal(authority, mint: Samples.mint, random: random)
        let other = try NodeKeys(.generate(using: random))
        #expect(throws: StoreError.self) { try other.open(sealed, mint: Samples.mint) }
        #expect(throws: StoreError.self) { try keys.open(sealed, mint: .usdf) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: StoreError.self) { try keys.open(changed, mint: Samples.mint) }
        }
        for count in 0..<sealed.count {
            #expect(throws: StoreError.self) { try keys.open(Array(sealed.prefix(count)), mint: Samples.mint) }
        }
    }
}
