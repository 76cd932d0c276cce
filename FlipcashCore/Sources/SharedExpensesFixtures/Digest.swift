import FlipcashCore

/// The SHA-256 digest of a token.
func digest(_ token: [UInt8]) -> [UInt8] { Hash(sha256: token).bytes }
