extension String {
    /// The text with A–Z lowered and everything else kept.
    ///
    /// Unicode lowering would let look-alikes through: U+212A KELVIN SIGN lowers to `k`.
    var asciiLowercased: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
