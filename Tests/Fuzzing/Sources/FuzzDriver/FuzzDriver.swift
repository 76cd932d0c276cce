import LibFuzzer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What must hold for any input; throws where it does not.
public typealias Property = @Sendable ([UInt8]) throws -> Void

/// Written once, before the fuzzer starts.
nonisolated(unsafe) private var fuzzed: Property = { _ in }

/// Feeds what libFuzzer makes up to the property of `properties` that the environment names in `FUZZ_TARGET`.
///
/// The arguments of the process are libFuzzer's. An input for which the property does not hold ends the process, which
/// libFuzzer takes for a crash and keeps.
public func fuzz(_ properties: [String: Property]) -> Never {
    let target = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let property = properties[target] else {
        print("FUZZ_TARGET must be one of: \(properties.keys.sorted().joined(separator: " "))")
        exit(64)
    }
    fuzzed = property
    // The driver of libFuzzer is called rather than linked as the program's start, since the package manager has its
    // own way to name that.
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
