import CodeCurves

/// Base58 of exactly 32 bytes, without long division.
///
/// A value is eight 32-bit words or nine limbs of five base-58 digits. Each limb is a sum of the words multiplied by
/// precomputed powers, and the other way round. Addresses are encoded and decoded by the thousand; the general
/// algorithm takes twenty times as long.
extension Base58 {
    private static let wordCount = 8
    private static let limbCount = 9
    /// The digits of nine limbs.
    private static let digitCount = 45
    /// The largest number of characters that 32 bytes need.
    private static let characterCountMax32 = 44

    /// Lookup tables for the loops below; written once, never changed or freed.
    ///
    /// Safe: every reader stays within the sizes of the two power tables and of the alphabet.
    private struct Tables: @unchecked Sendable {
        /// 2³² to the powers 7 to 0, each in limbs of base 58⁵, most significant first.
        let wordPowers = table(powers(of: 1 << 32, count: wordCount, base: limbBase, digits: limbCount))
        /// 58⁵ to the powers 8 to 0, each in 32-bit words, most significant first.
        let limbPowers = table(powers(of: limbBase, count: limbCount, base: 1 << 32, digits: wordCount))
        let characters = table(alphabet)
        let digits = table(Base58.digits)

        private static func table<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
            let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
            for (index, element) in elements.enumerated() { (copy + index).initialize(to: element) }
            return UnsafePointer(copy)
        }
    }

    private static let tables = Tables()

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

    /// Encodes 32 bytes as base58 text.
    static func encode(_ bytes: Bytes32) -> String {
        let tables = tables
        let quarters = bytes.bigEndianWords
        let zeros = leadingZeroBytes(quarters)
        return String(unsafeUninitializedCapacity: characterCountMax32) { output in
            withUnsafeTemporaryAllocation(byteCount: wordCount * 8 + digitCount, alignment: 8) { memory in
                let words = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt64.self)
                let digits = (words + wordCount).withMemoryRebound(to: UInt8.self, capacity: digitCount) { $0 }
                (words[0], words[1]) = (quarters.0 &>> 32, quarters.0 & 0xffff_ffff)
                (words[2], words[3]) = (quarters.1 &>> 32, quarters.1 & 0xffff_ffff)
                (words[4], words[5]) = (quarters.2 &>> 32, quarters.2 & 0xffff_ffff)
                (words[6], words[7]) = (quarters.3 &>> 32, quarters.3 & 0xffff_ffff)
                fillDigits(digits, from: words, powers: tables.wordPowers)
                return write(
                    digits, zeros: zeros, characters: tables.characters, to: output.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    private static func leadingZeroBytes(_ quarters: (UInt64, UInt64, UInt64, UInt64)) -> Int {
        if quarters.0 != 0 { return quarters.0.leadingZeroBitCount / 8 }
        if quarters.1 != 0 { return 8 + quarters.1.leadingZeroBitCount / 8 }
        if quarters.2 != 0 { return 16 + quarters.2.leadingZeroBitCount / 8 }
        return 24 + quarters.3.leadingZeroBitCount / 8
    }

    /// The 45 digits of eight words, most significant first.
    @inline(__always)
    private static func fillDigits(
        _ digits: UnsafeMutablePointer<UInt8>, from words: UnsafeMutablePointer<UInt64>,
        powers: UnsafePointer<UInt64>
    ) {
        var carry: UInt64 = 0
        for limb in stride(from: limbCount - 1, through: 0, by: -1) {
            // For any words, these eight products and the carry stay below 0.6 · 2⁶⁴.
            var sum = carry
            for word in 0..<wordCount { sum &+= words[word] &* powers[word &* limbCount &+ limb] }
            carry = sum / limbBase
            var rest = UInt32(truncatingIfNeeded: sum &- carry &* limbBase)
            for place in stride(from: 4, through: 0, by: -1) {
                let quotient = rest / 58
                digits[limb &* 5 &+ place] = UInt8(truncatingIfNeeded: rest &- quotient &* 58)
                rest = quotient
            }
        }
    }

    /// Writes one leading `1` for every zero byte, then the digits from the first significant one.
    @inline(__always)
    private static func write(
        _ digits: UnsafeMutablePointer<UInt8>, zeros: Int, characters: UnsafePointer<UInt8>,
        to output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var first = 0
        while first < digitCount, digits[first] == 0 { first &+= 1 }
        for index in 0..<zeros { output[index] = characters[0] }
        for index in first..<digitCount { output[zeros &+ index &- first] = characters[Int(digits[index])] }
        return zeros &+ digitCount &- first
    }

    /// Decodes 32 bytes; nil for any other text. The general algorithm then reports the error.
    static func decode32(_ text: String) -> Bytes32? {
        let found: Bytes32?? = text.utf8.withContiguousStorageIfAvailable { decode32($0) }
        return found ?? nil
    }

    private static func decode32(_ text: UnsafeBufferPointer<UInt8>) -> Bytes32? {
        guard (Bytes32.count...characterCountMax32).contains(text.count) else { return nil }
        let tables = tables
        return withUnsafeTemporaryAllocation(
            byteCount: (limbCount + wordCount) * 8 + digitCount, alignment: 8
        ) { memory in
            let limbs = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt64.self)
            let words = limbs + limbCount
            let digits = (words + wordCount).withMemoryRebound(to: UInt8.self, capacity: digitCount) { $0 }
            guard read(text, as: digits, table: tables.digits) else { return nil }
            for limb in 0..<limbCount {
                var value: UInt64 = 0
                for place in 0..<5 { value = value &* 58 &+ UInt64(digits[limb &* 5 &+ place]) }
                limbs[limb] = value
            }
            guard fillWords(words, from: limbs, powers: tables.limbPowers) else { return nil }
            var ones = 0
            while ones < text.count, text[ones] == tables.characters[0] { ones &+= 1 }
            let quarters = (
                words[0] &<< 32 | words[1], words[2] &<< 32 | words[3], words[4] &<< 32 | words[5],
                words[6] &<< 32 | words[7]
            )
            return leadingZeroBytes(quarters) == ones ? Bytes32(bigEndianWords: quarters) : nil
        }
    }

    /// Reads the digits of the text after leading zeros that make them 45; false for a character outside the alphabet.
    @inline(__always)
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, as digits: UnsafeMutablePointer<UInt8>, table: UnsafePointer<UInt8>
    ) -> Bool {
        let padding = digitCount &- text.count
        for index in 0..<padding { digits[index] = 0 }
        var foreign: UInt8 = 0
        for index in 0..<text.count {
            let digit = table[Int(text[index])]
            // Digits are below 58; only the mark of a character outside the alphabet has the top bit.
            foreign |= digit
            digits[padding &+ index] = digit
        }
        return foreign & 0x80 == 0
    }

    /// Computes the words of the digits; false when the value needs more than 32 bytes.
    @inline(__always)
    private static func fillWords(
        _ words: UnsafeMutablePointer<UInt64>, from limbs: UnsafeMutablePointer<UInt64>,
        powers: UnsafePointer<UInt64>
    ) -> Bool {
        var carry: UInt64 = 0
        for word in stride(from: wordCount - 1, through: 0, by: -1) {
            // For any limbs, these nine products and the carry stay below 0.6 · 2⁶⁴.
            var sum = carry
            for limb in 0..<limbCount { sum &+= limbs[limb] &* powers[limb &* wordCount &+ word] }
            words[word] = sum & 0xffff_ffff
            carry = sum &>> 32
        }
        return carry == 0
    }
}
