/// A child's number before hardening: below 2³¹.
public struct HardenedIndex: Hashable, Sendable {
    /// The number.
    public let value: UInt32

    /// Takes a number; nil from 2³¹ up, where no hardened child exists.
    public init?(_ value: UInt32) {
        guard value < 1 << 31 else { return nil }
        self.value = value
    }

    /// Takes a number that fits by its type.
    public init(_ value: UInt16) { self.value = UInt32(value) }
}

/// A path through a key tree: `m/44'/501'/0'/0'`.
///
/// Every component derives a hardened child, with or without the mark `'`; the marks are kept for printing only.
public struct DerivationPath: Hashable, Sendable {
    /// One step of a path.
    public struct Component: Hashable, Sendable {
        /// The child's number.
        public let index: HardenedIndex
        /// Whether the text has the mark `'`.
        public let isMarked: Bool

        /// Names a step.
        public init(index: HardenedIndex, isMarked: Bool) {
            self.index = index
            self.isMarked = isMarked
        }
    }

    /// The steps from the root.
    public let components: [Component]

    /// A path of these steps.
    public init(components: [Component]) { self.components = components }

    /// Reads the text form.
    ///
    /// - Throws: `DerivationPathError`.
    public init(_ text: String) throws(DerivationPathError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "m" else { throw .missingRoot }
        var components: [Component] = []
        for (position, part) in parts.enumerated().dropFirst() {
            let isMarked = part.hasSuffix("'")
            let digits = isMarked ? part.dropLast() : part
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .notANumber(position: position)
            }
            guard let number = UInt32(digits), let index = HardenedIndex(number) else {
                throw .indexTooLarge(position: position)
            }
            components.append(Component(index: index, isMarked: isMarked))
        }
        self.components = components
    }

    /// The path that lengthens this one by marked steps.
    func appending(_ indices: [HardenedIndex]) -> DerivationPath {
        DerivationPath(components: components + indices.map { Component(index: $0, isMarked: true) })
    }
}

extension DerivationPath: CustomStringConvertible {
    public var description: String {
        "m/" + components.map { "\($0.index.value)\($0.isMarked ? "'" : "")" }.joined(separator: "/")
    }
}

/// Why a text is not a derivation path.
public enum DerivationPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first component is not `m`.
    case missingRoot
    /// The component at this position after `m`, counted from 1, is not a decimal number.
    case notANumber(position: Int)
    /// The component at this position after `m`, counted from 1, is 2³¹ or more.
    case indexTooLarge(position: Int)

    public var description: String {
        switch self {
        case .missingRoot:
            "a derivation path starts with m, as in m/44'/501'/0'/0'"
        case .notANumber(let position):
            "step \(position) of the derivation path is not a number"
        case .indexTooLarge(let position):
            "step \(position) of the derivation path is 2147483648 or more"
        }
    }
}

extension DerivationPath {
    /// The owner key of an account and the authority of a cash link, `m/44'/501'/0'/0'`: the ordinary Solana wallet
    /// path. It signs every request and owns the accounts of every mint.
    public static let primary = DerivationPath(components: []).appending([
        HardenedIndex(44), HardenedIndex(501), HardenedIndex(0), HardenedIndex(0),
    ])

    /// The authority of a pool account (account type POOL, a feature that is retired but stays derivable).
    public static func pool(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([HardenedIndex(7665)]).appendingUnmarked(index)
    }

    /// The rendezvous key of a pool.
    public static func poolRendezvous(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([HardenedIndex(2335)]).appendingUnmarked(index)
    }

    /// The path that lengthens this one by a step without a mark, which is hardened all the same.
    func appendingUnmarked(_ index: HardenedIndex) -> DerivationPath {
        DerivationPath(components: components + [Component(index: index, isMarked: false)])
    }
}
