import CodeCurves

/// An address that only a program can sign for: a hash of the program and seeds that is not a curve point.
public struct ProgramDerivedAddress: Hashable, Sendable {
    /// The address.
    public let address: PublicKey
    /// The last seed, counted down from 255 until the hash is not a curve point.
    public let bump: UInt8

    /// The largest number of seeds of an address, including the bump.
    public static let seedCountMax = 16
    /// The largest size of a seed, in bytes.
    public static let seedByteCountMax = 32

    /// Finds the address of `program` and `seeds` with the highest bump (key specification §6.1).
    ///
    /// - Throws: `ProgramDerivedAddressError.tooManySeeds`, `.seedTooLong`; in theory also `.noBump`.
    public static func find(
        program: PublicKey, seeds: [[UInt8]]
    ) throws(ProgramDerivedAddressError) -> ProgramDerivedAddress {
        try check(seeds, countMax: seedCountMax - 1)
        guard let found = search(program: program, prefix: absorb(seeds)) else { throw .noBump }
        return found
    }

    /// Returns the address of `program` and `seeds`, which include the bump.
    ///
    /// - Throws: `ProgramDerivedAddressError.tooManySeeds`, `.seedTooLong`, `.onCurve`.
    public static func create(
        program: PublicKey, seeds: [[UInt8]]
    ) throws(ProgramDerivedAddressError) -> PublicKey {
        try check(seeds, countMax: seedCountMax)
        let address = finish(absorb(seeds), program: program)
        guard !address.isOnCurve else { throw .onCurve }
        return address
    }

    /// Returns the address of seeds whose number and sizes are fixed in the source.
    ///
    /// No input can make all 256 hashes curve points in practice: the probability is 1 in 2²⁵⁶.
    static func derive(program: PublicKey, seeds: Seed...) -> ProgramDerivedAddress {
        derive(program: program, seeds: seeds)
    }

    static func derive(program: PublicKey, seeds: [Seed]) -> ProgramDerivedAddress {
        guard let found = search(program: program, prefix: absorb(seeds)) else {
            preconditionFailure("every bump gives a curve point")
        }
        return found
    }

    /// Returns the address of such seeds and a given bump; nil when the hash is a curve point.
    static func create(program: PublicKey, seeds: [Seed], bump: UInt8) -> PublicKey? {
        address(program: program, prefix: absorb(seeds), bump: bump)
    }

    /// A seed whose kind limits it to the allowed size.
    enum Seed {
        case label(StaticString)
        case key(PublicKey)
        case value(Bytes32)
        case name(PaddedName)
        case byte(UInt8)
        case amount(UInt64)

        func absorb(into hash: inout SHA256) {
            switch self {
            case .label(let text): text.withUTF8Buffer { hash.update(buffer: UnsafeRawBufferPointer($0)) }
            case .key(let key): key.withUnsafeBytes { hash.update(buffer: $0) }
            case .value(let value): value.withUnsafeBytes { hash.update(buffer: $0) }
            case .name(let name): hash.update(name.bytes)
            case .byte(let byte): hash.update(CollectionOfOne(byte))
            case .amount(let amount): Swift.withUnsafeBytes(of: amount.littleEndian) { hash.update(buffer: $0) }
            }
        }
    }

    /// Returns the first bump, counted down, whose hash is not a curve point; each attempt continues from `prefix`.
    private static func search(program: PublicKey, prefix: SHA256) -> ProgramDerivedAddress? {
        for bump in stride(from: UInt8.max, through: 0, by: -1) {
            if let address = address(program: program, prefix: prefix, bump: bump) {
                return ProgramDerivedAddress(address: address, bump: bump)
            }
        }
        return nil
    }

    private static func address(program: PublicKey, prefix: SHA256, bump: UInt8) -> PublicKey? {
        var hash = prefix
        hash.update(CollectionOfOne(bump))
        let address = finish(hash, program: program)
        return address.isOnCurve ? nil : address
    }

    private static let marker: StaticString = "ProgramDerivedAddress"

    private static func absorb(_ seeds: [Seed]) -> SHA256 {
        var hash = SHA256()
        for seed in seeds { seed.absorb(into: &hash) }
        return hash
    }

    private static func absorb(_ seeds: [[UInt8]]) -> SHA256 {
        var hash = SHA256()
        for seed in seeds { hash.update(seed) }
        return hash
    }

    private static func finish(_ absorbed: SHA256, program: PublicKey) -> PublicKey {
        var hash = absorbed
        program.withUnsafeBytes { hash.update(buffer: $0) }
        marker.withUTF8Buffer { hash.update(buffer: UnsafeRawBufferPointer($0)) }
        return PublicKey(raw: Bytes32(digestOf: hash))
    }

    private static func check(_ seeds: [[UInt8]], countMax: Int) throws(ProgramDerivedAddressError) {
        guard seeds.count <= countMax else { throw .tooManySeeds(seeds.count, max: countMax) }
        for (index, seed) in seeds.enumerated() where seed.count > seedByteCountMax {
            throw .seedTooLong(index: index, byteCount: seed.count)
        }
    }
}

/// Errors from deriving a program-derived address.
public enum ProgramDerivedAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of seeds exceeds `max`.
    case tooManySeeds(Int, max: Int)
    /// The seed at this index has more than 32 bytes.
    case seedTooLong(index: Int, byteCount: Int)
    /// The hash is a curve point, so a private key for it may exist.
    case onCurve
    /// All bumps give curve points.
    case noBump

    /// What is wrong, in lower case and without a full stop. Seeds are counted from 1.
    public var description: String {
        switch self {
        case .tooManySeeds(let count, let max):
            "a program-derived address takes at most \(max) seeds here, not \(count)"
        case .seedTooLong(let index, let byteCount):
            "seed \(index + 1) has \(byteCount) bytes; \(ProgramDerivedAddress.seedByteCountMax) are allowed"
        case .onCurve:
            "these seeds give a curve point, not a program-derived address; try another bump"
        case .noBump:
            "no bump gives a program-derived address for these seeds"
        }
    }
}
