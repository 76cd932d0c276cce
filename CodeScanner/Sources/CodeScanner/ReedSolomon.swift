import CKikCodes

/// Reed–Solomon over GF(256) with polynomial 0x11D and the roots α⁰, α¹, …, as used by QR codes.
public enum ReedSolomon {
    /// The check symbols of a block of data; `nil` unless `count` is 1…68 and data and checks have at most 255 symbols.
    public static func checks(of data: [UInt8], count: Int) -> [UInt8]? {
        guard count >= 1 else { return nil }
        var checks = [UInt8](repeating: 0, count: count)
        // Safe: exactly `count` symbols are written, and only for valid lengths.
        return kikReedSolomonChecks(data, data.count, &checks, count) ? checks : nil
    }

    /// Corrects a word of data followed by checks.
    ///
    /// - Returns: The corrected word; `nil` when more than half as many symbols are wrong as there are checks, or for
    ///   invalid lengths.
    public static func corrected(_ word: [UInt8], checks: Int) -> [UInt8]? {
        guard checks >= 1 else { return nil }
        var corrected = word
        return kikReedSolomonCorrect(&corrected, corrected.count, checks) >= 0 ? corrected : nil
    }
}
