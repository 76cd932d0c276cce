/// Calls of the compute budget program (key specification §10).
public enum ComputeBudgetProgram {
    /// Limits the compute units of the transaction.
    public struct SetComputeUnitLimit: ProgramInstruction {
        public static let program = Program.computeBudget
        public static let discriminator: [UInt8] = [2]
        public static let accountCount = 0

        /// The maximum number of units.
        public let units: UInt32

        /// Creates the call.
        public init(units: UInt32) {
            self.units = units
        }

        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let units: UInt32 = payload.integer() else { return nil }
            self.init(units: units)
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: units)
            return bytes
        }

        public var accounts: [AccountMeta] {
            []
        }
    }

    /// Sets the price of a compute unit.
    public struct SetComputeUnitPrice: ProgramInstruction {
        public static let program = Program.computeBudget
        public static let discriminator: [UInt8] = [3]
        public static let accountCount = 0

        /// The price in millionths of a lamport.
        public let microLamports: UInt64

        /// Creates the call.
        public init(microLamports: UInt64) {
            self.microLamports = microLamports
        }

        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let microLamports: UInt64 = payload.integer() else { return nil }
            self.init(microLamports: microLamports)
        }

        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: microLamports)
            return bytes
        }

        public var accounts: [AccountMeta] {
            []
        }
    }
}
