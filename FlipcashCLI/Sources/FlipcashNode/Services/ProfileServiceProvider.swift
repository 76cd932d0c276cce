import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec
import SharedExpenses

/// `flipcash.profile.v1.Profile`: the names of users (wire contract §8.4). Pictures, the design of tip cards and profiles
/// on other platforms are not offered.
struct ProfileServiceProvider: Flipcash_Profile_V1_Profile.SimpleServiceProtocol {
    /// The colour of every tip card.
    private static let tipCardColor = "#19191A"

    let context: NodeContext
    let rules: ModerationRules

    private var authentication: CoreAuthentication { CoreAuthentication(store: context.store) }

    /// Returns a user's name. A user who asks for the own profile also gets phone number and email address.
    func getProfile(
        request: Flipcash_Profile_V1_GetProfileRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_GetProfileResponse {
        let asker =
            request.hasAuth ? try authentication.key(request, auth: request.auth, clearing: { $0.clearAuth() }) : nil
        guard let user = try context.store.read({ try $0.user(id: request.userID.value) }), user.isRegistered else {
            return .with { $0.result = .notFound }
        }
        var profile = Flipcash_Profile_V1_UserProfile()
        profile.displayName = user.displayName ?? ""
        profile.joinTs = user.createdAt.timestamp
        profile.tipCardCustomization.color.hex = Self.tipCardColor
        if asker == user.publicKey {
            if let phone = user.phone { profile.phoneNumber.value = phone }
            if let email = user.email { profile.emailAddress.value = email }
        }
        let found = profile
        return .with { $0.userProfile = found }
    }

    /// Stores the caller's name, and then gives it to the friend rows of others that are linked to the caller.
    ///
    /// The second part is repeated by every call with the same name, so a call that was interrupted can be sent again.
    func setDisplayName(
        request: Flipcash_Profile_V1_SetDisplayNameRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_SetDisplayNameResponse {
        let key = try authentication.key(request, auth: request.auth) { $0.clearAuth() }
        guard let name = DisplayNameValidator().validate(request.displayName) else {
            throw RPCError(code: .invalidArgument, message: "invalid display_name")
        }
        guard try context.store.read({ try $0.user(publicKey: key) })?.isRegistered == true else {
            return .with { $0.result = .denied }
        }
        if let category = rules.flag(name) {
            return .with {
                $0.result = .failedModerated
                $0.flaggedCategory = category
            }
        }
        let user = try await context.committer.commit { writer -> UserRecord? in
            guard var user = try writer.user(publicKey: key), user.isRegistered else { return nil }
            if user.displayName != name {
                user.displayName = name
                try writer.update(user)
            }
            return user
        }
        guard let user else { return .with { $0.result = .denied } }
        try await tellFriends(of: user)
        return .with { $0.result = .ok }
    }

    private func tellFriends(of user: UserRecord) async throws {
        guard let account = AccountID(userID: user.id) else { return }
        var next: SplitRenaming? = SplitRenaming(
            account: account, now: SplitTime(context.environment.clock.now()))
        while let step = next {
            next = try await context.committer.commit(.sharedExpenses(.rename(step))).get().split?.renaming
        }
    }

    // MARK: Not offered

    func setProfilePicture(
        request: Flipcash_Profile_V1_SetProfilePictureRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_SetProfilePictureResponse { throw Self.notOffered }

    func updateTipCard(
        request: Flipcash_Profile_V1_UpdateTipCardRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_UpdateTipCardResponse { throw Self.notOffered }

    func linkSocialAccount(
        request: Flipcash_Profile_V1_LinkSocialAccountRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_LinkSocialAccountResponse { throw Self.notOffered }

    func unlinkSocialAccount(
        request: Flipcash_Profile_V1_UnlinkSocialAccountRequest, context call: ServerContext
    ) async throws -> Flipcash_Profile_V1_UnlinkSocialAccountResponse { throw Self.notOffered }

    private static var notOffered: RPCError { RPCError(code: .unimplemented, message: "not offered by this node") }
}
