import FlipcashCore
import FlipcashWallet

/// Finds the currency that an argument names: held, then stored, then known to the service (client specification §12.3).
struct TokenFinder: Sendable {
    let session: Session
    let isOffline: Bool

    /// - Throws: `CommandFailure`: exit 65 if several match, 3 if none does.
    func token(_ argument: TokenArgument) async throws -> MintMetadata {
        if argument.isDollars { return try await session.mintMetadata(session.node.coreMint) }
        let held = session.balances.filter { TokenView($0).answers(to: argument) }.map(\.mint)
        if let mint = try Self.one(of: held.map { ($0, "", "") }, argument) {
            return try await session.mintMetadata(mint)
        }
        let stored = try session.database.getMints().map(\.metadata)
        if let mint = try Self.match(argument, among: stored) { return mint }
        guard !isOffline else { throw Self.notFound(argument) }
        if let address = try? PublicKey(base58: argument.text) {
            do {
                return try await session.mintMetadata(address)
            } catch SessionError.mintNotFound {
                throw Self.notFound(argument)
            }
        }
        if let mint = try Self.match(argument, among: try await listed()) { return mint }
        throw Self.notFound(argument)
    }

    /// The currencies that the service lists, without repetitions.
    func listed() async throws -> [MintMetadata] { try await Self.listed { try await session.discover($0) } }

    /// The currencies of all categories, without repetitions.
    static func listed(
        _ discover: (DiscoverCategory) async throws -> [MintMetadata]
    ) async throws -> [MintMetadata] {
        var seen: Set<PublicKey> = []
        var mints: [MintMetadata] = []
        for category in DiscoverCategory.allCases {
            for mint in try await discover(category) where seen.insert(mint.address).inserted { mints.append(mint) }
        }
        return mints
    }

    /// The currency among `mints` that an argument names; nil if none does.
    ///
    /// - Throws: `CommandFailure`, exit 65, if several match.
    static func match(
        _ argument: TokenArgument, among mints: [MintMetadata]
    ) throws(CommandFailure) -> MintMetadata? {
        let matches = mints.filter { TokenView($0, quarks: 0).answers(to: argument) }
        let found = try one(of: matches.map { ($0.address, $0.name, $0.symbol) }, argument)
        return matches.first { $0.address == found }
    }

    private static func one(
        of matches: [(mint: PublicKey, name: String, symbol: String)], _ argument: TokenArgument
    ) throws(CommandFailure) -> PublicKey? {
        guard matches.count > 1 else { return matches.first?.mint }
        let list = matches.map { "\($0.mint.base58) \($0.name) \($0.symbol)" }
        throw .badInput(
            "\"\(DisplayText.sanitized(argument.text))\" matches several tokens. Use the mint of one of them:\n"
                + list.joined(separator: "\n"), code: "ambiguous_token")
    }

    static func notFound(_ argument: TokenArgument) -> CommandFailure {
        CommandFailure(
            "no_token", .notFound,
            "There is no token \"\(DisplayText.sanitized(argument.text))\". List tokens with: flipcash token discover")
    }
}
