#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The service manager that started this process, such as systemd, if it asks for the process's state.
///
/// The manager passes the path of a socket in `NOTIFY_SOCKET`, and each message is one datagram
/// (<https://www.freedesktop.org/software/systemd/man/sd_notify.html>). A message that cannot be sent is dropped: the
/// process must work without a manager.
struct ServiceManager: Sendable {
    /// A state that a manager understands.
    enum State: String, Sendable {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    /// The name of the variable with the socket's path.
    static let variable = "NOTIFY_SOCKET"

    private let path: String

    /// The manager that the environment names; nil if it names none.
    init?(_ variables: [String: String]) {
        // A path, or a name in Linux's namespace of sockets without files.
        guard let path = variables[Self.variable], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
        self.path = path
    }

    /// Sends `state`.
    ///
    /// - Returns: whether the manager's socket took it.
    @discardableResult
    func tell(_ state: State) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The first byte of a name without a file is zero.
        let bytes = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let head = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let length = socklen_t(head + bytes.count)
        let descriptor = socket(AF_UNIX, Self.datagram, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let message = Array(state.rawValue.utf8)
        let sent = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, 0, $0, length)
            }
        }
        return sent == message.count
    }

    private static var datagram: CInt {
        #if canImport(Glibc)
            CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        #else
            SOCK_DGRAM
        #endif
    }
}
