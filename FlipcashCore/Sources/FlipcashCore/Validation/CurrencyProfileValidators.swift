/// Accepts names of launchpad currencies (money specification §9.6).
///
/// Names are never trimmed, because an attestation covers the exact text.
public struct CurrencyNameValidator: Validator {
    /// The largest number of characters.
    public static let lengthMax = 32

    /// Creates a validator for names of 1 to 32 characters.
    public init() {}

    /// Returns printable ASCII without a space at either end.
    public func validate(_ input: String) -> String? {
        let bytes = input.utf8
        guard (1...CurrencyNameValidator.lengthMax).contains(bytes.count),
            bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes.first != 0x20, bytes.last != 0x20
        else { return nil }
        return input
    }
}

/// Accepts symbols of launchpad currencies, which may be empty (money specification §9.6).
public struct CurrencySymbolValidator: Validator {
    /// The largest number of characters.
    public static let lengthMax = 8

    /// Creates a validator for symbols of up to 8 characters.
    public init() {}

    /// Returns visible ASCII without spaces, or empty text, unchanged.
    public func validate(_ input: String) -> String? {
        guard input.utf8.count <= CurrencySymbolValidator.lengthMax,
            input.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return input
    }
}

/// Accepts descriptions of launchpad currencies by the server's rules (money specification §9.6).
public struct CurrencyDescriptionValidator: Validator {
    /// The largest number of Unicode scalars.
    public static let scalarCountMax = 4096

    /// Creates a validator for descriptions of up to 4,096 Unicode scalars.
    public init() {}

    /// Returns the text unchanged, because an attestation covers it.
    public func validate(_ input: String) -> String? {
        input.unicodeScalars.count <= CurrencyDescriptionValidator.scalarCountMax ? input : nil
    }
}

/// Accepts colours of bills (money specification §9.6).
public struct BillColourValidator: Validator {
    /// Creates a validator for `#RRGGBB`.
    public init() {}

    /// Returns `#` and six hexadecimal digits in either case, unchanged.
    public func validate(_ input: String) -> String? {
        let bytes = input.utf8
        guard bytes.count == 7, bytes.first == UInt8(ascii: "#"),
            bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) })
        else { return nil }
        return input
    }
}
