import FlipcashCore
import FlipcashTestKit
import Testing

@Suite struct UUIDBytesTests {
    @Test("A UUID is written in lower case and read in either case")
    func text_sixteenBytes_isReadBack() throws {
        let bytes: [UInt8] = [
            0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
        ]
        let uuid = try #require(UUIDBytes(bytes))
        #expect(uuid.text == "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        #expect(UUIDBytes(text: "6BA7B810-9DAD-11D1-80B4-00c04fd430c8") == uuid)
        #expect(uuid.bytes == bytes)
    }

    @Test("UUIDs have the order of their bytes, which is that of their texts")
    func less_anyByte_hasTheOrderOfTexts() throws {
        let texts = [
            "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-00000000000a",
            "00000000-0000-4000-8000-0000000000a0", "00000000-0000-4000-8000-ff0000000000",
            "00000000-0000-4000-9000-000000000000", "00000000-0000-4001-8000-000000000000",
            "00000000-0100-4000-8000-000000000000", "7fffffff-ffff-ffff-ffff-ffffffffffff",
            "80000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ]
        let uuids = try texts.map { try #require(UUIDBytes(text: $0)) }
        for (place, uuid) in uuids.enumerated() {
            #expect(uuid.text == texts[place])
            for (other, later) in uuids.enumerated() { #expect((uuid < later) == (place < other)) }
        }
    }

    @Test("Each byte has its own place in the text")
    func text_oneByteSet_isAtItsPlace() throws {
        for place in 0..<UUIDBytes.count {
            var bytes = [UInt8](repeating: 0, count: UUIDBytes.count)
            bytes[place] = 0xA5
            let uuid = try #require(UUIDBytes(bytes))
            #expect(uuid.bytes == bytes)
            #expect(UUIDBytes(text: uuid.text)?.bytes == bytes)
            #expect(uuid.text.filter { $0 != "-" } == Hexadecimal.encode(bytes))
        }
    }

    @Test("Other numbers of bytes are refused", arguments: [0, 15, 17])
    func init_otherCount_isNil(count: Int) {
        #expect(UUIDBytes([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(
        "Text with hyphens elsewhere, other lengths or other characters is refused",
        arguments: [
            "", "6ba7b8109dad11d180b400c04fd430c8", "6ba7b8109-dad-11d1-80b4-00c04fd430c8",
            "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
            "6ba7b810-9dad-11d1-80b4-00c04fd430cg", "6ba7b810-9dad-11d1-80b4--0c04fd430c8",
            "6ba7b8100-dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430é",
        ])
    func init_otherText_isNil(text: String) {
        #expect(UUIDBytes(text: text) == nil)
    }

    @Test("A version is marked in the first sixteen bytes, and fewer are refused")
    func init_version_isMarked() throws {
        let marked = try #require(UUIDBytes([UInt8](repeating: 0xFF, count: 20), version: 5))
        #expect(marked.text == "ffffffff-ffff-5fff-bfff-ffffffffffff")
        #expect(UUIDBytes([UInt8](repeating: 0, count: 16), version: 4)?.text == "00000000-0000-4000-8000-000000000000")
        #expect(UUIDBytes([UInt8](repeating: 0, count: 15), version: 4) == nil)
    }

    @Test("A random UUID has version 4 and takes sixteen bytes of its source")
    func uuid_seededSource_isVersionFour() throws {
        let bytes = SeededRandomSource(seed: 9).bytes(16)
        let uuid = SeededRandomSource(seed: 9).uuid()
        #expect(uuid == UUIDBytes(bytes, version: 4))
        #expect(uuid.bytes[6] >> 4 == 4)
        #expect(uuid.bytes[8] >> 6 == 2)
    }
}
