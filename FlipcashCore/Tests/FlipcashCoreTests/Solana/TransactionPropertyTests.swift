import FlipcashCore
import FlipcashTestKit
import Testing

@Suite("Transactions: properties and hostile input")
struct TransactionPropertyTests {
    /// A set of few keys, so that instructions share accounts.
    private struct World {
        var generator: SeededGenerator
        let pairs: [KeyPair]

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            pairs = try (0..<12).map { _ in try KeyPair(seed: generator.bytes(32)) }
            self.generator = generator
        }

        mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

        mutating func instruction() -> Instruction {
            let accounts = (0..<below(6)).map { _ in
                AccountMeta(
                    pairs[below(8)].publicKey, isSigner: below(4) == 0, isWritable: below(2) == 0)
            }
            return Instruction(
                program: pairs[8 + below(4)].publicKey, accounts: accounts, data: generator.bytes(below(20)))
        }

        mutating func instructions() -> [Instruction] { (0..<below(5)).map { _ in instruction() } }

        mutating func tables() -> [AddressLookupTable] {
            (0..<below(3)).map { _ in
                AddressLookupTable(
                    address: PublicKey(raw: Hash(sha256: generator.bytes(8)).raw),
                    addresses: (0..<below(6)).map { _ in pairs[below(8)].publicKey })
            }
        }
    }

    @Test("A compiled message can be decoded, and each instruction keeps its program, accounts and data")
    func compile_randomInstructions_roundTrips() throws {
        var world = try World(seed: 71)
        for round in 0..<400 {
            let (instructions, tables) = (world.instructions(), world.tables())
            let payer = world.pairs[world.below(8)].publicKey
            let message: SolanaMessage =
                round % 2 == 0
                ? try .legacy(payer: payer, instructions: instructions)
                : try .v0(payer: payer, instructions: instructions, lookupTables: tables)
            #expect(message.payer == payer)
            #expect(try SolanaMessage(decoding: message.encoded) == message)
            let read = try message.decompiledInstructions(lookupTables: tables)
            #expect(read.map(\.data) == instructions.map(\.data))
            #expect(read.map { $0.accounts.map(\.publicKey) } == instructions.map { $0.accounts.map(\.publicKey) })
            let metas = try message.accountMetas(lookupTables: tables)
            #expect(Set(metas.map(\.publicKey)).count == metas.count)
            let wanted = Set(instructions.flatMap(\.accounts).filter(\.isWritable).map(\.publicKey) + [payer])
            #expect(Set(metas.filter(\.isWritable).map(\.publicKey)) == wanted)
            let signers = Set(instructions.flatMap(\.accounts).filter(\.isSigner).map(\.publicKey) + [payer])
            #expect(Set(message.requiredSigners) == signers)
        }
    }

    @Test("Signing fills each position once, keeps other signatures, and rejects other keys and too many keys")
    func sign_partial_keepsOthers() throws {
        let (a, b, stranger) = (KeyPair.named("a"), KeyPair.named("b"), KeyPair.named("stranger"))
        let call = TokenProgram.Transfer(
            amount: 1, source: .usdf, destination: .usdc, owner: b.publicKey
        ).instruction
        var transaction = SolanaTransaction(message: try .legacy(payer: a.publicKey, instructions: [call]))
        #expect(transaction.missingSigners == [a.publicKey, b.publicKey])
        try transaction.sign(with: [b])
        let first = try #require(transaction.signature(of: b.publicKey))
        #expect(transaction.missingSigners == [a.publicKey])
        #expect(!transaction.isFullySigned)
        try transaction.sign(with: [a])
        #expect(transaction.signature(of: b.publicKey) == first)
        #expect(transaction.isFullySigned)
        #expect(transaction.id == transaction.signature(of: a.publicKey))
        let whole = transaction
        #expect(throws: TransactionSigningError.accountNotInAccountList(stranger.publicKey)) {
            try transaction.sign(with: [a, stranger])
        }
        #expect(throws: TransactionSigningError.tooManySigners(3, required: 2)) {
            try transaction.sign(with: [a, b, stranger])
        }
        #expect(throws: TransactionSigningError.invalidSignature(a.publicKey)) {
            try transaction.insert(first, of: a.publicKey)
        }
        #expect(transaction == whole)
        transaction.setBlockhash(Hash(sha256: "later".utf8))
        #expect(transaction.missingSigners == [a.publicKey, b.publicKey])
    }

    @Test("A flipped bit is rejected, or leaves no valid signature")
    func decode_flippedBit_isNeverTaken() throws {
        let (a, b) = (KeyPair.named("a"), KeyPair.named("b"))
        let table = AddressLookupTable(address: .usdfPool, addresses: [.usdf, .usdc])
        let calls = [
            TokenProgram.Transfer(amount: 7, source: .usdf, destination: .usdc, owner: b.publicKey).instruction,
            MemoProgram.Memo("memo").instruction,
        ]
        let messages: [SolanaMessage] = [
            try .legacy(payer: a.publicKey, instructions: calls),
            try .v0(payer: a.publicKey, instructions: calls, lookupTables: [table]),
        ]
        for message in messages {
            var transaction = SolanaTransaction(message: message)
            try transaction.sign(with: [a, b])
            let bytes = transaction.encoded
            for bit in stride(from: 0, to: bytes.count * 8, by: 3) {
                var changed = bytes
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                if let read = try? SolanaTransaction(decoding: changed) { #expect(!read.isFullySigned) }
            }
        }
    }

    @Test("Random bytes are decoded or rejected, and decoded ones have only one encoding")
    func decode_arbitraryBytes_neverTraps() throws {
        var world = try World(seed: 1232)
        var taken = 0
        for round in 0..<20_000 {
            var bytes: [UInt8]
            if round % 4 == 0 {
                bytes = world.generator.bytes(world.below(300))
            } else {
                let message = try SolanaMessage.v0(
                    payer: world.pairs[0].publicKey, instructions: world.instructions(),
                    lookupTables: world.tables())
                bytes = SolanaTransaction(message: message).encoded
                for _ in 0..<world.below(4) { bytes[world.below(bytes.count)] = world.generator.bytes(1)[0] }
            }
            guard let read = try? SolanaTransaction(decoding: bytes) else { continue }
            taken += 1
            #expect(read.encoded == bytes)
            _ = try? read.message.decompiledInstructions()
        }
        #expect(taken > 1000)
    }

    @Test("Every length up to 65535 has one encoding")
    func shortVector_everyLength_roundTrips() {
        for length in 0...ShortVector.max {
            guard let bytes = ShortVector.encode(length), ShortVector.decode(bytes) == length else {
                Issue.record("length \(length)")
                return
            }
        }
        #expect(ShortVector.encode(-1) == nil && ShortVector.encode(65536) == nil)
    }

    @Test("Instructions that cannot become a message are rejected by the compiler")
    func compile_impossible_throws() throws {
        let payer = KeyPair.named("payer").publicKey
        var generator = SeededGenerator(seed: 256)
        let accounts = (0..<256).map { _ in AccountMeta.readonly(PublicKey(raw: Hash(sha256: generator.bytes(8)).raw)) }
        let crowd = Instruction(program: Program.memo, accounts: accounts, data: [])
        #expect(throws: MessageCompilationError.tooManyAccounts(258)) {
            try SolanaMessage.legacy(payer: payer, instructions: [crowd])
        }
        let signers = Instruction(
            program: Program.memo, accounts: accounts.prefix(127).map { .signer($0.publicKey) }, data: [])
        #expect(throws: MessageCompilationError.tooManySigners(128)) {
            try SolanaMessage.legacy(payer: payer, instructions: [signers])
        }
        #expect(throws: MessageCompilationError.payerIsProgram) {
            try SolanaMessage.legacy(payer: payer, instructions: [Instruction(program: payer, accounts: [], data: [])])
        }
        let long = Instruction(program: Program.memo, accounts: [], data: [UInt8](repeating: 0, count: 65536))
        #expect(throws: MessageCompilationError.tooLong) {
            try SolanaMessage.legacy(payer: payer, instructions: [long])
        }
        let odd = Instruction(
            program: Program.memo, accounts: [.writable(Program.memo), .readonly(.usdf)], data: [])
        #expect(throws: MessageCompilationError.programWithRights(Program.memo)) {
            try SolanaMessage.v0(payer: payer, instructions: [odd], lookupTables: [])
        }
        #expect(try SolanaMessage.legacy(payer: payer, instructions: [odd]).staticAccounts.count == 3)
    }

    @Test("A swap that is too large for the chain is not signed")
    func swap_tooLarge_throws() throws {
        let (owner, temporary) = (KeyPair.named("owner"), KeyPair.named("temporary"))
        let table = AddressLookupTable(
            address: KeyPair.named("table").publicKey,
            addresses: [.usdc, .coinbasePool, .coinbaseWhitelist, Sysvar.rent, Sysvar.recentBlockhashes])
        func withdrawal(payer: PublicKey, memo: Int) throws -> StablecoinWithdrawalTransaction {
            let terms = try ServerTerms(
                payer: payer, lookupTables: [table], computeUnitLimit: 250_000, computeUnitPrice: 1000,
                memo: String(repeating: "m", count: memo))
            let nonce = DurableNonce(address: KeyPair.named("nonce").publicKey, value: Hash(sha256: [1]))
            let parties = SwapParties(
                owner: owner.publicKey, swapAuthority: temporary.publicKey,
                core: VirtualMachine(mint: .usdf, authority: .usdfAuthority))
            return StablecoinWithdrawalTransaction(
                terms: terms, nonce: nonce, parties: parties, destinationOwner: KeyPair.named("b").publicKey,
                amount: 5, fee: SwapFee(amount: 1, destination: KeyPair.named("fee").publicKey),
                poolFeeRecipient: KeyPair.named("pool").publicKey)
        }
        var sizes: Set<Int> = []
        for payer in [PublicKey.usdfAuthority, KeyPair.named("payer").publicKey] {
            for memo in 0...64 {
                let swap = try withdrawal(payer: payer, memo: memo)
                let message = try SolanaMessage.v0(
                    payer: payer, instructions: swap.instructions, lookupTables: [table], blockhash: swap.blockhash)
                let byteCount = SolanaTransaction(message: message).byteCount
                sizes.insert(byteCount)
                guard byteCount > 1232 else {
                    #expect(try swap.signed(by: [owner, temporary]).transaction.byteCount == byteCount)
                    continue
                }
                #expect(throws: SwapTransactionError.tooLarge(byteCount: byteCount)) { try swap.message() }
                #expect(throws: SwapTransactionError.tooLarge(byteCount: byteCount)) { try swap.unsigned() }
                #expect(throws: SwapTransactionError.tooLarge(byteCount: byteCount)) {
                    try swap.signed(by: [owner, temporary])
                }
            }
        }
        #expect(sizes.isSuperset(of: [1231, 1232, 1233]))
    }

    @Test("The node's values are checked before anything is signed")
    func serverParameters_impossible_throw() throws {
        #expect(throws: SwapTransactionError.invalidServerParameter("memory_index")) {
            try MemorySlot(account: .usdf, index: 65536)
        }
        #expect(throws: SwapTransactionError.invalidServerParameter("memo_value")) {
            try ServerTerms(
                payer: .usdf, lookupTables: [], computeUnitLimit: 0, computeUnitPrice: 0,
                memo: String(repeating: "m", count: 65))
        }
        #expect(throws: SwapTransactionError.invalidServerParameter("fee_destination")) {
            try SwapFee.agreed(amount: 1, destination: nil)
        }
        #expect(throws: SwapTransactionError.invalidServerParameter("fee_destination")) {
            try SwapFee.agreed(amount: 0, destination: .usdf)
        }
        #expect(try SwapFee.agreed(amount: 0, destination: nil) == nil)
        let coin = try PaddedName(name: "Coin")
        func currency(
            name: String = "Coin", symbol: String = "C", fee: UInt32 = 100, lock: UInt32 = 21
        ) throws(SwapTransactionError) -> NewCurrency {
            try NewCurrency(
                authority: .usdf, name: name, symbol: symbol, seed: .usdc, sellFeeBps: fee, lockDays: lock,
                expectedMint: CurrencyCreatorAddresses.mint(
                    authority: .usdf, name: coin, seed: .usdc
                ).address)
        }
        #expect(try currency().lockDays == 21)
        #expect(throws: SwapTransactionError.invalidServerParameter("name")) {
            try currency(name: String(repeating: "é", count: 17))
        }
        #expect(throws: SwapTransactionError.invalidServerParameter("symbol")) { try currency(symbol: "NINE BYTE") }
        #expect(throws: SwapTransactionError.invalidServerParameter("sell_fee_bps")) { try currency(fee: 65536) }
        #expect(throws: SwapTransactionError.invalidServerParameter("vm_lock_days")) { try currency(lock: 256) }
        #expect(throws: SwapTransactionError.self) { try currency(name: "Other") }
    }
}
