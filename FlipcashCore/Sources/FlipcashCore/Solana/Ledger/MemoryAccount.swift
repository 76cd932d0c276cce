/// Slots for virtual accounts (key specification §13.3).
///
/// A freed slot keeps its old bytes until it is overwritten, as on the chain.
public struct MemoryAccount: Hashable, Sendable {
    /// The layout of the slots.
    public enum Layout: Hashable, Sendable {
        /// The old layout: one kind of account, a fixed capacity of 32000.
        case fixed(kind: UInt8)
        /// The size of a slot and the number of slots.
        case sized(byteCount: UInt16, slotCount: UInt32)
    }

    /// The size of the header, in bytes.
    public static let headerByteCount = 80
    /// The valid sizes of a slot, in bytes.
    public static let slotByteCounts: ClosedRange<UInt16> = 32...256
    /// The maximum number of slots.
    public static let slotCountMax: UInt32 = 320_000
    /// The number of slots of the old layout.
    public static let fixedSlotCount: UInt32 = 32_000
    /// The maximum growth by one instruction, in bytes.
    public static let growthByteCountMax = 10_240

    /// The virtual machine.
    public let vm: PublicKey
    /// The account's name.
    public let name: PaddedName
    /// The bump of the account's address.
    public let bump: UInt8
    /// The layout of the slots.
    public let layout: Layout
    /// The account's size on the chain, which grows in steps up to `byteCountMax`.
    public private(set) var byteCount = Self.headerByteCount
    private var slots: [UInt16: Slot] = [:]

    private struct Slot: Hashable, Sendable {
        var isUsed: Bool
        var bytes: [UInt8]
    }

    /// Creates an empty account; nil for sizes outside the limits.
    public init?(vm: PublicKey, name: PaddedName, bump: UInt8, slotByteCount: UInt16, slotCount: UInt32) {
        guard Self.slotByteCounts.contains(slotByteCount), slotCount <= Self.slotCountMax else { return nil }
        self.vm = vm
        self.name = name
        self.bump = bump
        layout = .sized(byteCount: slotByteCount, slotCount: slotCount)
    }

    /// The size of a slot, in bytes.
    public var slotByteCount: Int {
        switch layout {
        case .fixed(let kind): kind == 1 ? 77 : 65
        case .sized(let byteCount, _): Int(byteCount)
        }
    }

    /// The number of slots.
    public var slotCount: Int {
        switch layout {
        case .fixed: Int(Self.fixedSlotCount)
        case .sized(_, let count): Int(count)
        }
    }

    /// The size at which every slot exists.
    public var byteCountMax: Int { Self.headerByteCount + slotCount * (1 + slotByteCount) }

    /// Enlarges the account on the chain; false when it would shrink, exceed its maximum or grow too much at once.
    public mutating func resize(to newByteCount: Int) -> Bool {
        guard (byteCount...byteCountMax).contains(newByteCount),
            newByteCount - byteCount <= Self.growthByteCountMax
        else { return false }
        byteCount = newByteCount
        return true
    }

    /// The account at `index`; nil for a free slot, an invalid index, or bytes that are not an account.
    public subscript(index: UInt16) -> VirtualAccount? {
        guard let slot = slots[index], slot.isUsed else { return nil }
        return VirtualAccount(packed: slot.bytes)
    }

    /// Whether the slot at `index` exists and is free.
    public func isFree(_ index: UInt16) -> Bool { index < slotCount && slots[index]?.isUsed != true }

    /// Writes an account; false when the slot does not exist or is too small.
    public mutating func write(_ account: VirtualAccount, at index: UInt16) -> Bool {
        let packed = account.packed
        guard index < slotCount, packed.count <= slotByteCount else { return false }
        var bytes = slots[index]?.bytes ?? [UInt8](repeating: 0, count: slotByteCount)
        bytes.replaceSubrange(..<packed.count, with: packed)
        slots[index] = Slot(isUsed: true, bytes: bytes)
        return true
    }

    /// Frees a slot without changing its bytes.
    public mutating func free(_ index: UInt16) { slots[index]?.isUsed = false }

    /// The indexes of used slots, ascending.
    public var usedIndexes: [UInt16] { slots.filter(\.value.isUsed).keys.sorted() }
}

extension MemoryAccount {
    private static let kind: [UInt8] = .kind(2)

    /// The data of the account with all slots, as on the chain at full size.
    public var encoded: [UInt8] {
        var bytes = Self.kind
        bytes.append(bytesOf: vm)
        bytes += name.bytes
        bytes.append(bump)
        switch layout {
        case .fixed(let kind):
            bytes.append(0)
            bytes.appendZeros(5)
            bytes.append(kind)
        case .sized(let byteCount, let count):
            bytes.append(1)
            bytes.append(integer: byteCount)
            bytes.append(integer: count)
        }
        for index in 0..<slotCount { bytes.append(slot(index)?.isUsed == true ? 1 : 0) }
        for index in 0..<slotCount {
            if let slot = slot(index) { bytes += slot.bytes } else { bytes.appendZeros(slotByteCount) }
        }
        return bytes
    }

    private func slot(_ index: Int) -> Slot? { UInt16(exactly: index).flatMap { slots[$0] } }

    /// Reads an account's data, at full or partial size.
    ///
    /// - Throws: `AccountDataError`.
    public init(decoding bytes: some Collection<UInt8>) throws(AccountDataError) {
        let noun = "memory account"
        var reader = ByteReader(bytes)
        guard reader.take(8).map({ Array($0) }) == Self.kind else { throw .wrongKind(of: noun) }
        guard let vm: PublicKey = reader.value(), let name: PaddedName = reader.padded(),
            let bump = reader.byte(), let layout = Layout(reading: &reader)
        else { throw .invalidField(of: noun) }
        self.vm = vm
        self.name = name
        self.bump = bump
        self.layout = layout
        guard bytes.count <= byteCountMax else {
            throw .wrongSize(of: noun, expected: byteCountMax, actual: bytes.count)
        }
        byteCount = bytes.count
        guard reader.remaining > 0 else { return }
        guard let states = reader.take(min(slotCount, reader.remaining)).map({ Array($0) }) else { return }
        for index in 0..<states.count {
            guard let slot = reader.take(slotByteCount) else { break }
            guard let place = UInt16(exactly: index), slot.contains(where: { $0 != 0 }) || states[index] != 0 else {
                continue
            }
            slots[place] = Slot(isUsed: states[index] != 0, bytes: Array(slot))
        }
    }
}

extension MemoryAccount.Layout {
    fileprivate init?(reading reader: inout ByteReader) {
        switch reader.byte() {
        case 0:
            guard reader.take(5) != nil, let kind = reader.byte(), (1...3).contains(kind) else { return nil }
            self = .fixed(kind: kind)
        case 1:
            guard let byteCount: UInt16 = reader.integer(), MemoryAccount.slotByteCounts.contains(byteCount),
                let count: UInt32 = reader.integer(), count <= MemoryAccount.slotCountMax
            else { return nil }
            self = .sized(byteCount: byteCount, slotCount: count)
        default:
            return nil
        }
    }
}
