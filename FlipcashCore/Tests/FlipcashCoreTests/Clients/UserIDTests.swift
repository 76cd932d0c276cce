import FlipcashCore
import Testing

@Suite("Ids of users as text")
struct UserIDTests {
    @Test("An id of 16 bytes is a UUID in lower case, any other id is base58, and both are read again")
    func text_roundTrips() throws {
        for count in 1...32 {
            let id = try #require(UserID((0..<count).map { UInt8($0 * 7 + 1) }))
            #expect(UserID(text: id.text) == id)
        }
        let id = try #require(UserID(text: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        #expect(id.text == "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        #expect(UserID([UInt8]()) == nil && UserID([UInt8](repeating: 1, count: 33)) == nil)
    }

    @Test(
        "Text in another form is not an id",
        arguments: [
            "", "0", "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
            "+ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430+8",
            "6ba7b8109-dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04f-430c8",
            "６ba7b810-9dad-11d1-80b4-00c04fd43",
        ])
    func init_otherText_isNil(text: String) {
        #expect(UserID(text: text) == nil)
    }
}
