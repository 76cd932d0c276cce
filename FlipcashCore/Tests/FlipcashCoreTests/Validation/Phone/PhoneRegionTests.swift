import Testing

@testable import FlipcashCore

@Suite("Numbering plan", .namingVectorCases)
struct PhoneRegionTests {
    private struct Row: Decodable {
        let region: String
        let code: Int
        let main: Bool?
        let idd: String
        let trunk: String?
        let trunkForParsing: String?
        let transform: String?
        let pattern: String
        let lengths: [Int]
        let mobileLengths: [Int]?
    }

    @Test("Every region of phone_regions.json has the same properties here")
    func facts_allRegions_match() throws {
        try VectorFile.run(
            "phone_regions",
            [
                "regions": { vector in
                    let row = try vector.value.decoded(as: Row.self)
                    let region = try #require(PhoneRegion.region(code: row.region.lowercased()))
                    #expect(region.code == row.region)
                    #expect(region.callingCode == row.code)
                    #expect(region.isMain == (row.main ?? false))
                    #expect(region.internationalPrefix == row.idd)
                    #expect(region.trunk == row.trunk)
                    #expect(region.trunkForParsing == row.trunkForParsing)
                    #expect(region.transform == row.transform)
                    #expect(region.pattern == row.pattern)
                    #expect(region.lengths == row.lengths)
                    #expect(region.mobileLengths == row.mobileLengths ?? [])
                }
            ])
    }

    @Test("Every pattern compiles, and each calling code has one main region")
    func table_everyRow_isUsable() throws {
        #expect(PhoneRegion.all.count == 245)
        #expect(Set(PhoneRegion.all.map(\.code)).count == 245)
        for region in PhoneRegion.all {
            for pattern in [region.internationalPrefix, region.pattern, region.trunkForParsing ?? ""] {
                #expect(throws: Never.self, "\(region.code)") { try Regex(pattern) }
            }
            #expect(region.lengths == region.lengths.sorted() && region.mobileLengths == region.mobileLengths.sorted())
            #expect(PhoneRegion.main(callingCode: region.callingCode)?.callingCode == region.callingCode)
        }
        let mains = PhoneRegion.all.filter(\.isMain).map(\.callingCode)
        #expect(Set(mains).count == mains.count)
    }

    @Test("No calling code is the prefix of another, so the first match is the only one")
    func callingCodes_arePrefixFree() {
        let codes = Set(PhoneRegion.all.map { "\($0.callingCode)" })
        for code in codes {
            for other in codes where other != code { #expect(!other.hasPrefix(code), "\(code) and \(other)") }
        }
    }
}

@Suite("Phone numbers")
struct PhoneValidatorTests {
    private func e164(_ text: String, _ region: String) -> String? {
        guard case .valid(let phone)? = PhoneValidator(regionCode: region).validate(text) else { return nil }
        return phone.e164
    }

    @Test(
        "A number in international form is the same in every region", arguments: ["US", "GB", "JP", "AR", "XX", ""])
    func international_everyRegion_isItself(region: String) {
        for number in ["+14155550100", "+447400123456", "+5511912345678", "+390669812345", "+919876543210"] {
            #expect(e164(number, region) == number)
        }
    }

    @Test(
        "An extension in any form is removed",
        arguments: ["ext5", "ext. 5", " extension 1234567", "x12", "#1", ";ext=77", " X 9"])
    func extensions_areCut(suffix: String) {
        #expect(e164("+1 415 555 0100" + suffix, "US") == "+14155550100")
    }

    @Test("Texts with letters, long extensions or calling codes with leading zeros are not numbers")
    func oddForms_areNotValid() {
        #expect(e164("1-800-FLOWERS", "US") == nil)
        #expect(e164("+1 415 555 0100 x12345678", "US") == nil)
        #expect(e164("+0 415 555 0100", "US") == nil)
        #expect(e164("+", "US") == nil)
        #expect(e164("+1", "US") == nil)
    }

    @Test("International calls are read with the region's own prefix")
    func internationalPrefix_isStripped() {
        #expect(e164("011 44 7400 123456", "US") == "+447400123456")
        #expect(e164("00 1 415 555 0100", "GB") == "+14155550100")
        #expect(e164("8~10 44 7400 123456", "RU") == "+447400123456")
        #expect(e164("00999123456789", "GB") == nil)
    }

    @Test("Local numbers of small regions get their area code")
    func transform_fillsAreaCode() {
        #expect(e164("457 1234", "AG") == "+12684571234")
        #expect(e164("0 11 15 2345 6789", "AR") == "+5491123456789")
        #expect(e164("0 15 11 91234 5678", "BR") == "+5511912345678")
    }

    @Test("After a calling code no area code is added, and two trunk prefixes are both removed")
    func writtenCallingCode_followsTheMetadata() {
        #expect(e164("+1 996 0261", "BB") == nil)
        #expect(e164("996 0261", "BB") == "+12469960261")
        #expect(e164("2130034133778", "DZ") == "+21334133778")
    }

    @Test("The national form has brackets in America and the trunk prefix elsewhere")
    func national_isReadable() {
        let phones = [
            ("+14155550100", "(415) 555-0100"), ("+33612345678", "0612345678"), ("+393123456789", "3123456789"),
        ]
        for (number, national) in phones {
            #expect(PhoneValidator(region: .us).validate(number) == .valid(Phone(e164: number, national: national)))
        }
    }

    @Test("A text without a digit has no state; digits of other scripts count")
    func numerals_areCounted() {
        #expect(PhoneValidator(region: .us).validate("+") == nil)
        #expect(PhoneValidator(region: .us).validate("½") == .incomplete)
        #expect(PhoneValidator(regionCode: "XX").validate("123456789012345") == .incomplete)
        #expect(PhoneValidator(region: .us).validate(String(repeating: "9", count: 5000)) == .invalid)
    }

    @Test("Verification codes have four to ten ASCII digits")
    func verificationCode_shape() {
        let validator = VerificationCodeValidator()
        for code in ["1234", "0123456789"] { #expect(validator.validate(code) == code) }
        for text in ["", "123", "01234567890", "12a4", " 1234", "１２３４"] { #expect(validator.validate(text) == nil) }
    }
}
