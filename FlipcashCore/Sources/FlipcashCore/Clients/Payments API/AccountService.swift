import FlipcashAPI
import ProtobufCodec
import GRPCCore

/// `ocp.account.v1.Account`: accounts, balances and the state of cash links.
struct AccountService: Sendable {
    private let stub: any Ocp_Account_V1_Account.ClientProtocol

    init(_ stub: any Ocp_Account_V1_Account.ClientProtocol) { self.stub = stub }

    /// Which accounts of an owner to request.
    enum Filter: Sendable {
        case none
        case mint(PublicKey)
        case kind(AccountInfo.Kind)
    }

    /// Returns the accounts of `owner`, by address.
    ///
    /// With `requestingOwner` both keys sign the same bytes: the request without either signature (wire contract §3.1).
    func tokenAccountInfos(
        owner: KeyPair, requestingOwner: KeyPair? = nil, filter: Filter = .none
    ) async throws(AccountInfoError) -> [AccountInfo] {
        let response: Ocp_Account_V1_GetTokenAccountInfosResponse
        do {
            var request = Ocp_Account_V1_GetTokenAccountInfosRequest()
            request.owner = owner.publicKey.wire
            if let requestingOwner { request.requestingOwner = requestingOwner.publicKey.wire }
            switch filter {
            case .none: break
            case .mint(let mint): request.filterByMintAddress = mint.wire
            case .kind(let kind): request.filterByAccountType = kind.wire
            }
            let bytes = try canonicalBytes(request)
            request.signature = owner.sign(bytes).wire
            if let requestingOwner { request.requestingOwnerSignature = requestingOwner.sign(bytes).wire }
            response = try await stub.getTokenAccountInfos(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            var infos: [AccountInfo] = []
            for key in response.tokenAccountInfos.keys.sorted() {
                guard let wire = response.tokenAccountInfos[key], let info = AccountInfo(wire: wire) else {
                    throw .malformed
                }
                infos.append(info)
            }
            return infos
        case .notFound: throw .notFound
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns whether the owner may log in and pay.
    func isOcpAccount(owner: KeyPair) async throws(RPCFailure) -> OcpAccountState {
        do {
            var request = Ocp_Account_V1_IsOcpAccountRequest()
            request.owner = owner.publicKey.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            let response = try await stub.isOcpAccount(request, options: .unaryDefault)
            return switch response.result {
            case .ok: .usable
            case .notFound: .unknown
            case .unlockedTimelockAccount: .unlocked
            case .UNRECOGNIZED: .unknown
            }
        } catch {
            throw RPCFailure(error)
        }
    }
}

/// Whether an owner may use the payments service.
public enum OcpAccountState: Hashable, Sendable {
    /// Every opened account is under the service's management.
    case usable
    /// The owner has no account with the service.
    case unknown
    /// At least one account has left the locked state.
    case unlocked
}

/// Errors from fetching an owner's accounts.
public enum AccountInfoError: ServerError, Hashable {
    /// The owner has no matching account.
    case notFound
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True for a missing account, which may exist later, and for failed calls that may succeed later.
    public var isRetryable: Bool {
        switch self {
        case .notFound: true
        case .malformed: false
        case .rpc(let failure): failure.isRetryable
        }
    }

    /// Does not report a missing account, which is normal for a new owner; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound: .suppressed
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
