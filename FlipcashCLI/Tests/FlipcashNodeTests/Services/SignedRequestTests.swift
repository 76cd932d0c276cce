import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests that every call with a signature covers every field: the node serves the request as it was signed, and refuses
/// it as unauthenticated when one field is different.
@Suite("Requests that are signed") struct SignedRequestTests {
    typealias Change<Request> = (inout Request) -> Void

    /// Makes one call with `request` and one with each change of it.
    func expectCovered<Request: Message>(
        _ request: Request, _ changes: [Change<Request>], sourceLocation: SourceLocation = #_sourceLocation,
        _ call: (Request) async throws -> some Any
    ) async {
        let accepted = await grpcStatus { try await call(request) }
        #expect(accepted == nil, "as it was signed", sourceLocation: sourceLocation)
        for (number, change) in changes.enumerated() {
            var changed = request
            change(&changed)
            let sent = changed
            let status = await grpcStatus { try await call(sent) }
            #expect(status?.code == .unauthenticated, "change \(number)", sourceLocation: sourceLocation)
        }
    }

    func signed<Request: Message>(
        _ person: Somebody, _ request: Request, _ put: (inout Request, Ocp_Common_V1_Signature) -> Void
    ) throws -> Request {
        var request = request
        put(&request, try person.sign(request))
        return request
    }

    private func key(_ name: String) throws -> PublicKey { try Somebody(name).key.publicKey }

    // MARK: The payments API

