/// Calls of the USDF swap program (key specification §10).
public enum UsdfSwapProgram {
    /// Swaps USDF and another stablecoin one to one.
    public struct Swap: ProgramInstruction {
        /// The call goes to the USDF swap program.
        public static let program = Program.usdfSwap
        /// Call 2 of the program, in one byte.
        public static let discriminator: [UInt8] = [2]
        /// Six accounts of the caller and the token program.
        public static let accountCount = 7

        /// The amount in quarks.
        public let amount: UInt64
        /// Whether USDF is paid and the other coin received.
        public let usdfToOther: Bool
        /// The user who swaps.
        public let user: PublicKey
        /// The pool.
        public let pool: PublicKey
        /// The pool's USDF.
        public let usdfVault: PublicKey
        /// The pool's other coin.
        public let otherVault: PublicKey
        /// The user's USDF.
        public let userUsdfAccount: PublicKey
        /// The user's other coin.
        public let userOtherAccount: PublicKey

        /// Creates the call.
        public init(
            amount: UInt64, usdfToOther: Bool, user: PublicKey, pool: PublicKey, usdfVault: PublicKey,
            otherVault: PublicKey, userUsdfAccount: PublicKey, userOtherAccount: PublicKey
        ) {
            self.amount = amount
            self.usdfToOther = usdfToOther
            self.user = user
            self.pool = pool
            self.usdfVault = usdfVault
            self.otherVault = otherVault
            self.userUsdfAccount = userUsdfAccount
            self.userOtherAccount = userOtherAccount
        }

        /// Reads the call; nil if there are not seven accounts or the payload is shorter than 9 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amount: UInt64 = payload.integer(),
                let usdfToOther = payload.byte()
            else { return nil }
            self.init(
                amount: amount, usdfToOther: usdfToOther != 0, user: accounts[0], pool: accounts[1],
                usdfVault: accounts[2], otherVault: accounts[3], userUsdfAccount: accounts[4],
                userOtherAccount: accounts[5])
        }

        /// The amount in quarks, 8 bytes, little-endian, then 1 if USDF is paid, else 0.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amount)
            bytes.append(usdfToOther ? 1 : 0)
            return bytes
        }

        /// The user signs. The pool is read-only; both vaults and both accounts of the user change.
        public var accounts: [AccountMeta] {
            [
                .writableSigner(user),
                .readonly(pool),
                .writable(usdfVault),
                .writable(otherVault),
                .writable(userUsdfAccount),
                .writable(userOtherAccount),
                .readonly(Program.token),
            ]
        }
    }
}

/// Calls of Coinbase's stable swapper (key specification §10).
public enum CoinbaseSwapProgram {
    /// Swaps two stablecoins one to one; the discriminator is the start of the SHA-256 of `global:swap`.
    public struct Swap: ProgramInstruction {
        /// The call goes to Coinbase's stable swapper.
        public static let program = Program.coinbaseStableSwapper
        /// The first eight bytes of the SHA-256 of `global:swap`.
        public static let discriminator: [UInt8] = [0xf8, 0xc6, 0x9e, 0x91, 0xe1, 0x75, 0x87, 0xc8]
        /// 13 accounts of the caller, then the programs for tokens, associated tokens and system.
        public static let accountCount = 16

        /// The amount paid, in quarks.
        public let amountIn: UInt64
        /// The minimum number of quarks to receive.
        public let minOut: UInt64
        /// The pool.
        public let pool: PublicKey
        /// The vault of the coin that is paid.
        public let inVault: PublicKey
        /// The vault of the coin that is received.
        public let outVault: PublicKey
        /// The token account of the coin that is paid.
        public let inVaultTokenAccount: PublicKey
        /// The token account of the coin that is received.
        public let outVaultTokenAccount: PublicKey
        /// The token account that pays.
        public let userAccount: PublicKey
        /// The token account that receives.
        public let toAccount: PublicKey
        /// The fee recipient's token account of the coin that is paid.
        public let feeRecipientTokenAccount: PublicKey
        /// The account that receives the fees.
        public let feeRecipient: PublicKey
        /// The coin that is paid.
        public let fromMint: PublicKey
        /// The coin that is received.
        public let toMint: PublicKey
        /// The user who swaps.
        public let user: PublicKey
        /// The accounts that may use the pool.
        public let whitelist: PublicKey

        /// Creates the call.
        public init(
            amountIn: UInt64, minOut: UInt64, pool: PublicKey, inVault: PublicKey, outVault: PublicKey,
            inVaultTokenAccount: PublicKey, outVaultTokenAccount: PublicKey, userAccount: PublicKey,
            toAccount: PublicKey, feeRecipientTokenAccount: PublicKey, feeRecipient: PublicKey, fromMint: PublicKey,
            toMint: PublicKey, user: PublicKey, whitelist: PublicKey
        ) {
            self.amountIn = amountIn
            self.minOut = minOut
            self.pool = pool
            self.inVault = inVault
            self.outVault = outVault
            self.inVaultTokenAccount = inVaultTokenAccount
            self.outVaultTokenAccount = outVaultTokenAccount
            self.userAccount = userAccount
            self.toAccount = toAccount
            self.feeRecipientTokenAccount = feeRecipientTokenAccount
            self.feeRecipient = feeRecipient
            self.fromMint = fromMint
            self.toMint = toMint
            self.user = user
            self.whitelist = whitelist
        }

        /// Reads the call; nil if there are not 16 accounts or the payload is shorter than 16 bytes.
        public init?(accounts: [PublicKey], payload: inout ByteReader) {
            guard accounts.count == Self.accountCount, let amountIn: UInt64 = payload.integer(),
                let minOut: UInt64 = payload.integer()
            else { return nil }
            self.init(
                amountIn: amountIn, minOut: minOut, pool: accounts[0], inVault: accounts[1], outVault: accounts[2],
                inVaultTokenAccount: accounts[3], outVaultTokenAccount: accounts[4], userAccount: accounts[5],
                toAccount: accounts[6], feeRecipientTokenAccount: accounts[7], feeRecipient: accounts[8],
                fromMint: accounts[9], toMint: accounts[10], user: accounts[11], whitelist: accounts[12])
        }

        /// The amount paid and the minimum received, in quarks, 8 bytes each, little-endian.
        public var payload: [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(integer: amountIn)
            bytes.append(integer: minOut)
            return bytes
        }

        /// The user signs. The pool and its vaults are read-only; the token accounts change.
        public var accounts: [AccountMeta] {
            [
                .readonly(pool),
                .readonly(inVault),
                .readonly(outVault),
                .writable(inVaultTokenAccount),
                .writable(outVaultTokenAccount),
                .writable(userAccount),
                .writable(toAccount),
                .writable(feeRecipientTokenAccount),
                .readonly(feeRecipient),
                .readonly(fromMint),
                .readonly(toMint),
                .writableSigner(user),
                .readonly(whitelist),
                .readonly(Program.token),
                .readonly(Program.associatedToken),
                .readonly(Program.system),
            ]
        }
    }
}
