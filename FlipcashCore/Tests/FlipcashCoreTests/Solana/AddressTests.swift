import FlipcashCore
import Testing

@Suite("Addresses")
struct AddressTests {
    @Test("Decimals of mints: 6 for USDF and USDC, 10 for every other")
    func mintDecimals_ofMints_areFixed() {
        #expect(PublicKey.usdf.mintDecimals == 6)
        #expect(PublicKey.usdc.mintDecimals == 6)
        #expect(KeyPair.named("currency").publicKey.mintDecimals == 10)
    }

    @Test("Finding leaves room for the bump and refuses long seeds")
    func find_badSeeds_throws() {
        #expect(throws: ProgramDerivedAddressError.tooManySeeds(16, max: 15)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[UInt8]](repeating: [1], count: 16))
        }
        #expect(throws: ProgramDerivedAddressError.seedTooLong(index: 1, byteCount: 33)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[], [UInt8](repeating: 0, count: 33)])
        }
    }
}
