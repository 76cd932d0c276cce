import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Requests that launch, change and swap currencies.
extension SignedRequestTests {
    @Test("a launch covers its owner, its texts and its picture, with their attestations")
    func launch_everyField_isCovered() async throws {
        try await MarketTown.run { town in
            let other = town.b.owner.accountID
            let name = try await town.attestation("Tea Coin", for: town.a)
            let symbol = try await town.attestation("TEA", for: town.a)
            let text = try await town.attestation("Fresh leaves", for: town.a)
            let picture = try await town.attestation(picture: CurrencyLaunchServiceTests.png, for: town.a)
            let launch = try signed(
                Somebody(key: town.a.key),
                Ocp_Currency_V1_LaunchRequest.with {
                    $0.owner = town.a.owner.accountID
                    $0.name = "Tea Coin"
                    $0.symbol = "TEA"
                    $0.description_p = "Fresh leaves"
                    $0.billCustomization.colors = [.with { $0.hex = "#102030" }]
                    $0.icon = CurrencyLaunchServiceTests.png
                    $0.nameModerationAttestation = name
                    $0.symbolModerationAttestation = symbol
                    $0.descriptionModerationAttestation = text
                    $0.iconModerationAttestation = picture
                }
            ) { $0.signature = $1 }
            let changes: [Change<Ocp_Currency_V1_LaunchRequest>] = [
                { $0.owner = other }, { $0.name = "Milk Coin" }, { $0.symbol = "MILK" },
                { $0.description_p = "Stale leaves" }, { $0.billCustomization.colors[0].hex = "#302010" },
                { $0.clearBillCustomization() }, { $0.icon.append(0) },
                { $0.nameModerationAttestation = text }, { $0.symbolModerationAttestation = text },
                { $0.descriptionModerationAttestation = name }, { $0.iconModerationAttestation = name },
                { $0.signature = Signature.zero.wire },
            ]
            await expectCovered(launch, changes) { try await town.currencies.launch($0) }
            #expect(try town.node.context.store.read { try $0.currencyCount() } == 1)
        }
    }

    @Test("changes of a currency cover each of their fields")
    func currencyChanges_everyField_areCovered() async throws {
        try await MarketTown.run { town in
            let (person, other) = (Somebody(key: town.a.key), town.b.owner.accountID)
            let mint = try await town.launch("Tea Coin", by: town.a).mint
            let text = try await town.attestation("Fresh leaves", for: town.a)
            let picture = try await town.attestation(picture: CurrencyLaunchServiceTests.png, for: town.a)
            let icon = try signed(
                person,
                Ocp_Currency_V1_UpdateIconRequest.with {
                    $0.owner = town.a.owner.accountID
                    $0.mint = mint
                    $0.icon = CurrencyLaunchServiceTests.png
                    $0.moderationAttestation = picture
                }
            ) { $0.signature = $1 }
            let iconChanges: [Change<Ocp_Currency_V1_UpdateIconRequest>] = [
                { $0.owner = other }, { $0.mint = other }, { $0.icon.append(0) },
                { $0.moderationAttestation = text }, { $0.signature = Signature.zero.wire },
            ]
            await expectCovered(icon, iconChanges) { try await town.currencies.updateIcon($0) }
            let metadata = try signed(
                person,
                Ocp_Currency_V1_UpdateMetadataRequest.with {
                    $0.owner = town.a.owner.accountID
                    $0.mint = mint
                    $0.newDescription.value = "Fresh leaves"
                    $0.newDescription.moderationAttestation = text
                    $0.newBillCustomization.value.colors = [.with { $0.hex = "#102030" }]
                    $0.newSocialLinks.value = [.with { $0.website.url = "https://tea.example" }]
                }
            ) { $0.signature = $1 }
            let changes: [Change<Ocp_Currency_V1_UpdateMetadataRequest>] = [
                { $0.owner = other }, { $0.mint = other },
                { $0.newDescription.value = "Stale leaves" },
                { $0.newDescription.moderationAttestation = picture }, { $0.clearNewDescription() },
                { $0.newBillCustomization.value.colors[0].hex = "#302010" }, { $0.clearNewBillCustomization() },
                { $0.newSocialLinks.value[0].website.url = "https://milk.example" }, { $0.clearNewSocialLinks() },
                { $0.signature = Signature.zero.wire },
            ]
            await expectCovered(metadata, changes) { try await town.currencies.updateMetadata($0) }
            let key = try PublicKey(mint)
            #expect(try town.mint(key).description == "Fresh leaves")
        }
    }

    @Test("the start of a swap covers its terms, its keys and the signature over its terms")
    func statefulSwap_everyField_isCovered() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000, fee: 10_000)
            let request = order.request(by: town.a)
            let (other, funding) = (town.b.owner.accountID, town.node.newIntentID().base58)
            let exchange = try town.exchange(1_010_000, town.usdf)
            let changes: [Change<SwapOrder.Initiate>] = [
                { $0.reserve.id.value = other.value }, { $0.reserve.fromMint = other }, { $0.reserve.toMint = other },
                { $0.reserve.swapAmount += 1 }, { $0.reserve.fundingSource = .externalWallet },
                { $0.reserve.fundingID = funding }, { $0.reserve.feeAmount += 1 },
                { $0.reserve.fullAmountExchangeData = exchange },
                { $0.owner = other }, { $0.swapAuthority = other },
                { $0.proofSignature = Signature.zero.wire }, { $0.signature = $0.proofSignature },
            ]
            for (number, change) in changes.enumerated() {
                var changed = request
                change(&changed)
                let outcome = try await town.start(changed) { _ in nil }
                guard case .status(.unauthenticated, _) = outcome else {
                    Issue.record("change \(number): \(outcome)")
                    continue
                }
            }
            let core = town.usdf.virtualMachine
            let accepted = try await town.start(request) { try? order.signatures(by: town.a, core: core, $0) }
            #expect(accepted == .success, "as it was signed")
        }
    }
}
