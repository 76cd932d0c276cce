/// Properties that hold for every input.
///
/// The fuzzers check them with generated inputs, and the tests with seeds and earlier findings.
public enum FuzzProperties {
    /// The properties by the name of their fuzz target.
    public static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
        "amounts": amounts,
        "base58": base58,
        "cash-payloads": cashPayloads,
        "external-wallet": externalWallet,
        "keys": keys,
        "links": links,
        "mnemonics": mnemonics,
        "solana": solana,
    ]
}