    @Test("questions about accounts cover who is asked about, who asks, and what is asked for")
    func accounts_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let (person, asker) = (try Somebody("a"), try Somebody("b"))
            try await harness.open(person)
            let other = try key("c").accountID
            let question = try signed(
                person, Ocp_Account_V1_IsOcpAccountRequest.with { $0.owner = person.key.publicKey.accountID }
            ) { $0.signature = $1 }
            await expectCovered(question, [{ $0.owner = other }, { $0.signature = Signature.zero.wire }]) {
                try await harness.accounts.isOcpAccount($0)
            }
            let unsigned = Ocp_Account_V1_GetTokenAccountInfosRequest.with {
                $0.owner = person.key.publicKey.accountID
                $0.requestingOwner = asker.key.publicKey.accountID
                $0.filterByMintAddress = PublicKey.usdf.accountID
            }
            var infos = unsigned
            infos.signature = try person.sign(unsigned)
            infos.requestingOwnerSignature = try asker.sign(unsigned)
            let changes: [Change<Ocp_Account_V1_GetTokenAccountInfosRequest>] = [
                { $0.owner = other }, { $0.requestingOwner = other }, { $0.clearRequestingOwner() },
                { $0.filterByMintAddress = other }, { $0.filterByAccountType = .primary }, { $0.filter = nil },
                { $0.signature = $0.requestingOwnerSignature },
            ]
            await expectCovered(infos, changes) { try await harness.accounts.getTokenAccountInfos($0) }
        }
    }

    @Test("questions about intents and limits, and the return of a link, cover each of their fields")
    func transactions_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            try await harness.open(person)
            let client = Ocp_Transaction_V1_Transaction.Client(wrapping: harness.client)
            let (owner, other) = (person.key.publicKey.accountID, try key("c").accountID)
            let metadata = try signed(
                person,
                Ocp_Transaction_V1_GetIntentMetadataRequest.with {
                    $0.intentID.value = other.value
                    $0.owner = owner
                }
            ) { $0.signature = $1 }
            await expectCovered(
                metadata, [{ $0.intentID.value = owner.value }, { $0.owner = other }, { $0.clearOwner() }]
            ) { try await client.getIntentMetadata($0) }
            let rendezvous = try signed(
                person, Ocp_Transaction_V1_GetIntentMetadataRequest.with { $0.intentID.value = owner.value }
            ) { $0.signature = $1 }
            await expectCovered(rendezvous, [{ $0.intentID.value = other.value }, { $0.owner = owner }]) {
                try await client.getIntentMetadata($0)
            }
            let limits = try signed(
                person,
                Ocp_Transaction_V1_GetLimitsRequest.with {
                    $0.owner = owner
                    $0.consumedSince = harness.clock.now().timestamp
                }
            ) { $0.signature = $1 }
            await expectCovered(limits, [{ $0.owner = other }, { $0.consumedSince.seconds -= 1 }]) {
                try await client.getLimits($0)
            }
            let void = try signed(
                person,
                Ocp_Transaction_V1_VoidGiftCardRequest.with {
                    $0.owner = owner
                    $0.giftCardVault = other
                }
            ) { $0.signature = $1 }
            await expectCovered(void, [{ $0.owner = other }, { $0.giftCardVault = owner }]) {
                try await client.voidGiftCard($0)
            }
        }
    }

    @Test("a sweep of stablecoins and questions about swaps cover each of their fields")
    func swaps_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            let client = Ocp_Transaction_V1_Transaction.Client(wrapping: harness.client)
            let (owner, other) = (person.key.publicKey.accountID, try key("c").accountID)
            let sweep = try signed(
                person,
                Ocp_Transaction_V1_StatelessSwapRequest.Initiate.with {
                    $0.stablecoin = .with {
                        $0.fromMint = PublicKey.usdc.accountID
                        $0.toMint = PublicKey.usdf.accountID
                        $0.swapAmount = 5_000_000
                    }
                    $0.owner = owner
                }
            ) { $0.signature = $1 }
            let changes: [Change<Ocp_Transaction_V1_StatelessSwapRequest.Initiate>] = [
                { $0.stablecoin.fromMint = other }, { $0.stablecoin.toMint = other },
                { $0.stablecoin.swapAmount += 1 }, { $0.owner = other }, { $0.waitForFinalization = true },
                { $0.signature = Signature.zero.wire },
            ]
            await expectCovered(sweep, changes) { try await Self.answers(to: $0, client) }
            let one = try signed(
                person,
                Ocp_Transaction_V1_GetSwapRequest.with {
                    $0.id.value = other.value
                    $0.owner = owner
                }
            ) { $0.signature = $1 }
            await expectCovered(one, [{ $0.id.value = owner.value }, { $0.owner = other }]) {
                try await client.getSwap($0)
            }
            let pending = try signed(
                person, Ocp_Transaction_V1_GetPendingSwapsRequest.with { $0.owner = owner }
            ) { $0.signature = $1 }
            await expectCovered(pending, [{ $0.owner = other }, { $0.signature = Signature.zero.wire }]) {
                try await client.getPendingSwaps($0)
            }
        }
    }

    /// All answers to a sweep.
    private static func answers(
        to initiate: Ocp_Transaction_V1_StatelessSwapRequest.Initiate,
        _ client: Ocp_Transaction_V1_Transaction.Client<InProcessTransport.Client>
    ) async throws -> [Ocp_Transaction_V1_StatelessSwapResponse] {
        try await client.statelessSwap { writer in
            try await writer.write(.with { $0.initiate = initiate })
        } onResponse: { response in
            var answers: [Ocp_Transaction_V1_StatelessSwapResponse] = []
            for try await answer in response.messages { answers.append(answer) }
            return answers
        }
    }

    @Test("a message on a bill is covered as a whole, and belongs to that bill alone")
    func sendMessage_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let (bill, other) = (try Somebody("bill"), try key("c"))
            let exchange = try harness.node.dollars(1_000_000)
            let message = Ocp_Messaging_V1_Message.with {
                $0.requestToGiveBill = .with {
                    $0.mint = PublicKey.usdf.accountID
                    $0.exchangeData = exchange
                }
            }
            var request = Ocp_Messaging_V1_SendMessageRequest.with {
                $0.message = message
                $0.rendezvousKey = .with { $0.value = bill.key.publicKey.bytes }
            }
            request.signature = try bill.sign(message)
            let changes: [Change<Ocp_Messaging_V1_SendMessageRequest>] = [
                { $0.message.requestToGiveBill.mint = other.accountID },
                { $0.message.requestToGiveBill.exchangeData.quarks += 1 },
                { $0.message.requestToGiveBill.clearExchangeData() },
                { $0.message.requestToGrabBill.requestorAccount = other.accountID },
                { $0.rendezvousKey.value = other.bytes }, { $0.signature = Signature.zero.wire },
            ]
            await expectCovered(request, changes) { try await harness.messaging.sendMessage($0) }
        }
    }

    @Test("an intent covers its id, its owner, its terms and each of its actions")
    func submitIntent_everyField_isCovered() async throws {
        let world = try LedgerWorld()
        let (a, b, card) = (try await world.user(25_000_000), try await world.user(1_000_000), world.stranger())
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        let (token, other) = (b.vault(world.usdf).accountID, b.owner.accountID)
        let changes: [Change<LedgerWorld.Actions>] = [
            { $0.id.value = other.value }, { $0.owner = other },
            { $0.metadata.sendPublicPayment.source = token }, { $0.metadata.sendPublicPayment.destination = token },
            { $0.metadata.sendPublicPayment.destinationOwner = other },
            { $0.metadata.sendPublicPayment.isWithdrawal = true },
            { $0.metadata.sendPublicPayment.isIndirectSend = false },
            { $0.metadata.sendPublicPayment.mint = world.jeffy.mint.accountID },
            { $0.metadata.sendPublicPayment.clientExchangeData.quarks += 1 },
            { $0.metadata.sendPublicPayment.clientExchangeData.nativeAmount = 2 },
            { $0.metadata.sendPublicPayment.clientExchangeData.coreMintFiatExchangeRate = world.rate("cad", 1) },
            { $0.metadata.appMetadata.value = [1] },
            { $0.actions[0].openAccount.index = 1 },
            { $0.actions[0].openAccount.authoritySignature = Signature.zero.wire },
            { $0.actions[1].noPrivacyTransfer.authority = other },
            { $0.actions[1].noPrivacyTransfer.source = token },
            { $0.actions[1].noPrivacyTransfer.destination = token },
            { $0.actions[1].noPrivacyTransfer.amount += 1 },
            { $0.actions[1].noPrivacyTransfer.mint = world.jeffy.mint.accountID },
            { $0.actions[2].noPrivacyWithdraw.authority = other },
            { $0.actions[2].noPrivacyWithdraw.source = token },
            { $0.actions[2].noPrivacyWithdraw.destination = token },
            { $0.actions[2].noPrivacyWithdraw.amount += 1 },
            { $0.actions[2].noPrivacyWithdraw.isAutoReturn = false },
            { $0.actions[2].noPrivacyWithdraw.mint = world.jeffy.mint.accountID },
            { $0.actions.removeLast() },
        ]
        for (number, change) in changes.enumerated() {
            var changed = link
            change(&changed)
            #expect(try await world.answer(to: changed) == .status(.unauthenticated, ""), "change \(number)")
        }
        #expect(try await world.answer(to: link) == LedgerWorld.unsigned)
    }

    @Test("an opening covers each of its fields by the signature of its own key")
    func openAccount_everyField_isCoveredByItsKey() async throws {
        let world = try LedgerWorld()
        let a = try await world.user(25_000_000)
        let (card, other) = (world.stranger(), world.stranger().owner.accountID)
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        let changes: [Change<Ocp_Transaction_V1_OpenAccountAction>] = [
            { $0.index = 1 }, { $0.token = other }, { $0.mint = other },
            { action in
                action.accountType = .primary
                action.owner = a.owner.accountID
            },
            { action in
                action.authority = other
                action.owner = other
            },
        ]
        for (number, change) in changes.enumerated() {
            let request = link.changed(signedBy: a.key) { change(&$0.actions[0].openAccount) }
            #expect(try await world.answer(to: request) == .status(.unauthenticated, ""), "change \(number)")
        }
    }

    // MARK: The core API

    @Test("calls of the core API cover each of their fields")
    func core_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let id = try await harness.register(person)
            let otherID = try await harness.register(other)
            let registration = Flipcash_Account_V1_RegisterRequest.with { $0.publicKey = person.key.publicKey.coreKey }
            var register = registration
            register.signature = .with { $0.value = (try? person.sign(registration).value) ?? [] }
            await expectCovered(register, [{ $0.publicKey = other.key.publicKey.coreKey }]) {
                try await harness.users.register($0)
            }
            var flags = Flipcash_Account_V1_GetUserFlagsRequest.with {
                $0.userID = .with { $0.value = id }
                $0.platform = .apple
                $0.countryCode = .with { $0.value = "ca" }
            }
            flags.auth = try person.auth(flags)
            await expectCovered(
                flags,
                [
                    { $0.userID.value = otherID }, { $0.platform = .google }, { $0.countryCode.value = "us" },
                    { $0.auth.keyPair.pubKey = other.key.publicKey.coreKey },
                ]
            ) { try await harness.users.getUserFlags($0) }
            var settings = Flipcash_Settings_V1_UpdateSettingsRequest.with {
                $0.locale = .with { $0.value = "en" }
                $0.region = .with { $0.value = "usd" }
            }
            settings.auth = try person.auth(settings)
            await expectCovered(settings, [{ $0.locale.value = "fr" }, { $0.region.value = "cad" }]) {
                try await Flipcash_Settings_V1_Settings.Client(wrapping: harness.client).updateSettings($0)
            }
        }
    }

    @Test("calls about names cover each of their fields")
    func profile_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try Somebody("b"))
            let id = try await harness.register(person)
            let otherID = try await harness.register(other)
            let client = Flipcash_Profile_V1_Profile.Client(wrapping: harness.client)
            var name = Flipcash_Profile_V1_SetDisplayNameRequest.with { $0.displayName = "Ada" }
            name.auth = try person.auth(name)
            await expectCovered(
                name, [{ $0.displayName = "Eve" }, { $0.auth.keyPair.pubKey = other.key.publicKey.coreKey }]
            ) { try await client.setDisplayName($0) }
            var question = Flipcash_Profile_V1_GetProfileRequest.with { $0.userID = .with { $0.value = id } }
            question.auth = try person.auth(question)
            await expectCovered(question, [{ $0.userID.value = otherID }]) { try await client.getProfile($0) }
        }
    }

    @Test("texts and pictures that are moderated are covered")
    func moderation_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let (person, other) = (try Somebody("a"), try key("c"))
            let client = Flipcash_Moderation_V1_Moderation.Client(wrapping: harness.client)
            var text = Flipcash_Moderation_V1_ModerateTextRequest.with { $0.text = "Marble" }
            text.auth = try person.auth(text)
            await expectCovered(
                text, [{ $0.text = "Pebble" }, { $0.auth.keyPair.pubKey = other.coreKey }]
            ) { try await client.moderateText($0) }
            var picture = Flipcash_Moderation_V1_ModerateImageRequest.with {
                $0.imageData = PictureFormatTests.pixel
            }
            picture.auth = try person.auth(picture)
            await expectCovered(
                picture, [{ $0.imageData.append(0) }, { $0.auth.keyPair.pubKey = other.coreKey }]
            ) { try await client.moderateImage($0) }
        }
    }

    @Test("questions about the feed cover each of their fields")
    func feed_everyField_isCovered() async throws {
        try await NodeHarness.run { harness in
            let person = try Somebody("a")
            _ = try await harness.register(person)
            var latest = Flipcash_Activity_V1_GetLatestNotificationsRequest.with {
                $0.type = .transactionHistory
                $0.maxItems = 5
            }
            latest.auth = try person.auth(latest)
            await expectCovered(latest, [{ $0.maxItems = 6 }]) { try await harness.feed.getLatestNotifications($0) }
            var page = Flipcash_Activity_V1_GetPagedNotificationsRequest.with {
                $0.type = .transactionHistory
                $0.queryOptions = .with {
                    $0.pageSize = 5
                    $0.order = .asc
                }
            }
            page.auth = try person.auth(page)
            await expectCovered(page, [{ $0.queryOptions.pageSize = 6 }, { $0.queryOptions.order = .desc }]) {
                try await harness.feed.getPagedNotifications($0)
            }
            var batch = Flipcash_Activity_V1_GetBatchNotificationsRequest.with {
                $0.ids = [.with { $0.value = person.key.publicKey.bytes }]
            }
            batch.auth = try person.auth(batch)
            await expectCovered(batch, [{ $0.ids[0].value[0] ^= 1 }]) {
                try await harness.feed.getBatchNotifications($0)
            }
        }
    }
}
