/// Lower-case hex.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// The bytes of `hex`, which must be valid.
func unhex(_ hex: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = hex[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}
