/// SHA-512 (FIPS 180-4).
///
/// Written out here because PBKDF2 spends 4,096 of its blocks on every list of words: libsodium's takes half as long
/// again for a block, and twice as long with the states that it copies and clears each time. Nothing below looks up or
/// branches on the bytes that are hashed.
public struct SHA512: HashFunction {
    public static let blockByteCount = 128
    public static let digestByteCount = 64

    typealias State = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    private typealias Block = (State, State)

    private var state: State
    /// The block that is being filled, as it came in.
    private var pending: Block = (SHA512.noWords, SHA512.noWords)
    /// How many bytes have come in.
    private var byteCount: UInt64 = 0

    private static let noWords: State = (0, 0, 0, 0, 0, 0, 0, 0)

    public init() {
        self.init(
            initial: (
                0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
                0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179
            ))
    }

    /// A hash with other initial words: SHA-384.
    init(initial words: State) {
        state = words
    }

    public mutating func update(buffer: UnsafeRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        var filled = Int(truncatingIfNeeded: byteCount % UInt64(Self.blockByteCount))
        byteCount &+= UInt64(buffer.count)
        var taken = 0
        while taken < buffer.count {
            let count = min(buffer.count - taken, Self.blockByteCount - filled)
            withUnsafeMutableBytes(of: &pending) { pending in
                // Safe: `count` is no more than what is left of either.
                UnsafeMutableRawBufferPointer(rebasing: pending[filled...])
                    .copyMemory(from: UnsafeRawBufferPointer(start: start + taken, count: count))
            }
            taken += count
            filled += count
            if filled == Self.blockByteCount {
                compress()
                filled = 0
            }
        }
    }

    public func finalize(into output: UnsafeMutableRawBufferPointer) {
        var last = self
        defer { withUnsafeMutableBytes(of: &last) { Zeroing.zero($0) } }
        last.pad()
        withUnsafeBytes(of: &last.state) { state in
            for offset in stride(from: 0, to: Self.digestByteCount, by: 8) {
                let word = state.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                output.storeBytes(of: word.bigEndian, toByteOffset: offset, as: UInt64.self)
            }
        }
    }

    public mutating func clear() {
        withUnsafeMutableBytes(of: &self) { Zeroing.zero($0) }
        self = SHA512()
    }

    /// Ends the message: a bit that is set, zeros, and its length in bits as a number of 128 bits.
    private mutating func pad() {
        let filled = Int(truncatingIfNeeded: byteCount % UInt64(Self.blockByteCount))
        let hasRoom = filled < Self.blockByteCount - 16
        withUnsafeMutableBytes(of: &pending) { pending in
            pending[filled] = 0x80
            for offset in filled + 1..<Self.blockByteCount { pending[offset] = 0 }
        }
        if !hasRoom {
            compress()
            pending = (Self.noWords, Self.noWords)
        }
        pending.1.6 = (byteCount &>> 61).bigEndian
        pending.1.7 = (byteCount &<< 3).bigEndian
        compress()
    }
}

// MARK: The compression function

extension SHA512 {
    /// Replaces eight words by the digest of all that has come in, which are whole blocks, and those words behind it.
    ///
    /// Safe: the caller has room for sixteen words at `schedule`.
    func finish(_ words: UnsafeMutablePointer<UInt64>, schedule: UnsafeMutablePointer<UInt64>) {
        for index in 0..<8 { schedule[index] = words[index] }
        schedule[8] = 1 << 63
        for index in 9..<15 { schedule[index] = 0 }
        schedule[15] = (byteCount &+ 64) &<< 3
        var state = state
        Self.constants.withUnsafeBufferPointer { constants in
            guard let constants = constants.baseAddress else { return }
            Self.compress(schedule, into: &state, constants: constants)
        }
        (words[0], words[1], words[2], words[3]) = (state.0, state.1, state.2, state.3)
        (words[4], words[5], words[6], words[7]) = (state.4, state.5, state.6, state.7)
    }

