import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The user who runs the programs of PostgreSQL, which refuse to run as root.
struct UnprivilegedUser: Sendable {
    /// The arguments with which `setpriv` becomes the user; empty when the current user is unprivileged.
    let privileges: [String]
    private let owner: (user: uid_t, group: gid_t)?

    /// Debian's program that runs another program with other privileges.
    static let setPrivileges = "/usr/bin/setpriv"

    static var canSetPrivileges: Bool { FileManager.default.isExecutableFile(atPath: setPrivileges) }

    /// The current user, or for root the user `postgres` or the one without rights; nil when root cannot become either.
    static var current: UnprivilegedUser? {
        guard geteuid() == 0 else { return UnprivilegedUser(privileges: [], owner: nil) }
        guard canSetPrivileges, let entry = getpwnam("postgres") ?? getpwuid(withoutRights) else { return nil }
        let (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        return UnprivilegedUser(
            privileges: ["--reuid=\(user)", "--regid=\(group)", "--clear-groups"], owner: (user, group))
    }

    /// The number of the user whom Debian gives no rights.
    private static let withoutRights: uid_t = 65_534

    /// Linux's file system in memory, on which a sync costs nothing.
    static let memoryFolder = "/dev/shm"
    private static let memoryMin = 1 << 30

    /// Creates a folder that only the user and root can open, in memory when there is enough. Its path is short,
    /// because the path of a socket has at most 107 bytes.
    func createFolder() throws -> String {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: Self.memoryFolder)
        let memory = (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        let parent = memory >= Self.memoryMin ? Self.memoryFolder : "/tmp"
        var template = Array((parent + "/pg-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw ThrowAwayPostgreSQL.Failure(description: "no folder: \(errno)") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let owner, chown(path, owner.user, owner.group) != 0 {
            throw ThrowAwayPostgreSQL.Failure(description: "the owner of \(path) cannot be changed: \(errno)")
        }
        return path
    }
}
