import Benchmark

let benchmarks: @Sendable () -> Void = {
    compareSignatures()
    compareAddresses()
    compareBase58()
}
