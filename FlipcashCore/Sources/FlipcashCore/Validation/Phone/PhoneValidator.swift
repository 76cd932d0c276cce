/// A valid phone number of the numbering plan.
public struct Phone: Hashable, Sendable {
    /// `+`, calling code and national number: the form on the wire.
    public let e164: String
    /// The usual national form: `(415) 555-0100` for calling code 1, otherwise the digits with the trunk prefix.
    public let national: String
}

/// Accepts phone numbers in common written forms (money specification §9.2).
///
/// It is lenient by design: a number is valid when it matches the general pattern of its region, whatever its kind.
public struct PhoneValidator: Validator {
    /// The state of a text that contains a digit.
    public enum Entry: Hashable, Sendable {
        /// Not a valid number, but shorter than the region's longest mobile number.
        case incomplete
        /// Long enough for a number, but not valid.
        case invalid
        /// A valid number of the plan.
        case valid(Phone)
    }

    private let region: PhoneRegion?

    /// Creates a validator for national numbers of `region` and international numbers of any region.
    public init(region: Region) {
        self.init(regionCode: region.rawValue)
    }

    /// Creates a validator for national numbers of a region and international numbers of any region.
    ///
    /// `regionCode` may be in any case. If the plan does not have the code, only international numbers can be valid.
    public init(regionCode: String) {
        region = PhoneRegion.region(code: regionCode)
    }

    /// Returns the state of `input`; nil when it has no digit.
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

    /// The length of a plus and fifteen digits.
    private static let e164LengthMax = 16
}

extension PhoneNumberParser.Number {
    /// The digits in the region's usual form.
    fileprivate var displayed: String {
        guard region.callingCode == 1, national.utf8.count == 10 else { return (region.trunk ?? "") + national }
        return "(\(national.prefix(3))) \(national.dropFirst(3).prefix(3))-\(national.suffix(4))"
    }
}

/// Accepts the codes that verify a phone number or an e-mail address (money specification §9.2).
public struct VerificationCodeValidator: Validator {
    /// The smallest and the largest number of digits.
    public static let digitCount = 4...10

    /// Creates a validator for 4 to 10 digits.
    public init() {}

    /// Returns the code unchanged; only ASCII digits are valid.
    public func validate(_ input: String) -> String? {
        guard VerificationCodeValidator.digitCount.contains(input.utf8.count),
            input.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return input
    }
}
