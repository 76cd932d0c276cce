import FlipcashCore

extension Array<UInt8> {
    /// Reads hexadecimal text; empty for text that is not hexadecimal.
    init(hex: String) {
        self = Hexadecimal.decode(hex) ?? []
    }

    /// The bytes as lower-case hexadecimal digits.
    var hex: String { Hexadecimal.encode(self) }
}
