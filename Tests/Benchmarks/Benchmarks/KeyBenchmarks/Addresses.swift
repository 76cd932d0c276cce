import Benchmark
import Comparison
import FlipcashCore

/// Tasks compared with Solana's Python library. Tests/Interop/solders_speed.py measures it under the same names.
func compareAddresses() {
    let program = Program.virtualMachine
    let mint = PublicKey.usdf.bytes
    let finding = Comparison("keys: find a program-derived address", calls: 64)
    finding.ours { call in
        let number = withUnsafeBytes(of: UInt64(call).littleEndian) { Array($0) }
        blackHole(try? ProgramDerivedAddress.find(program: program, seeds: [Array("code_vm".utf8), mint, number]))
    }

    let phrase = "grant taste adapt picture build pact opinion ripple sock poet deposit snow"
    let deriving = Comparison("keys: twelve words to an account cluster", calls: 1)
    deriving.ours { _ in
        guard let key = try? Mnemonic(phrase: phrase).key().keyPair else { fatalError("the words are rejected") }
        blackHole(AccountCluster(authority: key, mint: .usdf, timeAuthority: .usdfAuthority))
    }
}
