import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.account.v1.Account`: registration and login of the core API (wire contract §8.1).
struct CoreAccountServiceProvider: Flipcash_Account_V1_Account.ServiceProtocol {
    /// How far the time of a login may differ from the server's, in either direction.
    static let loginTolerance = Duration.seconds(120)

    let context: NodeContext

    private var authentication: CoreAuthentication { CoreAuthentication(store: context.store) }

    func register(
        request: ServerRequest<Flipcash_Account_V1_RegisterRequest>, context call: ServerContext
    ) async throws -> ServerResponse<Flipcash_Account_V1_RegisterResponse> {
        let key = try PublicKey(request.message.publicKey)
        try verifyRegistration(request.message, key: key)
        let fresh = UserRecord(
            id: context.environment.random.uuid().bytes, publicKey: key, isRegistered: true, isStaff: false,
            createdAt: context.environment.clock.now()
        )
        try checkCount(key, call)
        let user = try await context.committer.commit { writer in
            guard var known = try writer.user(publicKey: key) else {
                try writer.insert(fresh)
                return fresh
            }
            if !known.isRegistered {
                known.isRegistered = true
                try writer.update(known)
            }
            return known
        }
        return ServerResponse(
            message: .with {
                $0.result = .ok
                $0.userID = .with { $0.value = user.id }
            })
    }

    /// The key signs a request that contains only the key, whatever other fields the actual request has.
    private func verifyRegistration(_ request: Flipcash_Account_V1_RegisterRequest, key: PublicKey) throws {
        let signed = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = key.coreKey }
        guard let signature = try? Signature(request.signature),
            key.verify(signature: signature, data: try signed.signedBytes())
        else { throw RequestAuthenticationFailure.wrongSignature }
    }

    /// Refuses too many new users of one address.
    private func checkCount(_ key: PublicKey, _ call: ServerContext) throws {
        guard try context.store.read({ try $0.user(publicKey: key) }) == nil else { return }
        guard context.peers.registrations?.count(MessagePeer(remotePeer: call.remotePeer)) ?? true else {
            throw RPCError(
                code: .resourceExhausted, message: "too many registrations from this address; try again later")
        }
    }

    func login(
        request: ServerRequest<Flipcash_Account_V1_LoginRequest>, context call: ServerContext
    ) async throws -> ServerResponse<Flipcash_Account_V1_LoginResponse> {
        let message = request.message
        let (now, tolerance) = (context.environment.clock.now(), Self.loginTolerance)
        guard Instant(message.timestamp).isFresh(at: now, ages: Duration.zero - tolerance...tolerance) else {
            return ServerResponse(message: .with { $0.result = .invalidTimestamp })
        }
        do {
            let user = try authentication.user(message, auth: message.auth) { $0.clearAuth() }
            return ServerResponse(
                message: .with {
                    $0.result = .ok
                    $0.userID = .with { $0.value = user.id }
                })
        } catch RequestAuthenticationFailure.wrongSignature, RequestAuthenticationFailure.unknownUser {
            return ServerResponse(message: .with { $0.result = .denied })
        }
    }

    func getUserFlags(
        request: ServerRequest<Flipcash_Account_V1_GetUserFlagsRequest>, context call: ServerContext
    ) async throws -> ServerResponse<Flipcash_Account_V1_GetUserFlagsResponse> {
        let message = request.message
        let key = try authentication.key(message, auth: message.auth) { $0.clearAuth() }
        guard let user = try context.store.read({ try $0.user(id: message.userID.value) }), user.publicKey == key else {
            return ServerResponse(message: .with { $0.result = .denied })
        }
        let client = ClientFeatures(
            platform: message.platform, country: message.hasCountryCode ? message.countryCode.value : nil,
            version: ClientIdentity(request.metadata, service: call.descriptor.service)?.version)
        return ServerResponse(
            message: .with {
                $0.result = .ok
                $0.userFlags = UserFlagsPresenter.flags(
                    user: user, client: client, withdrawalFee: context.ledger.settings.withdrawalFee)
            })
    }

    func getUnauthenticatedUserFlags(
        request: ServerRequest<Flipcash_Account_V1_GetUnauthenticatedUserFlagsRequest>, context call: ServerContext
    ) async throws -> ServerResponse<Flipcash_Account_V1_GetUnauthenticatedUserFlagsResponse> {
        let message = request.message
        let client = ClientFeatures(
            platform: message.platform, country: message.hasCountryCode ? message.countryCode.value : nil,
            version: ClientIdentity(request.metadata, service: call.descriptor.service)?.version)
        return ServerResponse(
            message: .with {
                $0.result = .ok
                $0.userFlags = UserFlagsPresenter.flags(
                    user: nil, client: client, withdrawalFee: context.ledger.settings.withdrawalFee)
            })
    }
}
