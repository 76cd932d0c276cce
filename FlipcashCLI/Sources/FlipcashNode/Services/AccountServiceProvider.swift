import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.account.v1.Account`: account holders and what they hold (wire contract §7.1).
struct AccountServiceProvider: Ocp_Account_V1_Account.SimpleServiceProtocol {
    let context: NodeContext
    let proofs: ProofBook

    func isOcpAccount(
        request: Ocp_Account_V1_IsOcpAccountRequest, context call: ServerContext
    ) async throws -> Ocp_Account_V1_IsOcpAccountResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        let result: Ocp_Account_V1_IsOcpAccountResponse.Result = try context.store.read { reader in
            guard try reader.ownerKind(owner) == .user else { return .notFound }
            let opened = try reader.vaults(owner: owner).filter(\.balance.isOpen)
            return opened.allSatisfy(\.isManaged) ? .ok : .unlockedTimelockAccount
        }
        return .with { $0.result = result }
    }

    func getTokenAccountInfos(
        request: Ocp_Account_V1_GetTokenAccountInfosRequest, context call: ServerContext
    ) async throws -> Ocp_Account_V1_GetTokenAccountInfosResponse {
        let owner = try PublicKey(request.owner)
        let requester = try authenticate(request, owner: owner)
        let infos = try context.store.read { reader in
            let time = try context.ledger.time(reader)
            let presenter = AccountPresenter(
                reader: reader, proofs: proofs, requester: requester, coreMint: context.ledger.settings.coreMint,
                time: time)
            if request.filter != nil, try reader.ownerKind(owner) == .giftCard {
                throw RPCError(
                    code: .invalidArgument, message: "filter must be nil for gift card owner accounts")
            }
            return try presenter.infos(owner: owner, filter: AccountFilter(request.filter))
        }
        return .with {
            $0.result = infos.isEmpty ? .notFound : .ok
            for (token, info) in infos { $0.tokenAccountInfos[token.base58] = info }
        }
    }

    /// Checks one or two signatures over the same bytes: the request without either signature.
    private func authenticate(
        _ request: Ocp_Account_V1_GetTokenAccountInfosRequest, owner: PublicKey
    ) throws -> PublicKey? {
        let clear: (inout Ocp_Account_V1_GetTokenAccountInfosRequest) -> Void = {
            $0.clearSignature()
            $0.clearRequestingOwnerSignature()
        }
        try RequestSignature.verify(request, signer: owner, signature: request.signature, clearing: clear)
        guard request.hasRequestingOwner else { return nil }
        let requester = try PublicKey(request.requestingOwner)
        try RequestSignature.verify(
            request, signer: requester, signature: request.requestingOwnerSignature, clearing: clear)
        return requester
    }
}

/// The accounts that a request asks for.
enum AccountFilter: Sendable {
    case all
    case token(PublicKey)
    case type(Ocp_Common_V1_AccountType)
    case mint(PublicKey)

    init(_ filter: Ocp_Account_V1_GetTokenAccountInfosRequest.OneOf_Filter?) throws(RPCError) {
        switch filter {
        case nil: self = .all
        case .filterByTokenAddress(let token): self = .token(try PublicKey(token))
        case .filterByAccountType(let type): self = .type(type)
        case .filterByMintAddress(let mint): self = .mint(try PublicKey(mint))
        }
    }
}
