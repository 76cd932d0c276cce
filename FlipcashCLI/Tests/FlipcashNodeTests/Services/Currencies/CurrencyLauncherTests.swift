import Dispatch
import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashNode

/// Launching a currency and changing it, as clients ask for it (payment specification §17).
@Suite("Launches and changes of currencies") struct CurrencyLauncherTests {
    typealias Launch = Ocp_Currency_V1_LaunchRequest
    typealias Attestation = Ocp_Currency_V1_ModerationAttestation

    private static let icon = PictureFormatTests.pixel

    /// An attestation of the node, or of another key.
    private static func attested(
        _ content: [UInt8], _ harness: NodeHarness, age: Duration = .zero, by key: KeyPair? = nil
    ) throws -> Attestation {
        let attestations = ModerationAttestations(key: key ?? harness.node.context.nodeKey)
        let now = harness.clock.now().advanced(by: .zero - age)
        let value = try attestations.attest(content, user: [1], now: now).serializedBytes()
        return .with { $0.rawValue = value }
    }

    private static func attested(_ text: String, _ harness: NodeHarness) throws -> Attestation {
        try attested(Array(text.utf8), harness)
    }

    /// A request with attested texts, signed after `change`.
    private static func launch(
        _ name: String, by person: Somebody, _ harness: NodeHarness, _ change: (inout Launch) throws -> Void = { _ in }
    ) throws -> Launch {
        var request = Launch()
        request.owner = person.key.publicKey.accountID
        request.name = name
        request.nameModerationAttestation = try attested(name, harness)
        try change(&request)
        request.signature = try person.sign(request)
        return request
    }

    private static func result(
        _ name: String, by person: Somebody, _ harness: NodeHarness, _ change: (inout Launch) throws -> Void = { _ in }
    ) async throws -> Ocp_Currency_V1_LaunchResponse.Result {
        try await harness.currencies.launch(launch(name, by: person, harness, change)).result
    }

    @Test("a launch with attested contents records a currency that waits for its first purchase")
    func launch_honest_isRecorded() async throws {
        try await NodeHarness.run { harness in
            let ada = try Somebody("ada")
            try await harness.open(ada)
            let request = try Self.launch("Marble Coin", by: ada, harness) {
                $0.symbol = "MRBL"
                $0.symbolModerationAttestation = try Self.attested("MRBL", harness)
                $0.description_p = "Round."
                $0.descriptionModerationAttestation = try Self.attested("Round.", harness)
                $0.icon = Self.icon
                $0.iconModerationAttestation = try Self.attested(Self.icon, harness)
            }
            let answer = try await harness.currencies.launch(request)
            #expect(answer.result == .ok)
            let mint = try PublicKey(answer.mint)
            let stored = try harness.node.context.store.read { (try $0.mint(mint), try $0.currency(mint)) }
            #expect(stored.0?.name == "Marble Coin" && stored.0?.symbol == "MRBL" && stored.0?.state == .reserved)
            #expect(stored.1?.creator == ada.key.publicKey && stored.1?.state == .waitingForInitialPurchase)
            #expect(try await Self.result("marble coin", by: ada, harness) == .nameExists)
        }
    }

