extension PublicKey {
    /// Reads an address that is written in the source; tests read all of them.
    init(constant text: StaticString) {
        guard let key = PublicKey("\(text)") else {
            preconditionFailure("a built-in address is not 32 bytes of base58")
        }
        self = key
    }
}

/// The programs of the chain that addresses and transactions use (key specification §5).
public enum Program {
    /// Creates accounts, moves lamports, keeps durable nonces.
    public static let system = PublicKey(constant: "11111111111111111111111111111111")
    /// SPL Token.
    public static let token = PublicKey(constant: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
    /// Associated token accounts.
    public static let associatedToken = PublicKey(constant: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
    /// Memo, version 1.
    public static let memo = PublicKey(constant: "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
    /// Compute limits and prices.
    public static let computeBudget = PublicKey(constant: "ComputeBudget111111111111111111111111111111")
    /// Address lookup tables.
    public static let addressLookupTable = PublicKey(constant: "AddressLookupTab1e1111111111111111111111111")
    /// The virtual machine that holds balances.
    public static let virtualMachine = PublicKey(constant: "vmZ1WUq8SxjBWcaeTCvgJRZbS84R61uniFsQy5YMRTJ")
    /// The program under which the addresses of the virtual machine's accounts are derived.
    public static let timelock = PublicKey(constant: "time2Z2SCnn3qYg3ULKVtdkh8YmZ5jFdKicnA1W2YnJ")
    /// The program that creates currencies and holds their reserves.
    public static let currencyCreator = PublicKey(constant: "ccJYP5gjZqcEHaphcxAZvkxCrnTVfYMjyhSYkpQtf8Z")
    /// Swaps USDF for USDC.
    public static let usdfSwap = PublicKey(constant: "usdfcP2V1bh1Lz7Y87pxR4zJd3wnVtssJ6GeSHFeZeu")
    /// Coinbase's stable swapper.
    public static let coinbaseStableSwapper = PublicKey(constant: "pqgqKahpG1y2wsgxFhzaAnkV1cL9vk8MSg9qm4q646F")
    /// Checks a swap before and after it runs.
    public static let swapValidator = PublicKey(constant: "sWvA66HNNvgamibZe88v3NN5nQwE8tp3KitfViFjukA")
    /// The splitter of private payments.
    public static let splitter = PublicKey(constant: "spLit2eb13Tz93if6aJM136nUWki5PVUsoEjcUjwpwW")
    /// Metaplex token metadata.
    public static let metaplexMetadata = PublicKey(constant: "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s")
    /// The timelock program of old accounts.
    public static let timelockLegacy = PublicKey(constant: "timeDBoQGL52du9K7EtrhkJSqpiFapE9dHrmDVkuZx6")
}

/// Accounts that the chain itself updates.
public enum Sysvar {
    /// The chain's time: slot, epoch and seconds.
    public static let clock = PublicKey(constant: "SysvarC1ock11111111111111111111111111111111")
    /// The parameters that divide slots into epochs.
    public static let epochSchedule = PublicKey(constant: "SysvarEpochSchedu1e111111111111111111111111")
    /// The fees of signatures, for old programs.
    public static let fees = PublicKey(constant: "SysvarFees111111111111111111111111111111111")
    /// The instructions of the running transaction.
    public static let instructions = PublicKey(constant: "Sysvar1nstructions1111111111111111111111111")
    /// The latest block hashes, needed to advance durable nonces.
    public static let recentBlockhashes = PublicKey(constant: "SysvarRecentB1ockHashes11111111111111111111")
    /// The cost of rent.
    public static let rent = PublicKey(constant: "SysvarRent111111111111111111111111111111111")
    /// The hashes of the latest slots.
    public static let slotHashes = PublicKey(constant: "SysvarS1otHashes111111111111111111111111111")
    /// The slots that had a block.
    public static let slotHistory = PublicKey(constant: "SysvarS1otHistory11111111111111111111111111")
    /// The stake of past epochs.
    public static let stakeHistory = PublicKey(constant: "SysvarStakeHistory1111111111111111111111111")
}
