import CKikCodes

/// Reed–Solomon over GF(256) with polynomial 0x11D and the roots α⁰, α¹, …, as QR codes use it.
public enum ReedSolomon {
    /// The check symbols of a block of data; `nil` unless there are 1…68 and the word has at most 255 symbols.
    public static func checks(of data: [UInt8], count: Int) -> [UInt8]? {
        guard count >= 1 else { return nil }
        var checks = [UInt8](repeating: 0, count: count)
        // Safe: exactly `count` symbols are written, and only for possible lengths.
        return kikReedSolomonChecks(data, data.count, &checks, count) ? checks : nil
    }

    /// A word, data before checks, with its wrong symbols put right; `nil` when there are more than half as many as
    /// checks, or for impossible lengths.
    public static func corrected(_ word: [UInt8], checks: Int) -> [UInt8]? {
        guard checks >= 1 else { return nil }
        var corrected = word
        return kikReedSolomonCorrect(&corrected, corrected.count, checks) >= 0 ? corrected : nil
    }
}
