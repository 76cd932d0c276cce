import FlipcashCore
import SharedExpensesFixtures
import Testing

@testable import SharedExpenses

@Suite struct IdentifierTests {
    private static let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

    @Test(
        "an id is trimmed and in lower case, whether it is a UUID or not",
        arguments: [
            (uuid, uuid), (uuid.uppercased(), uuid), (" \(uuid)\n", uuid), ("\t\(uuid.uppercased()) ", uuid),
            ("ann", "ann"), (" Ann ", "ann"), ("", ""), (String(uuid.dropLast()), String(uuid.dropLast())),
            ("É", "é"),
        ])
    func init_text_isNormalized(text: String, normalized: String) {
        #expect(MemberID(text).text == normalized)
        #expect("\(EntityID(text))" == normalized)
        #expect(AccountID(text) == AccountID(normalized))
        #expect(AccountID(text).hashValue == AccountID(normalized).hashValue)
    }

    @Test("ids of both forms have the order of their texts")
    func less_mixedForms_hasTheOrderOfTexts() {
        let texts = [
            "", "-", "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-00000000000a",
            "0a", "5", "6ba7b810", Self.uuid, "6ba7b810-9dad-11d1-80b4-00c04fd430c8x", "6c", "ann", "bo",
            "f0000000-0000-4000-8000-000000000000", "g", "é",
        ]
        for (place, text) in texts.enumerated() {
            for (other, later) in texts.enumerated() {
                #expect((MemberID(text) < MemberID(later)) == (place < other), "\(text) and \(later)")
                #expect((MemberID(text) == MemberID(later)) == (place == other), "\(text) and \(later)")
            }
        }
    }

    @Test("only a UUID has sixteen bytes, which make the same id")
    func bytes_bothForms_areThoseOfUUIDs() throws {
        let bytes = try #require(MemberID(Self.uuid).bytes)
        #expect(bytes == UUIDBytes(text: Self.uuid)?.bytes)
        #expect(MemberID(bytes: bytes) == MemberID(Self.uuid))
        #expect(EntityID(bytes: bytes)?.text == Self.uuid)
        #expect(EntityID(bytes: [1, 2]) == nil)
        #expect(EntityID("ann").bytes == nil)
    }

    @Test("the id of an account has one to thirty-two bytes")
    func userID_anyLength_isReadBack() throws {
        for count in 1...32 {
            let bytes = (0..<count).map { UInt8($0 * 7) }
            let account = try #require(AccountID(userID: bytes))
            #expect(account.userID == bytes)
            #expect(AccountID(account.text) == account)
            #expect((account.text.contains("-")) == (count == 16))
        }
        #expect(AccountID(userID: []) == nil)
        #expect(AccountID("ann").userID == nil)
    }

    @Test("a person's smallest id stands for all ids, also after two people turned out to be one")
    func representative_joinedTwice_isTheSmallest() {
        let (ann, bo, cy, dee) = (TestID.member(1), TestID.member(2), TestID.member(3), TestID.member(4))
        var people = PersonIdentity()
        people.join([cy, bo])
        #expect(people.representative(of: cy) == bo)
        people.join([ann, cy])
        for id in [ann, bo, cy] { #expect(people.representative(of: id) == ann) }
        #expect(people.representative(of: dee) == dee)
    }

    @Test("a currency is read in any case, and unknown ones are refused")
    func currency_anyCase_isFound() throws {
        for fiat in CurrencyCode.allCases {
            let currency = try ExpenseCurrency(fiat.rawValue)
            #expect(currency == ExpenseCurrency(fiat))
            #expect(currency.digits == fiat.digits)
            #expect(try ExpenseCurrency(" \(fiat.rawValue.uppercased()) ") == currency)
        }
        for code in ["usdf", "usdc", "usdt"] { #expect(try ExpenseCurrency(code.uppercased()).digits == 6) }
        #expect(throws: SplitFailure(.unsupportedCurrency, ["currency": .text("doge")])) {
            try ExpenseCurrency(" DOGE ")
        }
    }
}
