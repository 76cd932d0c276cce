internal import CFaultyDisk

/// A disk in memory for SQLite that loses power, runs full and fails on command, the same way for the same seed.
///
/// Every file has two states: what programs see, and what survives a power loss. A sync copies the first to the second.
///
/// The disk is an SQLite VFS. GRDB opens a database through it without a change, because it hands its path to
/// `sqlite3_open_v2` as it is, and the SQLite of Debian and Apple reads URI file names: pass `uri("/ledger.db")`, which
/// is `file:/ledger.db?vfs=NAME`. Other databases of the process stay where they are.
///
/// The disk is on after its creation. After `crash`, `kill` or a planned power loss, start it again with `reopen`. Each
/// start has a VFS name of its own, so connections of a stopped program never reach the disk of its successor.
///
/// With one thread, a run is repeated exactly. With several, the order of their operations is not part of the seed.
public final class FaultyDisk: Sendable {
    /// The sector size that the disk reports to SQLite.
    public enum SectorSize: Int32, Sendable, CaseIterable {
        case bytes512 = 512
        case bytes4096 = 4096
    }

    /// What SQLite uses a file for.
    public struct Roles: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let database = Self(rawValue: UInt32(FAULTY_DISK_DATABASE))
        /// The write-ahead log.
        public static let log = Self(rawValue: UInt32(FAULTY_DISK_LOG))
        /// The rollback journal.
        public static let journal = Self(rawValue: UInt32(FAULTY_DISK_JOURNAL))
        public static let temporary = Self(rawValue: UInt32(FAULTY_DISK_TEMPORARY))
        public static let all = Self(rawValue: UInt32(FAULTY_DISK_ALL_ROLES))
    }

    // Safe: the pointer never changes, and every function of the disk takes its lock.
    nonisolated(unsafe) let disk: OpaquePointer

    /// Creates an empty disk and turns it on.
    ///
    /// - Parameters:
    ///   - name: The beginning of the VFS names. No other disk may use it at the same time.
    ///   - seed: Decides what a failed write or sync leaves behind.
    ///   - isPowersafe: Whether the disk promises that a write leaves the rest of its sector alone, as SQLite's own VFS
    ///     does. Without the promise, SQLite repeats the last page of each commit to fill the sector.
    /// - Throws: `FaultyDiskFailure`.
    public init(
        _ name: String = "disk", seed: UInt64, sectorSize: SectorSize = .bytes4096, isPowersafe: Bool = false
    ) throws(FaultyDiskFailure) {
        let isPlain = name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...Self.nameLengthMax).contains(name.utf8.count) else {
            throw FaultyDiskFailure("The name of a disk has 1 to 64 letters, digits, dots, hyphens and underscores.")
        }
        let make = FaultyDiskMake(
            seed: seed, sector_size: sectorSize.rawValue, powersafe_overwrite: isPowersafe)
        guard let disk = faulty_disk_create(name, make) else {
            throw FaultyDiskFailure("This SQLite was built without URI file names.")
        }
        self.disk = disk
        try reopen()
    }

    deinit { faulty_disk_destroy(disk) }

    private static let nameLengthMax = 64
    private static let vfsNameRoom = 128

    /// The name of the VFS since the last start; empty while the disk is off.
    public var vfsName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.vfsNameRoom) { name in
            guard let start = name.baseAddress else { return "" }
            faulty_disk_vfs_name(disk, start, name.count)
            return String(cString: start)
        }
    }

    /// The name under which SQLite opens the file at `path`, which begins with a slash. Valid until the disk stops.
    public func uri(_ path: String) -> String {
        var escaped = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "?": escaped += "%3f"
            case "#": escaped += "%23"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "file:\(escaped)?vfs=\(vfsName)"
    }
}

/// Why a faulty disk cannot be used.
public struct FaultyDiskFailure: Error, CustomStringConvertible, Sendable {
    public let description: String

    init(_ description: String) { self.description = description }
}
