/// Calls of the memo program (key specification §10).
public enum MemoProgram {
    /// Writes a text into the transaction. It has no discriminator and names no account.
    public struct Memo: ProgramInstruction {
        public static let program = Program.memo
        public static let discriminator: [UInt8] = []
        public static let accountCount = 0

        /// The text.
        public let text: String

        /// Names the call.
        public init(_ text: String) { self.text = text }

        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let text = String(validating: payload.takeRest(), as: UTF8.self) else { return nil }
            self.init(text)
        }

        public var accounts: [AccountMeta] { [] }

        public var payload: [UInt8] { Array(text.utf8) }
    }
}
