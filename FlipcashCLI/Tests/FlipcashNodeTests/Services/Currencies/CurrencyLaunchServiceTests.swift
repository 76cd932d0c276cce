import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Launch, changes, discovery and history of currencies, through the services (payment specification §17, wire contract
/// §7.3).
@Suite("Launches through the services")
struct CurrencyLaunchServiceTests {
    /// One grey pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00,
        0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xCD, 0x72,
        0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    @Test("A launched currency is reserved for its creator until the first purchase, and its name is taken")
    func launch_allowed_reservesMint() async throws {
        try await MarketTown.run { town in
            let answer = try await town.launch("Tea Coin", by: town.a)
            #expect(answer.result == .ok)
            let mint = try town.mint(try #require(PublicKey(exactly: answer.mint.value)))
            #expect(mint.state == .reserved && mint.symbol == "TEACOIN" && mint.description == "Tea Coin")
            let name = try await town.currencies.checkAvailability(.with { $0.name = "TEA  coin" })
            #expect(!name.isAvailable)
            #expect(try await town.currencies.discovery(.init()).result == .notFound)
            for taken in ["Tea Coin", "tea coin"] {
                #expect(try await town.launch(taken, by: town.b).result == .nameExists)
            }
            #expect(try await town.currencies.getMints(.with { $0.addresses = [answer.mint] }).result == .ok)
        }
    }

    @Test("A launch without an account, or with a name that is reserved, is denied")
    func launch_ownerAndName_areChecked() async throws {
        try await MarketTown.run { town in
            let stranger = Payer(key: try Somebody("stranger").key)
            #expect(try await town.launch("Tea Coin", by: stranger).result == .denied)
            let attestations = ModerationAttestations(key: town.node.context.nodeKey)
            let reserved = try await town.launch("Tea", by: town.a) { request in
                request.name = "uSDF"
                let allowed = try attestations.attest(
                    Array("uSDF".utf8), user: [UInt8](repeating: 1, count: 16), now: town.harness.clock.now())
                request.nameModerationAttestation.rawValue = try allowed.serializedBytes()
            }
            #expect(reserved.result == .denied)
            let status = await grpcStatus {
                _ = try await town.launch("Tea", by: town.a) { $0.name = " Tea" }
            }
            #expect(status?.code == .invalidArgument)
        }
    }

    @Test("Every text and picture needs its own fresh attestation of this node")
    func launch_attestations_areChecked() async throws {
        try await MarketTown.run { town in
            func result(
                _ change: (inout Ocp_Currency_V1_LaunchRequest) async throws -> Void
            ) async throws -> Ocp_Currency_V1_LaunchResponse.Result {
                try await town.launch("Tea Coin", by: town.a, change).result
            }
            let other = try await town.attestation("Other", for: town.a)
            #expect(try await result { $0.nameModerationAttestation = other } == .denied)
            #expect(try await result { $0.symbol = "TEA" } == .denied)
            #expect(try await result { $0.description_p = "Leaves" } == .denied)
            #expect(try await result { $0.icon = Self.png } == .denied)
            #expect(
                try await result {
                    $0.description_p = "Leaves"
                    $0.descriptionModerationAttestation = other
                } == .denied)

            let strangerKey = try Somebody("other node").key
            let forged = try ModerationAttestations(key: strangerKey).attest(
                Array("Tea Coin".utf8), user: [UInt8](repeating: 1, count: 16), now: town.harness.clock.now())
            let bytes: [UInt8] = try forged.serializedBytes()
            #expect(try await result { $0.nameModerationAttestation.rawValue = bytes } == .denied)

            let old = try await town.attestation("Tea Coin", for: town.a)
            town.harness.clock.advance(by: .seconds(86_401))
            #expect(try await result { $0.nameModerationAttestation = old } == .denied)
            #expect(try town.node.context.store.read { try $0.currencyCount() } == 0)
        }
    }

    @Test("An incomplete picture is refused as an invalid icon; a complete one is kept")
    func launch_icon_mustBeWhole() async throws {
        try await MarketTown.run { town in
            let broken = Array(Self.png.dropLast(4))
            let refused = try await town.launch("Tea Coin", by: town.a) { request in
                request.icon = broken
                request.iconModerationAttestation = try await town.attestation(picture: broken, for: town.a)
            }
            #expect(refused.result == .invalidIcon)
            let kept = try await town.launch("Tea Coin", by: town.a) { request in
                request.icon = Self.png
                request.iconModerationAttestation = try await town.attestation(picture: Self.png, for: town.a)
            }
            #expect(kept.result == .ok)
            let mint = try #require(PublicKey(exactly: kept.mint.value))
            #expect(try town.node.context.store.read { try $0.icon(of: mint) } == Self.png)
        }
    }

    @Test("No more currencies than the operator allows")
    func launch_tooMany_isDenied() async throws {
        var settings = NodeSettings.standard
        settings.currenciesMax = 1
        try await MarketTown.run(settings: settings) { town in
            let first = try await town.launch("Tea Coin", by: town.a)
            let second = try await town.launch("Milk Coin", by: town.a)
            #expect([first.result, second.result] == [.ok, .denied])
        }
    }

    @Test("A request changed after it was signed is not accepted")
    func launchAndUpdates_changedRequest_unauthenticated() async throws {
        try await MarketTown.run { town in
            let mint = try await town.available("Tea Coin", by: town.a)
            let attestation = try await town.attestation("Milk Coin", for: town.a)
            let launch = Ocp_Currency_V1_LaunchRequest.with {
                $0.owner = town.a.owner.accountID
                $0.name = "Milk Coin"
                $0.nameModerationAttestation = attestation
                $0.signature = Signature.zero.wire
            }
            let icon = Ocp_Currency_V1_UpdateIconRequest.with {
                $0.owner = town.a.owner.accountID
                $0.mint = mint.mint.accountID
                $0.icon = Self.png
                $0.moderationAttestation = attestation
                $0.signature = Signature.zero.wire
            }
            let metadata = Ocp_Currency_V1_UpdateMetadataRequest.with {
                $0.owner = town.a.owner.accountID
                $0.mint = mint.mint.accountID
                $0.signature = Signature.zero.wire
            }
            let statuses = [
                await grpcStatus { _ = try await town.currencies.launch(launch) },
                await grpcStatus { _ = try await town.currencies.updateIcon(icon) },
                await grpcStatus { _ = try await town.currencies.updateMetadata(metadata) },
            ]
            #expect(statuses.map { $0?.code } == [.unauthenticated, .unauthenticated, .unauthenticated])
        }
    }

    // MARK: Changes

    private func updateIcon(
        _ mint: PublicKey, _ icon: [UInt8], by person: Payer, _ town: MarketTown
    ) async throws -> Ocp_Currency_V1_UpdateIconResponse.Result {
        let attestation = try await town.attestation(picture: icon, for: person)
        var request = Ocp_Currency_V1_UpdateIconRequest.with {
            $0.owner = person.owner.accountID
            $0.mint = mint.accountID
            $0.icon = icon
            $0.moderationAttestation = attestation
        }
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return try await town.currencies.updateIcon(request).result
    }

    @Test("Only the creator replaces the picture, and only with a whole one")
    func updateIcon_creatorOnly() async throws {
        try await MarketTown.run { town in
            let mint = try await town.available("Tea Coin", by: town.a)
            #expect(try await updateIcon(mint.mint, Self.png, by: town.b, town) == .denied)
            #expect(try await updateIcon(.usdf, Self.png, by: town.a, town) == .denied)
            #expect(try await updateIcon(Samples.mint, Self.png, by: town.a, town) == .notFound)
            #expect(try await updateIcon(mint.mint, Array(Self.png.dropLast()), by: town.a, town) == .invalidIcon)
            let before = mint.imageURL
            #expect(try await updateIcon(mint.mint, Self.png, by: town.a, town) == .ok)
            let after = try await town.currencies.getMints(.with { $0.addresses = [mint.mint.accountID] })
            let address = after.metadataByAddress[mint.mint.base58]?.imageURL ?? ""
            #expect(address != before && address.hasPrefix("data:image/png;base64,"))
        }
    }

    @Test("Only the creator changes description, colours and links; what is absent stays")
    func updateMetadata_creatorOnly() async throws {
        try await MarketTown.run { town in
            let mint = try await town.available("Tea Coin", by: town.a)
            func update(
                _ address: PublicKey? = nil, by person: Payer,
                _ change: (inout Ocp_Currency_V1_UpdateMetadataRequest) -> Void
            ) async throws -> Ocp_Currency_V1_UpdateMetadataResponse.Result {
                var request = Ocp_Currency_V1_UpdateMetadataRequest.with {
                    $0.owner = person.owner.accountID
                    $0.mint = (address ?? mint.mint).accountID
                    change(&$0)
                }
                request.signature = person.key.sign(try request.serializedBytes()).wire
                return try await town.currencies.updateMetadata(request).result
            }
            func metadata() async throws -> Ocp_Currency_V1_Mint {
                let answer = try await town.currencies.getMints(.with { $0.addresses = [mint.mint.accountID] })
                return try #require(answer.metadataByAddress[mint.mint.base58])
            }
            let attestation = try await town.attestation("Fresh leaves", for: town.a)
            #expect(try await update(by: town.b) { _ in } == .denied)
            #expect(try await update(Samples.mint, by: town.a) { _ in } == .notFound)
            #expect(
                try await update(by: town.a) {
                    $0.newDescription.value = "Stale leaves"
                    $0.newDescription.moderationAttestation = attestation
                } == .denied)
            #expect(
                try await update(by: town.a) {
                    $0.newDescription.value = "Fresh leaves"
                    $0.newDescription.moderationAttestation = attestation
                } == .ok)
            #expect(
                try await update(by: town.a) {
                    $0.newBillCustomization.value.colors = [.with { $0.hex = "#102030" }]
                } == .ok)
            let changed = try await metadata()
            #expect(changed.description_p == "Fresh leaves" && changed.name == "Tea Coin")
            #expect(changed.billCustomization.colors.map(\.hex) == ["#102030"])
        }
    }

    // MARK: Market

    @Test("Popular currencies come by their market value, new ones by their age, with the change of a year")
    func discover_twoCurrencies_areRanked() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            town.harness.clock.advance(by: .seconds(60))
            let milk = try await town.available("Milk Coin", by: town.b)
            func ranking(_ category: Ocp_Currency_V1_DiscoverRequest.Category) async throws -> [Ocp_Currency_V1_Mint] {
                try await town.currencies.discovery(.with { $0.category = category }).mints
            }
            #expect(try await ranking(.new).map(\.name) == ["Milk Coin", "Tea Coin"])
            try await town.trade(town.order(town.usdf, tea, 20_000_000), by: town.a)
            let popular = try await ranking(.popular)
            #expect(popular.map(\.name) == ["Tea Coin", "Milk Coin"])
            let supply = try town.mint(tea.mint).launchpad?.supply ?? 0
            let metrics = try #require(popular.first).marketCapMetrics
            #expect(metrics.currentMarketCap == MarketCapHistory.value(supplyQuarks: supply, fx: 1))
            #expect(metrics.marketCapDeltas.map(\.range) == [.lastDay, .lastWeek, .lastMonth, .lastYear])
            #expect(metrics.marketCapDeltas.allSatisfy { $0.delta == metrics.currentMarketCap })

            _ = try await town.submitOpening(of: milk, by: town.a)
            try await town.trade(town.order(town.usdf, milk, 60_000_000), by: town.a)
            #expect(try await ranking(.popular).map(\.name) == ["Milk Coin", "Tea Coin"])
        }
    }

    @Test("The history starts at nothing, rises with a purchase, and has no points without a trade")
    func history_afterTrades_hasTheirValues() async throws {
        try await MarketTown.run { town in
            func history(
                _ mint: PublicKey, _ currency: String = "usd"
            ) async throws -> Ocp_Currency_V1_GetHistoricalMintDataResponse {
                try await town.currencies.getHistoricalMintData(
                    .with {
                        $0.address = mint.accountID
                        $0.currencyCode = currency
                        $0.predefinedRange = .lastDay
                    })
            }
            #expect(try await history(.usdf).result == .notFound)
            #expect(try await history(Samples.mint).result == .notFound)
            let reserved = try await town.launch("Milk Coin", by: town.b)
            let untraded = try #require(PublicKey(exactly: reserved.mint.value))
            #expect(try await history(untraded).result == .missingData)

            let tea = try await town.available("Tea Coin", by: town.a)
            let first = try town.mint(tea.mint).launchpad?.supply ?? 0
            town.harness.clock.advance(by: .seconds(600))
            try await town.trade(town.order(town.usdf, tea, 20_000_000), by: town.a)
            let second = try town.mint(tea.mint).launchpad?.supply ?? 0
            town.harness.clock.advance(by: .seconds(600))
            let answer = try await history(tea.mint)
            #expect(answer.result == .ok)
            let values = answer.data.map(\.marketCap)
            #expect(values.first == 0 && values == values.sorted())
            #expect(values.contains(MarketCapHistory.value(supplyQuarks: first, fx: 1)))
            #expect(values.last == MarketCapHistory.value(supplyQuarks: second, fx: 1))
            #expect(try await history(tea.mint, "xxx").result == .missingData)
        }
    }
}

extension MarketTown {
    /// Opens a person's account of a currency; returns the reason of a refusal.
    func submitOpening(of mint: MintRecord, by person: Payer) async throws -> String? {
        try await transactions.submit(person.open(mint, id: node.newIntentID()), signers: [])
    }
}

extension Ocp_Currency_V1_Currency.Client {
    /// The one answer of `Discover`.
    fileprivate func discovery(
        _ request: Ocp_Currency_V1_DiscoverRequest
    ) async throws -> Ocp_Currency_V1_DiscoverResponse {
        try await discover(request) { response in
            var answers: [Ocp_Currency_V1_DiscoverResponse] = []
            for try await answer in response.messages { answers.append(answer) }
            return try #require(answers.count == 1 ? answers.first : nil)
        }
    }
}
