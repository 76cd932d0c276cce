import CodeCurves
import FlipcashCore

extension FuzzProperties {
    /// Key files, exported secret keys and derivation paths are rejected, or are read again from their encoded form.
    static func keys(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let pair = try? KeyPair(keyFile: input) { try forms(of: pair) }
        if let pair = try? KeyPair(secretKeyBase58: input) { try forms(of: pair) }
        if let pair = try? KeyPair(seed: input) { try forms(of: pair) }
        switch Result(catching: { () throws(DerivationPathError) in try DerivationPath(text) }) {
        case .success(let path):
            // The path without steps prints as in other tools, with a slash that is not read.
            guard !path.components.isEmpty else { return try claim(path.description == "m/", "the root changes") }
            try claim(try DerivationPath(path.description) == path, "the path changes when it is printed")
        case .failure(.missingRoot): break
        case .failure(.notANumber(let position)), .failure(.indexTooLarge(let position)):
            try claim(1...max(1, input.count) ~= position, "the path has no such step")
        }
    }

    private static func forms(of pair: KeyPair) throws {
        guard let file = pair.keyFile, let exported = pair.secretKeyBase58 else {
            throw BrokenClaim(description: "a key that was read cannot be encoded")
        }
        let fromFile = try file.withUnsafeBytes { try KeyPair(keyFile: [UInt8]($0)) }
        try claim(fromFile.publicKey == pair.publicKey, "the key file holds another key")
        let fromText = try exported.withUnsafeBytes { try KeyPair(secretKeyBase58: $0) }
        try claim(fromText.publicKey == pair.publicKey, "the export holds another key")
        let expanded = try KeyPair(publicKey: pair.publicKey, privateKeyBase58: pair.privateKeyBase58.exposedCopy())
        try claim(expanded.privateKey == pair.privateKey, "the private key changes")
    }
}
