import FlipcashTestKit
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a running process writes to one of its outputs.
extension AwaitedText {
    /// Collects from `pipe` on a separate thread, so that a process with much output never waits for its reader.
    func collect(from pipe: Pipe) { collect(from: dup(pipe.fileHandleForReading.fileDescriptor)) }

    /// Collects from `descriptor`, and closes it at the end.
    func collect(from descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                append(Array(buffer[..<count]))
            }
            close(descriptor)
            end()
        }
    }
}
