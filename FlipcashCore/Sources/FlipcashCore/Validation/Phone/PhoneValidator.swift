/// A phone number that exists in the numbering plan.
public struct Phone: Hashable, Sendable {
    /// `+`, calling code and national number: the form that goes on the wire.
    public let e164: String
    /// The form that people of its region write: `(415) 555-0100` for calling code 1, otherwise the digits with the
    /// prefix that is dialled nationally.
    public let national: String
}

/// Accepts phone numbers as people write them (money specification §9.2).
///
/// Lenient on purpose: a number is valid when it fits the general pattern of its region, whatever its kind.
public struct PhoneValidator: Validator {
    /// What a text that has a digit in it is.
    public enum Entry: Hashable, Sendable {
        /// Not a number yet, and still shorter than the region's longest mobile number.
        case incomplete
        /// As long as a number, and none.
        case invalid
        /// A number of the plan.
        case valid(Phone)
    }

    private let region: PhoneRegion?

    /// Understands national numbers of `region`, and international ones of any region.
    public init(region: Region) {
        self.init(regionCode: region.rawValue)
    }

    /// Understands national numbers of the region that `regionCode` spells in any case, and international ones of any
    /// region. With a code that the plan does not have, only international numbers are ever valid.
    public init(regionCode: String) {
        region = PhoneRegion.region(code: regionCode)
    }

    /// What `input` is; nil while it has no digit.
    public func validate(_ input: String) -> Entry? {
        let numericCount = input.count { $0.isNumber }
        guard numericCount > 0 else { return nil }
        if let phone = phone(input) { return .valid(phone) }
        guard let longest = region?.mobileLengths.last else { return .incomplete }
        return numericCount >= longest ? .invalid : .incomplete
    }

    private func phone(_ input: String) -> Phone? {
        guard let number = PhoneNumberParser(region: region).parse(input),
            PhonePattern.matches(number.region.pattern, number.national),
            number.e164.utf8.count <= PhoneValidator.e164LengthMax
        else { return nil }
        return Phone(e164: number.e164, national: number.displayed)
    }

    /// A plus and fifteen digits.
    private static let e164LengthMax = 16
}

extension PhoneNumberParser.Number {
    /// The digits as people of the region write them.
    fileprivate var displayed: String {
        guard region.callingCode == 1, national.utf8.count == 10 else { return (region.trunk ?? "") + national }
        return "(\(national.prefix(3))) \(national.dropFirst(3).prefix(3))-\(national.suffix(4))"
    }
}

/// Accepts the codes that are sent to prove a phone number or an address (money specification §9.2).
public struct VerificationCodeValidator: Validator {
    /// Fewest and most digits.
    public static let digitCount = 4...10

    /// Accepts 4 to 10 digits.
    public init() {}

    /// The code as it is: ASCII digits only.
    public func validate(_ input: String) -> String? {
        guard VerificationCodeValidator.digitCount.contains(input.utf8.count),
            input.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return input
    }
}
