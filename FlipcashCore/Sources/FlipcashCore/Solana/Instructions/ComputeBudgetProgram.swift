/// Calls of the compute budget program (key specification §10).
public enum ComputeBudgetProgram {
    /// Limits the compute units of the transaction.
    public struct SetComputeUnitLimit: ProgramInstruction {
        /// The call goes to the compute budget program.
        public static let program = Program.computeBudget
        /// Call 2 of the program, in one byte.
        public static let discriminator: [UInt8] = [2]
        /// The call concerns the whole transaction, so it has no accounts.
        public static let accountCount = 0

        /// The maximum number of units.
        public let units: UInt32

        /// Creates the call.
        public init(units: UInt32) {
            self.units = units
        }

        /// Reads the call, ignoring the accounts; nil if the payload is shorter than 4 bytes.
        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let units: UInt32 = payload.integer() else { return nil }
            self.init(units: units)
        }

        /// The units, 4 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: units)
            return bytes
        }

        /// None: the call concerns the whole transaction.
        public var accounts: [AccountMeta] {
            []
        }
    }

    /// Sets the price of a compute unit.
    public struct SetComputeUnitPrice: ProgramInstruction {
        /// The call goes to the compute budget program.
        public static let program = Program.computeBudget
        /// Call 3 of the program, in one byte.
        public static let discriminator: [UInt8] = [3]
        /// The call concerns the whole transaction, so it has no accounts.
        public static let accountCount = 0

        /// The price in millionths of a lamport.
        public let microLamports: UInt64

        /// Creates the call.
        public init(microLamports: UInt64) {
            self.microLamports = microLamports
        }

        /// Reads the call, ignoring the accounts; nil if the payload is shorter than 8 bytes.
        public init?(accounts _: [PublicKey], payload: inout ByteReader) {
            guard let microLamports: UInt64 = payload.integer() else { return nil }
            self.init(microLamports: microLamports)
        }

        /// The price, 8 bytes, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: microLamports)
            return bytes
        }

        /// None: the call concerns the whole transaction.
        public var accounts: [AccountMeta] {
            []
        }
    }
}
