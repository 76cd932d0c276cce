import FlipcashTestKit
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A terminal on which a test types, and reads the output of one command.
final class PseudoTerminal: Sendable {
    /// No terminal is available.
    struct Unavailable: Error {}

    #if canImport(Glibc)
        private static let unlock: UInt = 0x4004_5431
        private static let tellNumber: UInt = 0x8004_5430
        private static let setSize: UInt = 0x5414
    #else
        private static let setSize: UInt = TIOCSWINSZ
    #endif
    private let master: Int32
    private let slave: Int32
    private let isHandedOver = Mutex(false)

    /// - Parameters:
    ///   - columns: of the window; without a size if one of the two is 0.
    ///   - rows: of the window.
    init(columns: UInt16 = 0, rows: UInt16 = 0) throws {
        #if canImport(Glibc)
            // The C library declares the functions for this only with X/Open's extensions enabled, and it does not
            // declare the kernel's numbers for unlocking a terminal and for its name at all.
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (unlocked, number): (Int32, UInt32) = (0, 0)
            guard master >= 0, ioctl(master, Self.unlock, &unlocked) == 0, ioctl(master, Self.tellNumber, &number) == 0
            else { throw Unavailable() }
            slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        #else
            master = posix_openpt(O_RDWR | O_NOCTTY)
            guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw Unavailable()
            }
            slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        #endif
        guard slave >= 0 else { throw Unavailable() }
        if columns > 0, rows > 0 { try resize(columns: columns, rows: rows) }
    }

    /// Changes the window. The system signals this only to programs that have the terminal in their session.
    func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master, Self.setSize, &size) == 0 else { throw Unavailable() }
    }

    deinit {
        handOver()
        close(master)
    }

    /// The side that a program sees.
    var programSide: FileHandle { FileHandle(fileDescriptor: slave, closeOnDealloc: false) }

    /// Collects what is shown, until the program has ended.
    func show(on text: AwaitedText) { text.collect(from: dup(master)) }

    /// Gives the program's side to the started program: the terminal ends with that program.
    func handOver() {
        let isFirst = isHandedOver.withLock { isHandedOver in
            defer { isHandedOver = true }
            return !isHandedOver
        }
        if isFirst { close(slave) }
    }

    /// Types `text`.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Unavailable() }
    }
}
