/// The division of a symbol's bytes into Reed–Solomon words.
public struct QRBlocks: Hashable, Sendable {
    /// The number of check bytes of each block.
    public let checkCount: Int
    /// The number of data bytes of each block, short blocks first.
    public let dataCounts: [Int]

    /// The blocks of a symbol of this version and level.
    public init(_ version: QRVersion, _ level: QRLevel) {
        let index = version.number - 1
        let count = QRBlocks.blockCounts[level.rawValue][index]
        checkCount = QRBlocks.checkCounts[level.rawValue][index]
        let (short, longCount) = version.codewordCount.quotientAndRemainder(dividingBy: count)
        let checks = checkCount
        dataCounts = (0..<count).map { $0 < count - longCount ? short - checks : short + 1 - checks }
    }

    /// The number of data bytes of all blocks.
    public var dataCount: Int { dataCounts.reduce(0, +) }

    /// The order of the blocks' bytes in the symbol: the first byte of each block first, data before checks.
    ///
    /// Each entry names a block and a position in that block's data followed by its checks.
    public var interleaving: [(block: Int, place: Int)] {
        var order: [(block: Int, place: Int)] = []
        for place in 0..<(dataCounts.last ?? 0) {
            for (block, count) in dataCounts.enumerated() where place < count { order.append((block, place)) }
        }
        for place in 0..<checkCount {
            for (block, count) in dataCounts.enumerated() { order.append((block, count + place)) }
        }
        return order
    }

    // By level, then by version (ISO/IEC 18004, table of error correction characteristics).
    private static let checkCounts: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
            28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30,
            30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    private static let blockCounts: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
            19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
            31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40,
            43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
            48,
            51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
