import FlipcashCoreAPI
import ProtobufCodec
import GRPCCore

/// `flipcash.account.v1.Account`: registration, login and flags.
struct CoreAccountService: Sendable {
    private let stub: any Flipcash_Account_V1_Account.ClientProtocol

    init(_ stub: any Flipcash_Account_V1_Account.ClientProtocol) { self.stub = stub }

    /// Registers `owner` as a user; returns the existing user if `owner` is registered.
    func register(owner: KeyPair) async throws(RegisterError) -> UserID {
        let response: Flipcash_Account_V1_RegisterResponse
        do {
            var request = Flipcash_Account_V1_RegisterRequest()
            request.publicKey = owner.publicKey.coreWire
            request.signature = owner.sign(try canonicalBytes(request)).coreWire
            response = try await stub.register(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            guard let id = UserID(response.userID.value) else { throw .malformed }
            return id
        case .invalidSignature: throw .invalidSignature
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns the user of `owner`.
    func login(owner: KeyPair, now: Instant) async throws(LoginError) -> UserID {
        let response: Flipcash_Account_V1_LoginResponse
        do {
            var request = Flipcash_Account_V1_LoginRequest()
            request.timestamp = now.wire
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.login(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            guard let id = UserID(response.userID.value) else { throw .malformed }
            return id
        case .invalidTimestamp: throw .invalidTimestamp
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns the flags of a user.
    func userFlags(userID: UserID, owner: KeyPair, countryCode: String?) async throws(UserFlagsError) -> UserFlags {
        let response: Flipcash_Account_V1_GetUserFlagsResponse
        do {
            var request = Flipcash_Account_V1_GetUserFlagsRequest()
            request.userID = .with { $0.value = userID.bytes }
            if let countryCode { request.countryCode = .with { $0.value = countryCode } }
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.getUserFlags(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return UserFlags(wire: response.userFlags)
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns the flags that apply without login.
    func unauthenticatedUserFlags(countryCode: String?) async throws(UserFlagsError) -> UserFlags {
        let response: Flipcash_Account_V1_GetUnauthenticatedUserFlagsResponse
        do {
            var request = Flipcash_Account_V1_GetUnauthenticatedUserFlagsRequest()
            if let countryCode { request.countryCode = .with { $0.value = countryCode } }
            response = try await stub.getUnauthenticatedUserFlags(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return UserFlags(wire: response.userFlags)
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

/// Errors from registering an owner.
public enum RegisterError: ServerError, Hashable {
    /// The server rejects the key's signature.
    case invalidSignature
    /// The server does not register this user.
    case denied
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A denied registration is information; a rejected signature and a malformed response are errors.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied: .info
        case .invalidSignature, .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

/// Errors from logging an owner in.
public enum LoginError: ServerError, Hashable {
    /// This machine's clock is more than two minutes off.
    case invalidTimestamp
    /// No user has this key.
    case denied
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later. A wrong clock has to be set right first.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A wrong clock and an unknown key are information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .invalidTimestamp, .denied: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}

/// Errors from fetching flags.
public enum UserFlagsError: ServerError, Hashable {
    /// The user does not belong to this key.
    case denied
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// A denied request is information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