    /// Takes the full block into the state. What was pending is gone afterwards: its place serves as the schedule.
    private mutating func compress() {
        var state = state
        withUnsafeMutableBytes(of: &pending) { pending in
            Self.constants.withUnsafeBufferPointer { constants in
                // Safe: a block has sixteen words, and the constants are eighty.
                guard let words = pending.baseAddress?.assumingMemoryBound(to: UInt64.self),
                    let constants = constants.baseAddress
                else { return }
                for index in 0..<16 { words[index] = words[index].bigEndian }
                Self.compress(words, into: &state, constants: constants)
            }
        }
        self.state = state
    }

    /// Takes sixteen words into a state. They are overwritten by the last sixteen of the schedule.
    private static func compress(
        _ words: UnsafeMutablePointer<UInt64>, into state: inout State, constants: UnsafePointer<UInt64>
    ) {
        var (a, b, c, d, e, f, g, h) = state
        // Eight at a time and without loops inside, so that every word and every distance is fixed in the machine code.
        var constants = constants
        var sixteens = 0
        while true {
            eightRounds(&a, &b, &c, &d, &e, &f, &g, &h, words, constants)
            eightRounds(&a, &b, &c, &d, &e, &f, &g, &h, words + 8, constants + 8)
            sixteens += 1
            if sixteens == 5 { break }
            constants += 16
            extendEight(words, 0)
            extendEight(words, 8)
        }
        state = (
            state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g,
            state.7 &+ h
        )
    }

    @inline(__always)
    private static func eightRounds(
        _ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64, _ e: inout UInt64,
        _ f: inout UInt64, _ g: inout UInt64, _ h: inout UInt64, _ words: UnsafeMutablePointer<UInt64>,
        _ constants: UnsafePointer<UInt64>
    ) {
        round(a, b, c, &d, e, f, g, &h, words[0] &+ constants[0])
        round(h, a, b, &c, d, e, f, &g, words[1] &+ constants[1])
        round(g, h, a, &b, c, d, e, &f, words[2] &+ constants[2])
        round(f, g, h, &a, b, c, d, &e, words[3] &+ constants[3])
        round(e, f, g, &h, a, b, c, &d, words[4] &+ constants[4])
        round(d, e, f, &g, h, a, b, &c, words[5] &+ constants[5])
        round(c, d, e, &f, g, h, a, &b, words[6] &+ constants[6])
        round(b, c, d, &e, f, g, h, &a, words[7] &+ constants[7])
    }

    /// One of the eighty rounds. The eight words keep their places and change their names from round to round.
    @inline(__always)
    private static func round(
        _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: inout UInt64, _ e: UInt64, _ f: UInt64, _ g: UInt64,
        _ h: inout UInt64, _ word: UInt64
    ) {
        let choice = g ^ (e & (f ^ g))
        let majority = (a & b) &+ (c & (a ^ b))
        h = h &+ word &+ (rotate(e, 14) ^ rotate(e, 18) ^ rotate(e, 41)) &+ choice
        d = d &+ h
        h = h &+ (rotate(a, 28) ^ rotate(a, 34) ^ rotate(a, 39)) &+ majority
    }

    @inline(__always)
    private static func extendEight(_ words: UnsafeMutablePointer<UInt64>, _ first: Int) {
        extend(words, first)
        extend(words, first + 1)
        extend(words, first + 2)
        extend(words, first + 3)
        extend(words, first + 4)
        extend(words, first + 5)
        extend(words, first + 6)
        extend(words, first + 7)
    }

    /// Replaces a word of the schedule by the one sixteen places on.
    @inline(__always)
    private static func extend(_ words: UnsafeMutablePointer<UInt64>, _ index: Int) {
        let (early, late) = (words[(index + 1) & 15], words[(index + 14) & 15])
        let early0 = rotate(early, 1) ^ rotate(early, 8) ^ (early &>> 7)
        let late1 = rotate(late, 19) ^ rotate(late, 61) ^ (late &>> 6)
        words[index] = words[index] &+ early0 &+ words[(index + 9) & 15] &+ late1
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        (word &>> bits) | (word &<< (64 &- bits))
    }

    /// The fractions of the cube roots of the first eighty primes.
    private static let constants: [UInt64] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ]
}
