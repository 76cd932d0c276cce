/// The index of a child before hardening: a number below 2³¹.
public struct HardenedIndex: Hashable, Sendable {
    /// The number.
    public let value: UInt32

    /// Creates an index; nil from 2³¹ on, where no hardened child exists.
    public init?(_ value: UInt32) {
        guard value < 1 << 31 else { return nil }
        self.value = value
    }

    /// Creates an index from a 16-bit number, which is always valid.
    public init(_ value: UInt16) { self.value = UInt32(value) }
}

/// A path through a key tree: `m/44'/501'/0'/0'`.
///
/// Every component derives a hardened child, with or without the mark `'`; the marks are kept only for printing.
public struct DerivationPath: Hashable, Sendable {
    /// One step of a path.
    public struct Component: Hashable, Sendable {
        /// The child's index.
        public let index: HardenedIndex
        /// Whether the text form has the mark `'`.
        public let isMarked: Bool

        /// Creates a step.
        public init(index: HardenedIndex, isMarked: Bool) {
            self.index = index
            self.isMarked = isMarked
        }
    }

    /// The steps, starting at the root.
    public let components: [Component]

    /// Creates a path from its steps.
    public init(components: [Component]) { self.components = components }

    /// Reads the text form of a path.
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

    /// Returns this path with marked steps added.
    func appending(_ indices: [HardenedIndex]) -> DerivationPath {
        DerivationPath(components: components + indices.map { Component(index: $0, isMarked: true) })
    }
}

extension DerivationPath: CustomStringConvertible {
    /// The path, such as `m/44'/501'/0'/0'`.
    public var description: String {
        "m/" + components.map { "\($0.index.value)\($0.isMarked ? "'" : "")" }.joined(separator: "/")
    }
}

/// Errors from reading a derivation path.
public enum DerivationPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first component is not `m`.
    case missingRoot
    /// The component at this position after `m`, counted from 1, is not a decimal number.
    case notANumber(position: Int)
    /// The component at this position after `m`, counted from 1, is 2³¹ or more.
    case indexTooLarge(position: Int)

    /// What is wrong, in lower case and without a full stop.
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
    /// The path of an account's owner key and of a cash link's authority, `m/44'/501'/0'/0'`.
    ///
    /// It is the usual path of Solana wallets. The key signs every request and owns the accounts of every mint.
    public static let primary = DerivationPath(components: []).appending([
        HardenedIndex(44), HardenedIndex(501), HardenedIndex(0), HardenedIndex(0),
    ])

    /// The path of the authority of a pool account (account type POOL, a retired feature whose keys can still be
    /// derived).
    public static func pool(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([HardenedIndex(7665)]).appendingUnmarked(index)
    }

    /// The path of a pool's rendezvous key.
    public static func poolRendezvous(_ index: HardenedIndex) -> DerivationPath {
        primary.appending([HardenedIndex(2335)]).appendingUnmarked(index)
    }

    /// Returns this path with an unmarked step added; it is hardened like a marked one.
    func appendingUnmarked(_ index: HardenedIndex) -> DerivationPath {
        DerivationPath(components: components + [Component(index: index, isMarked: false)])
    }
}
