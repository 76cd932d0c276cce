import FlipcashCore
import NIOCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A listening Unix socket that no other user can connect to before it has its mode.
enum UnixListener {
    /// Binds a socket at `path` with `mode` and listens. Replaces a socket that a dead process left behind, and no other.
    ///
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: `NodeError.cannotListen`, `NodeError.socketPathTooLong`.
    static func open(_ path: String, mode: UInt16) throws(NodeError) -> CInt {
        try SocketPath.check(path)
        let descriptor = socket(AF_UNIX, streamType, 0)
        guard descriptor >= 0 else { throw failure(path, errno) }
        do throws(NodeError) {
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
                throw failure(path, errno)
            }
            if try !isServed(path) { removeSocket(path) }
            try bindPrivately(descriptor, path)
            do throws(NodeError) {
                try letConnect(descriptor, path, mode)
            } catch {
                PrivateFile.remove(path)
                throw error
            }
        } catch {
            _ = close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Binds with a umask under which others can never connect. Files that other threads create meanwhile are private
    /// too, as all files of a node are.
    static func bindPrivately(_ descriptor: CInt, _ path: String) throws(NodeError) {
        let address = try address(path)
        let earlier = umask(0o077)
        let result = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
        let code = errno
        _ = umask(earlier)
        guard result == 0 else { throw failure(path, code) }
    }

    /// Gives a bound socket its mode, and listens.
    private static func letConnect(_ descriptor: CInt, _ path: String, _ mode: UInt16) throws(NodeError) {
        do throws(SystemFailure) {
            // A client needs write permission to connect (Linux and macOS).
            try SystemFiles.setMode(path, mode)
        } catch {
            throw failure(path, error.code)
        }
        guard listen(descriptor, backlog) == 0 else { throw failure(path, errno) }
    }

    /// Whether a process may accept connections at `path`. Only one that the system refuses has none: a socket that is
    /// another user's, or on Linux one with a full queue, fails with another error.
    private static func isServed(_ path: String) throws(NodeError) -> Bool {
        let address = try address(path)
        let descriptor = socket(AF_UNIX, streamType, 0)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { _ = close(descriptor) }
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw failure(path, errno) }
        let result = address.withSockAddr { connect(descriptor, $0, socklen_t($1)) }
        let code = errno
        return result == 0 || ![ECONNREFUSED, ENOENT].contains(code)
    }

    private static func address(_ path: String) throws(NodeError) -> SocketAddress {
        guard let address = try? SocketAddress(unixDomainSocketPath: path) else {
            throw .socketPathTooLong(path: path, limit: SocketPath.limit)
        }
        return address
    }

    /// Removes what is neither a file nor a folder.
    private static func removeSocket(_ path: String) {
        guard let status = try? SystemFiles.status(path, followsLinks: false), status.kind == .other else { return }
        PrivateFile.remove(path)
    }

    private static func failure(_ path: String, _ code: CInt) -> NodeError {
        .cannotListen(address: "unix:\(path)", reason: BindFailure.words(errno: code))
    }

    private static let backlog: CInt = 256

    #if canImport(Glibc)
        private static let streamType = CInt(SOCK_STREAM.rawValue)
    #else
        private static let streamType = SOCK_STREAM
    #endif
}
