/// The tree of hashes for cold storage and relays (key specification §13.8).
///
/// Leaves are appended in order. The two hashes of a pair are combined in byte order. To remove a leaf, an empty leaf
/// replaces it.
public struct MerkleTree: Hashable, Sendable {
    /// The levels between leaves and root.
    public let depth: Int
    /// The root.
    public private(set) var root: Hash
    /// The last full node of each level.
    public private(set) var filled: [Hash]
    /// The hash of an empty node at each level.
    public let zeros: [Hash]
    /// The index of the next leaf.
    public private(set) var nextIndex: UInt64

    /// Creates an empty tree whose empty leaf is the hash of `seeds`.
    public init(depth: Int, seeds: [[UInt8]]) {
        var zeros = [Hash(sha256: seeds.flatMap { $0 })]
        while zeros.count < depth { zeros.append(Self.node(zeros[zeros.count - 1], zeros[zeros.count - 1])) }
        self.depth = depth
        self.zeros = zeros
        filled = zeros
        // The root of the empty tree is the last of the empty nodes, not the hash of two of them.
        root = zeros[depth - 1]
        nextIndex = 0
    }

    /// Returns the leaf of a value.
    public static func leaf(_ value: Hash) -> Hash { Hash(sha256: value.bytes) }

    /// Returns the hash of two nodes, the smaller one first.
    static func node(_ left: Hash, _ right: Hash) -> Hash {
        Hash(sha256: min(left, right).bytes + max(left, right).bytes)
    }

    /// Appends a value; false when the tree is full.
    public mutating func insert(_ value: Hash) -> Bool {
        guard depth >= 64 || nextIndex < 1 << UInt64(depth) else { return false }
        var node = Self.leaf(value)
        for level in 0..<depth {
            if nextIndex >> UInt64(level) & 1 == 0 {
                filled[level] = node
                node = Self.node(node, zeros[level])
            } else {
                node = Self.node(filled[level], node)
            }
        }
        root = node
        nextIndex += 1
        return true
    }

    /// Whether `proof` leads from the leaf of `value` to the root.
    public func contains(_ value: Hash, proof: [Hash]) -> Bool {
        proof.count == depth && path(from: Self.leaf(value), proof).last == root
    }

    /// Replaces a value's leaf by an empty leaf; false when `proof` does not lead from the leaf to the root.
    public mutating func remove(_ value: Hash, proof: [Hash]) -> Bool {
        guard contains(value, proof: proof) else { return false }
        let old = path(from: Self.leaf(value), proof)
        let new = path(from: zeros[0], proof)
        for level in 0..<depth where filled[level] == old[level] { filled[level] = new[level] }
        root = new[depth]
        return true
    }

    /// Returns the nodes from a leaf to the root.
    private func path(from leaf: Hash, _ proof: [Hash]) -> [Hash] {
        proof.reduce(into: [leaf]) { path, sibling in path.append(Self.node(path[path.count - 1], sibling)) }
    }

    init?(reading reader: inout ByteReader, depth: Int) {
        guard let root: Hash = reader.value() else { return nil }
        let nodes: [Hash] = (0..<2 * depth).compactMap { _ in reader.value() }
        guard nodes.count == 2 * depth, let nextIndex: UInt64 = reader.integer() else { return nil }
        self.depth = depth
        self.root = root
        filled = Array(nodes.prefix(depth))
        zeros = Array(nodes.suffix(depth))
        self.nextIndex = nextIndex
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: root)
        for node in filled + zeros { bytes.append(bytesOf: node) }
        bytes.append(integer: nextIndex)
    }
}
