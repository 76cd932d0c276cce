import FlipcashCore
import Testing

@Suite("Addresses")
struct AddressTests {
    @Test("Decimals of mints are 6 for USDF and USDC, and 10 for others")
    func mintDecimals_ofMints_areFixed() {
        #expect(PublicKey.usdf.mintDecimals == 6)
        #expect(PublicKey.usdc.mintDecimals == 6)
        #expect(KeyPair.named("currency").publicKey.mintDecimals == 10)
    }

    @Test("Names and symbols fill their fields, and only fields of the right size are read")
    func padded_everyLength_keepsItsSize() throws {
        let name = try PaddedName(name: "Käse")
        #expect(name.bytes == Array("Käse".utf8) + [UInt8](repeating: 0, count: 27))
        #expect(name.text == "Käse" && PaddedName(field: name.bytes) == name)
        let symbol = try PaddedSymbol(symbol: "KÄSE")
        #expect(symbol.bytes == Array("KÄSE".utf8) + [0, 0, 0] && symbol.text == "KÄSE")
        #expect(PaddedSymbol(field: symbol.bytes) == symbol)
        for count in 0...40 {
            let bytes = [UInt8](repeating: 0x61, count: count)
            #expect((PaddedName(field: bytes) != nil) == (count == 32))
            #expect((PaddedSymbol(field: bytes) != nil) == (count == 8))
        }
        #expect(throws: PaddedNameError.tooLong("name", byteCount: 33, max: 32)) {
            try PaddedName(name: String(repeating: "a", count: 33))
        }
        #expect(throws: PaddedNameError.tooLong("symbol", byteCount: 9, max: 8)) {
            try PaddedSymbol(symbol: "NINE BYTE")
        }
        var reader = ByteReader([UInt8](repeating: 0x61, count: 39))
        #expect(reader.padded(PaddedName.self)?.text.count == 32)
        #expect(reader.padded(PaddedSymbol.self) == nil && reader.remaining == 7)
    }

    @Test("Finding an address leaves room for the bump and rejects long seeds")
    func find_badSeeds_throws() {
        #expect(throws: ProgramDerivedAddressError.tooManySeeds(16, max: 15)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[UInt8]](repeating: [1], count: 16))
        }
        #expect(throws: ProgramDerivedAddressError.seedTooLong(index: 1, byteCount: 33)) {
            try ProgramDerivedAddress.find(program: Program.token, seeds: [[], [UInt8](repeating: 0, count: 33)])
        }
    }
}
