import LibFuzzer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A check that must hold for any input. Throws when it does not.
public typealias Property = @Sendable ([UInt8]) throws -> Void

/// Safe: written once, before the fuzzer starts.
nonisolated(unsafe) private var fuzzed: Property = { _ in }

/// Runs libFuzzer on the property that the environment variable `FUZZ_TARGET` names.
///
/// The process arguments are passed to libFuzzer. When a property throws, the process ends, which libFuzzer records as
/// a crash.
public func fuzz(_ properties: [String: Property]) -> Never {
    let target = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let property = properties[target] else {
        print("FUZZ_TARGET must be one of: \(properties.keys.sorted().joined(separator: " "))")
        exit(64)
    }
    fuzzed = property
    // Calls libFuzzer's driver instead of linking its `main`, because the package manager defines the program's entry
    // point.
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
        LLVMFuzzerRunDriver(&count, &arguments) { start, count in
            do {
                try fuzzed([UInt8](UnsafeBufferPointer(start: start, count: count)))
            } catch {
                fatalError("\(error)")
            }
            return 0
        })
}
