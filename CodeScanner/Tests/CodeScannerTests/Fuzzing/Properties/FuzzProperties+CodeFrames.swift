import CodeScanner

extension FuzzProperties {
    /// Decoding rejects a code, or corrects it with the reported number of changed bytes; correctable damage is
    /// corrected.
    ///
    /// The input is the 35 bytes of a code, then bytes that choose the damage.
    static func codeFrames(_ input: [UInt8]) throws {
        let frame = Array(input.prefix(KikCodes.codeLength))
        let choices = Array(input.dropFirst(KikCodes.codeLength))
        try asScanned(frame)
        try damaged(Array(frame.prefix(KikCodes.payloadLength)), by: choices)
        _ = KikCodes.decode(frame, erasures: choices.map(Int.init))
    }

    private static func asScanned(_ frame: [UInt8]) throws {
        guard let code = KikCodes.decode(frame) else { return }
        try claim(frame.count == KikCodes.codeLength, "a code of the wrong length was decoded")
        try claim(code.payload.count == KikCodes.payloadLength, "the payload has the wrong length")
        try claim(0...KikCodes.correctableSymbols ~= code.correctedSymbols, "too many symbols were corrected")
        _ = code.username
        // A non-zero `extra` marks a user name, whose payload must be packed.
        guard code.extra == 0 else { return }
        let whole = try KikCodes.encode(code.payload, type: code.type, colour: code.colour)
        try claim(
            zip(whole, frame).count { $0 != $1 } == code.correctedSymbols, "other bytes changed than reported")
    }

    /// Each error uses two of twelve checks, each erasure one.
    private static func damaged(_ payload: [UInt8], by choices: [UInt8]) throws {
        let whole = try KikCodes.encode(payload)
        var frame = whole
        var erasures: [Int] = []
        var checks = 12
        for pair in stride(from: 0, to: choices.count - 1, by: 2) {
            let position = Int(choices[pair] & 0x3F)
            let isErasure = choices[pair] & 0x80 != 0
            guard frame.indices.contains(position), frame[position] == whole[position], !erasures.contains(position)
            else { continue }
            checks -= isErasure ? 1 : choices[pair + 1] == 0 ? 0 : 2
            guard checks >= 0 else { break }
            frame[position] ^= choices[pair + 1]
            if isErasure { erasures.append(position) }
        }
        let padded = payload + [UInt8](repeating: 0, count: KikCodes.payloadLength - payload.count)
        try claim(KikCodes.decode(frame, erasures: erasures)?.payload == padded, "correctable damage was not corrected")
    }
}
