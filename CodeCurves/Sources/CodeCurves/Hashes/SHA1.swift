/// SHA-1 (FIPS 180-4), which libsodium lacks. Broken as a hash: here for HMAC and PBKDF2 of old formats only.
public struct SHA1: HashFunction {
    public static let blockByteCount = 64
    public static let digestByteCount = 20

    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0
    )
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    public init() {}

    public mutating func update(buffer: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(buffer.count)
        pending.append(contentsOf: buffer)
        var start = 0
        while pending.count - start >= Self.blockByteCount {
            compress(pending[start..<start + Self.blockByteCount])
            start += Self.blockByteCount
        }
        pending.removeFirst(start)
    }

    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        var last = self
        let bitCount = byteCount &* 8
        let zeros = (119 - Int(byteCount % 64)) % 64
        let padding = [0x80] + [UInt8](repeating: 0, count: zeros)
        padding.withUnsafeBytes { last.update(buffer: $0) }
        withUnsafeBytes(of: bitCount.bigEndian) { last.update(buffer: $0) }
        let words = [last.state.0, last.state.1, last.state.2, last.state.3, last.state.4]
        for (index, word) in words.enumerated() {
            output.storeBytes(of: word.bigEndian, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    public mutating func clear() {
        Zeroing.zero(&pending)
        self = SHA1()
    }

    private mutating func compress(_ block: ArraySlice<UInt8>) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let word = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule.append(Self.rotate(word, by: 1))
        }
        var (a, b, c, d, e) = state
        for (index, word) in schedule.enumerated() {
            let (mixed, constant) = Self.round(index, b, c, d)
            let next = Self.rotate(a, by: 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, Self.rotate(b, by: 30), c, d)
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case ..<20: ((b & c) | (~b & d), 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
    }

    private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
