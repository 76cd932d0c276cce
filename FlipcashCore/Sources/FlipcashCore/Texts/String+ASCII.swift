extension String {
    /// The text with A–Z in lower case and all other characters unchanged.
    ///
    /// Unicode lower-casing would accept look-alikes: U+212A KELVIN SIGN becomes `k`.
    var asciiLowercased: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
