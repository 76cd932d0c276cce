import CodeCurves
import FlipcashCore
import Testing

@Suite("Key derivation")
struct DerivationTests {
    @Test("Signs, double marks, indices too large for hardening and other text are rejected")
    func path_malformed_throws() {
        for text in ["", "/", "m/", "m/+1", "m/1''", "m/'", "m/1 ", " m/1", "m/١", "m/1/", "m'/1", "n/1"] {
            #expect(throws: DerivationPathError.self, "\(text)") { try DerivationPath(text) }
        }
        #expect(throws: DerivationPathError.indexTooLarge(position: 2)) { try DerivationPath("m/0/2147483648'") }
        #expect((try? DerivationPath("m/2147483647"))?.components.first?.index.value == 2_147_483_647)
        #expect(HardenedIndex(UInt32(1) << 31) == nil)
    }

    @Test("A payload of another length has no rendezvous key")
    func rendezvous_wrongLength_throws() {
        for count in [0, 19, 21] {
            #expect(throws: KeyError.wrongLength(of: "code payload", expected: 20, actual: count)) {
                try KeyPair.rendezvous(payload: [UInt8](repeating: 1, count: count))
            }
        }
    }
}
