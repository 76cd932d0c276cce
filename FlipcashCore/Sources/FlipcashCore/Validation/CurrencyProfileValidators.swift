/// Accepts names of launchpad currencies (money specification §9.6). They are never trimmed: an attestation is bound to
/// the exact text.
public struct CurrencyNameValidator: Validator {
    /// Most characters.
    public static let lengthMax = 32

    /// Accepts 1 to 32 characters.
    public init() {}

    /// Printable ASCII without a space at either edge.
    public func validate(_ input: String) -> String? {
        let bytes = input.utf8
        guard (1...CurrencyNameValidator.lengthMax).contains(bytes.count),
            bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.first != 0x20, bytes.last != 0x20
        else { return nil }
        return input
    }
}

/// Accepts short symbols of launchpad currencies (money specification §9.6). A currency may have none.
public struct CurrencySymbolValidator: Validator {
    /// Most characters.
    public static let lengthMax = 8

    /// Accepts up to 8 characters, none included.
    public init() {}

    /// Visible ASCII without spaces, or nothing; returned as it is.
    public func validate(_ input: String) -> String? {
        guard input.utf8.count <= CurrencySymbolValidator.lengthMax,
            input.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return input
    }
}

/// Accepts descriptions of launchpad currencies as the server does (money specification §9.6).
public struct CurrencyDescriptionValidator: Validator {
    /// Most Unicode scalars.
    public static let scalarCountMax = 4096

    /// Accepts up to 4,096 Unicode scalars, none included.
    public init() {}

    /// The text as it is: an attestation is bound to it.
    public func validate(_ input: String) -> String? {
        input.unicodeScalars.count <= CurrencyDescriptionValidator.scalarCountMax ? input : nil
    }
}

/// Accepts colours of bills (money specification §9.6).
public struct BillColourValidator: Validator {
    /// Accepts `#RRGGBB`.
    public init() {}

    /// `#` and six hexadecimal digits in either case, as they are.
    public func validate(_ input: String) -> String? {
        let bytes = input.utf8
        guard bytes.count == 7, bytes.first == UInt8(ascii: "#"),
            bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) })
        else { return nil }
        return input
    }
}