    @Test("each content needs an attestation of its own that is the node's and not older than a day")
    func launch_attestations_areChecked() async throws {
        try await NodeHarness.run { harness in
            let ada = try Somebody("ada")
            try await harness.open(ada)
            func denied(_ change: (inout Launch) throws -> Void) async throws {
                #expect(try await Self.result("Marble", by: ada, harness, change) == .denied)
            }
            try await denied { $0.nameModerationAttestation = try Self.attested("Marbles", harness) }
            try await denied { $0.nameModerationAttestation.rawValue = [1, 2, 3] }
            let name = Array("Marble".utf8)
            try await denied {
                $0.nameModerationAttestation = try Self.attested(name, harness, age: .seconds(86_401))
            }
            try await denied { $0.nameModerationAttestation = try Self.attested(name, harness, age: .seconds(-61)) }
            try await denied { $0.nameModerationAttestation = try Self.attested(name, harness, by: ada.key) }
            // An attestation that names the node, but was signed with another key.
            try await denied {
                var forged = try Flipcash_Moderation_V1_ModerationAttestation(
                    serializedBytes: Self.attested(name, harness).rawValue)
                forged.clearSignature()
                let signature = ada.key.sign(try forged.serializedBytes())
                forged.signature = .with { $0.value = signature.bytes }
                $0.nameModerationAttestation.rawValue = try forged.serializedBytes()
            }
            try await denied { $0.symbol = "MRBL" }
            try await denied { $0.description_p = "Round." }
            try await denied { $0.icon = Self.icon }
            #expect(
                try await Self.result("Marble", by: ada, harness) {
                    $0.nameModerationAttestation = try Self.attested(name, harness, age: .seconds(86_399))
                } == .ok)
        }
    }

    @Test("the service's own name, a broken icon and people without an account are refused")
    func launch_contents_areChecked() async throws {
        try await NodeHarness.run { harness in
            let (ada, bob) = (try Somebody("ada"), try Somebody("bob"))
            try await harness.open(ada)
            #expect(try await Self.result("usdf", by: ada, harness) == .denied)
            let broken = Array(Self.icon.dropLast())
            #expect(
                try await Self.result("Marble", by: ada, harness) {
                    $0.icon = broken
                    $0.iconModerationAttestation = try Self.attested(broken, harness)
                } == .invalidIcon)
            #expect(try await Self.result("Marble", by: bob, harness) == .denied)
            try await harness.open(bob, type: .giftCard)
            #expect(try await Self.result("Marble", by: bob, harness) == .denied)
            let status = await grpcStatus {
                var request = try Self.launch("Marble", by: ada, harness)
                request.signature = try bob.sign(request)
                return try await harness.currencies.launch(request)
            }
            #expect(status?.code == .unauthenticated)
        }
    }

    @Test("a node records only as many currencies as it is set to")
    func launch_tooMany_isDenied() async throws {
        var settings = NodeSettings()
        settings.currenciesMax = 1
        try await NodeHarness.run(settings: settings) { harness in
            let ada = try Somebody("ada")
            try await harness.open(ada)
            #expect(try await Self.result("Marble", by: ada, harness) == .ok)
            #expect(try await Self.result("Pebble", by: ada, harness) == .denied)
        }
    }

    @Test("of launches that are sent at once a node records only as many currencies as it is set to")
    func launch_manyAtOnce_staysWithinMaximum() async throws {
        var settings = NodeSettings()
        settings.currenciesMax = 1
        // In a folder, because a node in memory does not read while it writes.
        let folder = try TemporaryFolder()
        try await NodeHarness.run(settings: settings, storage: .folder(NodeFolder(folder.file("node")))) { harness in
            let people = [try Somebody("ada"), try Somebody("bob")]
            for person in people { try await harness.open(person) }
            let results = Mutex<[Ocp_Currency_V1_LaunchResponse.Result]>([])
            try await Self.send(
                zip(people, ["Marble", "Pebble"]).map { person, name in
                    {
                        let result = try await Self.result(name, by: person, harness)
                        results.withLock { $0.append(result) }
                    }
                }, harness)
            #expect(Set(results.withLock { $0 }) == [.ok, .denied])
            #expect(try harness.node.context.store.read { try $0.currencyCount() } == 1)
        }
    }

    @Test("a node without launched currencies has none to discover, and the core mint has no history")
    func discover_noCurrencies_isNotFound() async throws {
        try await NodeHarness.run { harness in
            let found = try await harness.currencies.discover(.with { $0.category = .new }) { response in
                var results: [Ocp_Currency_V1_DiscoverResponse.Result] = []
                for try await message in response.messages { results.append(message.result) }
                return results
            }
            #expect(found == [.notFound])
            for mint in [PublicKey.usdf, .usdc] {
                let history = try await harness.currencies.getHistoricalMintData(
                    .with {
                        $0.address = mint.accountID
                        $0.currencyCode = "usd"
                        $0.predefinedRange = .allTime
                    })
                #expect(history.result == .notFound)
            }
        }
    }

    @Test("only the creator changes a currency, with attested contents")
    func update_partiesAndContents_areChecked() async throws {
        try await NodeHarness.run { harness in
            let (ada, bob) = (try Somebody("ada"), try Somebody("bob"))
            try await harness.open(ada)
            try await harness.open(bob)
            let mint = try await harness.currencies.launch(Self.launch("Marble", by: ada, harness)).mint
            func icon(
                _ icon: [UInt8], of mint: Ocp_Common_V1_SolanaAccountId, by person: Somebody, attested: [UInt8]? = nil
            ) async throws -> Ocp_Currency_V1_UpdateIconResponse.Result {
                var request = Ocp_Currency_V1_UpdateIconRequest()
                request.owner = person.key.publicKey.accountID
                request.mint = mint
                request.icon = icon
                request.moderationAttestation = try Self.attested(attested ?? icon, harness)
                request.signature = try person.sign(request)
                return try await harness.currencies.updateIcon(request).result
            }
            let broken = Array(Self.icon.dropLast())
            #expect(try await icon(Self.icon, of: mint, by: bob) == .denied)
            #expect(try await icon(Self.icon, of: PublicKey.usdc.accountID, by: ada) == .notFound)
            #expect(try await icon(Self.icon, of: PublicKey.usdf.accountID, by: ada) == .denied)
            #expect(try await icon(Self.icon, of: mint, by: ada, attested: broken) == .denied)
            #expect(try await icon(broken, of: mint, by: ada) == .invalidIcon)
            #expect(try await icon(Self.icon, of: mint, by: ada) == .ok)
            let key = try PublicKey(mint)
            #expect(try harness.node.context.store.read { try $0.icon(of: key) } == Self.icon)

            func text(_ text: String, by person: Somebody, attested: String) async throws
                -> Ocp_Currency_V1_UpdateMetadataResponse.Result
            {
                var request = Ocp_Currency_V1_UpdateMetadataRequest()
                request.owner = person.key.publicKey.accountID
                request.mint = mint
                request.newDescription.value = text
                request.newDescription.moderationAttestation = try Self.attested(attested, harness)
                request.signature = try person.sign(request)
                return try await harness.currencies.updateMetadata(request).result
            }
            #expect(try await text("Round.", by: bob, attested: "Round.") == .denied)
            #expect(try await text("Round.", by: ada, attested: "Square.") == .denied)
            #expect(try await text("Round.", by: ada, attested: "Round.") == .ok)
            #expect(try harness.node.context.store.read { try $0.mint(key)?.description } == "Round.")

            // A currency that was given up is not changed any more.
            let isGivenUp = try harness.node.context.store.write {
                try $0.setState(.abandoning, of: key, from: .waitingForInitialPurchase)
            }
            #expect(isGivenUp)
            #expect(try await icon(Self.icon, of: mint, by: ada) == .notFound)
            #expect(try await text("Flat.", by: ada, attested: "Flat.") == .notFound)
        }
    }

    /// Sends requests at once, while `unit` holds the writer, so that all of them are checked before any is written.
    private static func send(
        _ requests: [@Sendable () async throws -> Void], _ harness: NodeHarness,
        behind unit: @escaping @Sendable (StoreWriter) throws -> Void = { _ in }
    ) async throws {
        let (isHeld, mayEnd) = (Latch(), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await harness.node.context.committer.commit { writer in
                    isHeld.open()
                    mayEnd.wait()
                    try unit(writer)
                }
            }
            await isHeld.wait()
            for request in requests { group.addTask { try await request() } }
            for _ in 0..<1000 { await Task.yield() }
            mayEnd.signal()
            try await group.waitForAll()
        }
    }

    @Test("changes that a creator sends at once are all kept")
    func update_manyAtOnce_allKept() async throws {
        let folder = try TemporaryFolder()
        try await NodeHarness.run(storage: .folder(NodeFolder(folder.file("node")))) { harness in
            let ada = try Somebody("ada")
            try await harness.open(ada)
            let mint = try await harness.currencies.launch(Self.launch("Marble", by: ada, harness)).mint
            @Sendable func update(
                _ change: (inout Ocp_Currency_V1_UpdateMetadataRequest) throws -> Void
            ) async throws {
                var request = Ocp_Currency_V1_UpdateMetadataRequest()
                request.owner = ada.key.publicKey.accountID
                request.mint = mint
                try change(&request)
                request.signature = try ada.sign(request)
                #expect(try await harness.currencies.updateMetadata(request).result == .ok)
            }
            try await Self.send(
                [
                    { try await update { $0.newBillCustomization.value.colors = [.with { $0.hex = "#102030" }] } },
                    {
                        try await update {
                            $0.newSocialLinks.value = [.with { $0.website.url = "https://marble.example" }]
                        }
                    },
                    {
                        try await update {
                            $0.newDescription.value = "Round."
                            $0.newDescription.moderationAttestation = try Self.attested("Round.", harness)
                        }
                    },
                ], harness)
            let key = try PublicKey(mint)
            let (kept, description) = try harness.node.context.store.read { reader in
                (try reader.currency(key), try reader.mint(key)?.description)
            }
            #expect(kept?.colors == ["#102030"])
            #expect(kept?.socialLinks.isEmpty == false)
            #expect(description == "Round.")
        }
    }

    @Test("changes that arrive while their currency is given up are refused")
    func update_whileGivenUp_isRefused() async throws {
        // In a folder, because a node in memory does not read while it writes.
        let folder = try TemporaryFolder()
        try await NodeHarness.run(storage: .folder(NodeFolder(folder.file("node")))) { harness in
            let ada = try Somebody("ada")
            try await harness.open(ada)
            let mint = try await harness.currencies.launch(Self.launch("Marble", by: ada, harness)).mint
            let key = try PublicKey(mint)
            try await Self.send(
                [
                    {
                        var request = Ocp_Currency_V1_UpdateIconRequest()
                        request.owner = ada.key.publicKey.accountID
                        request.mint = mint
                        request.icon = Self.icon
                        request.moderationAttestation = try Self.attested(Self.icon, harness)
                        request.signature = try ada.sign(request)
                        #expect(try await harness.currencies.updateIcon(request).result == .notFound)
                    },
                    {
                        var request = Ocp_Currency_V1_UpdateMetadataRequest()
                        request.owner = ada.key.publicKey.accountID
                        request.mint = mint
                        request.newSocialLinks = .init()
                        request.signature = try ada.sign(request)
                        #expect(try await harness.currencies.updateMetadata(request).result == .notFound)
                    },
                ], harness,
                behind: { writer in
                    let isGivenUp = try writer.setState(.abandoning, of: key, from: .waitingForInitialPurchase)
                    #expect(isGivenUp)
                })
            #expect(try harness.node.context.store.read { try $0.icon(of: key) } == nil)
        }
    }

    @Test("changes signed by another key are UNAUTHENTICATED")
    func update_wrongSignature_isUnauthenticated() async throws {
        try await NodeHarness.run { harness in
            let (ada, bob) = (try Somebody("ada"), try Somebody("bob"))
            try await harness.open(ada)
            let mint = try await harness.currencies.launch(Self.launch("Marble", by: ada, harness)).mint
            let iconStatus = await grpcStatus {
                var request = Ocp_Currency_V1_UpdateIconRequest()
                request.owner = ada.key.publicKey.accountID
                request.mint = mint
                request.icon = Self.icon
                request.moderationAttestation = try Self.attested(Self.icon, harness)
                request.signature = try bob.sign(request)
                return try await harness.currencies.updateIcon(request)
            }
            #expect(iconStatus?.code == .unauthenticated)
            let textStatus = await grpcStatus {
                var request = Ocp_Currency_V1_UpdateMetadataRequest()
                request.owner = ada.key.publicKey.accountID
                request.mint = mint
                request.newSocialLinks = .init()
                request.signature = try bob.sign(request)
                return try await harness.currencies.updateMetadata(request)
            }
            #expect(textStatus?.code == .unauthenticated)
        }
    }
}
