import CodeCurves

/// Base58 of exactly 32 bytes without long division: a value of eight 32-bit words is nine limbs of five base-58 digits,
/// and each is a sum of products of the other with powers that are worked out once.
///
/// Addresses are read and written by the thousand; the general way costs twenty times as much.
extension Base58 {
    private static let wordCount = 8
    private static let limbCount = 9
    /// The most characters that 32 bytes take.
    private static let characterCountMax32 = 44

    /// 2³² to the powers 7 to 0, each in limbs of base 58⁵, most significant first.
    private static let wordPowers: [UInt64] = powers(of: 1 << 32, count: wordCount, base: limbBase, digits: limbCount)

    /// 58⁵ to the powers 8 to 0, each in 32-bit words, most significant first.
    private static let limbPowers: [UInt64] = powers(of: limbBase, count: limbCount, base: 1 << 32, digits: wordCount)

    private static func powers(of factor: UInt64, count: Int, base: UInt64, digits: Int) -> [UInt64] {
        var rows: [[UInt64]] = []
        var power = [UInt64](repeating: 0, count: digits)
        power[digits - 1] = 1
        for _ in 0..<count {
            rows.insert(power, at: 0)
            var carry: UInt64 = 0
            for index in power.indices.reversed() {
                let product = factor.multipliedFullWidth(by: power[index])
                let (low, overflow) = product.low.addingReportingOverflow(carry)
                let (quotient, remainder) = base.dividingFullWidth((product.high &+ (overflow ? 1 : 0), low))
                power[index] = remainder
                carry = quotient
            }
        }
        return rows.flatMap { $0 }
    }

    /// Writes 32 bytes as text.
    static func encode(_ bytes: Bytes32) -> String {
        String(unsafeUninitializedCapacity: characterCountMax32) { output in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limbCount) { limbs in
                bytes.withUnsafeBytes { bytes in
                    wordPowers.withUnsafeBufferPointer { fillLimbs(limbs, from: bytes, powers: $0) }
                    return write(limbs, leadingZeros: bytes.prefix { $0 == 0 }.count, to: output)
                }
            }
        }
    }

    private static func fillLimbs(
        _ limbs: UnsafeMutableBufferPointer<UInt64>, from bytes: UnsafeRawBufferPointer,
        powers: UnsafeBufferPointer<UInt64>
    ) {
        limbs.initialize(repeating: 0)
        // Four words at a time: a sum of four products below 2³² · 58⁵, and what is carried, fits 64 bits.
        for half in 0..<2 {
            for word in half * 4..<half * 4 + 4 {
                let value = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self)))
                for limb in 0..<limbCount { limbs[limb] &+= value &* powers[word * limbCount + limb] }
            }
            for limb in stride(from: limbCount - 1, to: 0, by: -1) {
                limbs[limb - 1] &+= limbs[limb] / limbBase
                limbs[limb] %= limbBase
            }
        }
    }

    private static func write(
        _ limbs: UnsafeMutableBufferPointer<UInt64>, leadingZeros: Int, to output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limbCount * 5) { digits in
            for limb in 0..<limbCount {
                var rest = UInt32(truncatingIfNeeded: limbs[limb])
                for place in stride(from: 4, through: 0, by: -1) {
                    digits.initializeElement(at: limb * 5 + place, to: UInt8(truncatingIfNeeded: rest % 58))
                    rest /= 58
                }
            }
            // One leading `1` for every zero byte, then the digits from the first that counts.
            var first = 0
            while first < digits.count, digits[first] == 0 { first += 1 }
            let count = leadingZeros + digits.count - first
            alphabet.withUnsafeBufferPointer { alphabet in
                for index in 0..<leadingZeros { output[index] = alphabet[0] }
                for index in first..<digits.count {
                    output[leadingZeros + index - first] = alphabet[Int(digits[index])]
                }
            }
            return count
        }
    }

    /// Reads 32 bytes; nil for any other text, which the general way explains.
    static func decode32(_ text: String) -> Bytes32? {
        let found: Bytes32?? = text.utf8.withContiguousStorageIfAvailable { decode32($0) }
        return found ?? nil
    }

    private static func decode32(_ text: UnsafeBufferPointer<UInt8>) -> Bytes32? {
        guard (32...characterCountMax32).contains(text.count) else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limbCount + wordCount) { memory in
            memory.initialize(repeating: 0)
            let limbs = UnsafeMutableBufferPointer(rebasing: memory[..<limbCount])
            let words = UnsafeMutableBufferPointer(rebasing: memory[limbCount...])
            guard digits.withUnsafeBufferPointer({ readLimbs(text, digits: $0, into: limbs) }),
                limbPowers.withUnsafeBufferPointer({ fillWords(words, from: limbs, powers: $0) })
            else { return nil }
            return bytes(of: words, leadingZeros: text.prefix { $0 == alphabet[0] }.count)
        }
    }

    private static func readLimbs(
        _ text: UnsafeBufferPointer<UInt8>, digits: UnsafeBufferPointer<UInt8>,
        into limbs: UnsafeMutableBufferPointer<UInt64>
    ) -> Bool {
        let offset = limbCount * 5 - text.count
        var foreign: UInt8 = 0
        for index in 0..<text.count {
            let digit = digits[Int(text[index])]
            // Digits are below 58; only the mark of a foreign character has the top bit.
            foreign |= digit & 0x80
            let limb = (index + offset) / 5
            limbs[limb] = limbs[limb] &* 58 &+ UInt64(digit)
        }
        return foreign == 0
    }

    /// False when the value needs more than 32 bytes.
    private static func fillWords(
        _ words: UnsafeMutableBufferPointer<UInt64>, from limbs: UnsafeMutableBufferPointer<UInt64>,
        powers: UnsafeBufferPointer<UInt64>
    ) -> Bool {
        var excess: UInt64 = 0
        // Three limbs at a time: a sum of three products below 58⁵ · 2³², and what is carried, fits 64 bits.
        for third in 0..<3 {
            for limb in third * 3..<third * 3 + 3 {
                for word in 0..<wordCount { words[word] &+= limbs[limb] &* powers[limb * wordCount + word] }
            }
            for word in stride(from: wordCount - 1, to: 0, by: -1) {
                words[word - 1] &+= words[word] &>> 32
                words[word] &= 0xffff_ffff
            }
            excess |= words[0] &>> 32
            words[0] &= 0xffff_ffff
        }
        return excess == 0
    }

    private static func bytes(of words: UnsafeMutableBufferPointer<UInt64>, leadingZeros: Int) -> Bytes32? {
        withUnsafeTemporaryAllocation(byteCount: Bytes32.count, alignment: 4) { bytes in
            for word in 0..<wordCount {
                bytes.storeBytes(
                    of: UInt32(truncatingIfNeeded: words[word]).bigEndian, toByteOffset: word * 4, as: UInt32.self)
            }
            guard bytes.prefix(while: { $0 == 0 }).count == leadingZeros else { return nil }
            return Bytes32(UnsafeRawBufferPointer(bytes))
        }
    }
}
