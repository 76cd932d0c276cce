/// Calls of the memo program (key specification §10).
public enum MemoProgram {
    /// Adds a text to the transaction; the call has no discriminator and no accounts.
    public struct Memo: ProgramInstruction {
        /// The call goes to the memo program.
        public static let program = Program.memo
        /// Empty: the program has only one call.
        public static let discriminator: [UInt8] = []
        /// The call names no signers, so it has no accounts.
        public static let accountCount = 0

        /// The text.
        public let text: String

        /// Creates the call.
        public init(_ text: String) { self.text = text }

        /// Reads the whole payload as the text, ignoring the accounts; nil if it is not UTF-8.
        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let text = String(validating: payload.takeRest(), as: UTF8.self) else { return nil }
            self.init(text)
        }

        /// None: the text is not attributed to a signer.
        public var accounts: [AccountMeta] { [] }

        /// The text in UTF-8, without a length.
        public var payload: [UInt8] { Array(text.utf8) }
    }
}
