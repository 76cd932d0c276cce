import CodeCurves
import FlipcashTestKit
import Testing

@testable import FlipcashCore

@Suite("Mnemonics")
struct MnemonicTests {
    @Test("Each kind of mistake has its own message, without the words")
    func mnemonic_mistakes_areNamed() throws {
        let good = try VectorPeople.mnemonic(VectorPeople.a).words
        var misspelt = good
        misspelt[4] = "flipcash"
        var swapped = good
        swapped.swapAt(1, 2)
        #expect(throws: MnemonicError.unknownWord(position: 5)) { try Mnemonic(words: misspelt) }
        #expect(throws: MnemonicError.wrongChecksum) { try Mnemonic(words: swapped) }
        #expect(throws: MnemonicError.wrongWordCount(11)) { try Mnemonic(words: good.dropLast()) }
        #expect(throws: MnemonicError.wrongWordCount(0)) { try Mnemonic(phrase: " \n") }
        #expect(throws: MnemonicError.wrongEntropyLength(20)) {
            try Mnemonic(entropy: [UInt8](repeating: 0, count: 20))
        }
        #expect(throws: MnemonicError.notBase58(.foreignCharacter(at: 1))) { try Mnemonic(entropyBase58: "1l1") }
        #expect(throws: MnemonicError.notBase64) { try Mnemonic(entropyBase64: "?") }
        #expect("\(MnemonicError.unknownWord(position: 5))" == "word 5 is not in the word list; check its spelling")
        #expect(!"\(MnemonicError.unknownWord(position: 5))".contains("flipcash"))
    }

    @Test("Typed text is split at white space and lower-cased")
    func mnemonic_typed_isForgiving() throws {
        let mnemonic = try VectorPeople.mnemonic(VectorPeople.a)
        let typed = "  " + mnemonic.words.map { $0.uppercased() }.joined(separator: " \n\t") + "\n"
        #expect(try Mnemonic(phrase: typed) == mnemonic)
    }

    @Test("Random phrases of both lengths survive the round trip")
    func generate_roundTrip_isSame() throws {
        let random = SeededRandomSource(seed: 39)
        for length in Mnemonic.Length.allCases {
            for _ in 0..<50 {
                let mnemonic = Mnemonic.generate(length, using: random)
                #expect(mnemonic.length == length)
                #expect(mnemonic.words.count == length.rawValue)
                #expect(try Mnemonic(phrase: mnemonic.phrase) == mnemonic)
                #expect(try Mnemonic(entropyBase58: mnemonic.entropyBase58) == mnemonic)
            }
        }
    }

    @Test("A changed word is detected by the list or the checksum in fifteen of sixteen cases")
    func mnemonic_changedWord_isMostlyCaught() throws {
        let words = try VectorPeople.mnemonic(VectorPeople.b).words
        let accepted = MnemonicLanguage.english.words.count { word in
            (try? Mnemonic(words: words.dropLast() + [word])) != nil
        }
        // The last word has seven bits of entropy and four of checksum, so one word in sixteen is valid.
        #expect(accepted == 128)
    }

    @Test("The word list is the official one")
    func wordList_hash_isOfficial() {
        #expect(MnemonicLanguage.english.words.count == 2048)
        let hash = Hash(sha256: MnemonicLanguage.english.words.joined(separator: "\n").utf8)
        #expect(hash.bytes.hex == "187db04a869dd9bc7be80d21a86497d692c0db6abd3aa8cb6be5d618ff757fae")
        #expect(MnemonicLanguage.english.words == MnemonicLanguage.english.words.sorted())
    }

    @Test("A phrase prints neither its words nor its entropy; its display name shows the first and the last word")
    func description_ofMnemonic_hidesWords() throws {
        let mnemonic = try Mnemonic(
            phrase: "grant taste adapt picture build pact opinion ripple sock poet deposit snow")
        var dumped = ""
        dump(mnemonic, to: &dumped)
        for text in ["\(mnemonic)", String(reflecting: mnemonic), dumped] {
            #expect(!text.contains("taste") && !text.contains(mnemonic.entropyBase58))
        }
        #expect("\(mnemonic)" == "Mnemonic(12 words)")
        #expect(mnemonic.displayName == "Grant ... Snow")
    }
}
