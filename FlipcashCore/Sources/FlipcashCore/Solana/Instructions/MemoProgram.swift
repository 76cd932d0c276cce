/// Calls of the memo program (key specification §10).
public enum MemoProgram {
    /// Adds a text to the transaction; the call has no discriminator and no accounts.
    public struct Memo: ProgramInstruction {
        public static let program = Program.memo
        public static let discriminator: [UInt8] = []
        public static let accountCount = 0

        /// The text.
        public let text: String

        /// Creates the call.
        public init(_ text: String) { self.text = text }

        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let text = String(validating: payload.takeRest(), as: UTF8.self) else { return nil }
            self.init(text)
        }

        public var accounts: [AccountMeta] { [] }

        public var payload: [UInt8] { Array(text.utf8) }
    }
}
