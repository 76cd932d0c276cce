import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests that anyone can compute the ids of the node's own intents, but only the node can use them (payment
/// specification §5.5).
@Suite("Ids that the node reserves") struct ReservedIDTests {
    private static let returnTaken =
        "another intent has the id that the return of this cash link needs; use a new intent id"

    // MARK: Over a connection

    @Test("A stranger cannot take the id of a link's return, and the link still goes back to its issuer")
    func submitIntent_reservedID_existsAlready() async throws {
        try await WireTown.run { town in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let card = Payer(key: .generate(using: town.node.context.environment.random))
            let id = town.id()
            let link = a.link(try town.dollars(2_000_000), card: card, usdf, id: id)
            #expect(try await town.submit(link, signers: [a, card]) == nil)
            #expect(await town.node.perform(AdminRequest(.faucet, owner: b.owner.base58, quarks: 1_000_000)).ok)

            let cent = b.pay(try town.dollars(10_000), to: a.vault(usdf), usdf, id: .autoReturn(of: id))
            #expect(try await town.submit(cent, signers: [b]) == "intent already exists")
            let opening = b.open(usdf, id: .autoReturn(of: id))
            #expect(try await town.submit(opening, signers: []) == "intent already exists")
            #expect(await town.violations() == [])

            #expect(try await town.void(card, by: a) == .ok)
            #expect(try await town.void(card, by: a) == .ok)
            #expect(try town.balance(a) == 25_000_000)
            #expect(try town.balance(b) == 1_000_000)
            #expect(await town.violations() == [])
        }
    }

    @Test("A link whose return's id is taken is refused, and another link works")
    func submitIntent_returnTakenBefore_refused() async throws {
        try await WireTown.run { town in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let random = town.node.context.environment.random
            let id = town.id()
            let cent = a.pay(try town.dollars(10_000), to: b.vault(usdf), usdf, id: .autoReturn(of: id))
            #expect(try await town.submit(cent, signers: [a]) == nil)
            let card = Payer(key: .generate(using: random))
            let link = a.link(try town.dollars(2_000_000), card: card, usdf, id: id)
            #expect(try await town.submit(link, signers: [a, card]) == Self.returnTaken)
            #expect(try town.balance(a) == 24_990_000)

            let another = a.link(try town.dollars(2_000_000), card: card, usdf, id: town.id())
            #expect(try await town.submit(another, signers: [a, card]) == nil)
            #expect(try await town.void(card, by: a) == .ok)
            #expect(try town.balance(a) == 24_990_000)
            #expect(await town.violations() == [])
        }
    }

    @Test("A deposit whose id a client has taken is booked once, under the next id")
    func deposit_idTaken_takesNext() async throws {
        try await WireTown.run { town in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let vault = b.vault(usdf)
            let taken = IntentID.externalDeposit(reference: "invoice-7", destination: vault)
            let cent = a.pay(try town.dollars(10_000), to: vault, usdf, id: taken)
            #expect(try await town.submit(cent, signers: [a]) == nil)

            let request = AdminRequest(
                .deposit, owner: b.owner.base58, quarks: 3_000_000, reference: "invoice-7")
            let first = try #require(await town.node.perform(request).deposit)
            #expect(first.booked)
            #expect(
                first.intent
                    == IntentID.externalDeposit(reference: "invoice-7", destination: vault, attempt: 1).base58)
            let second = try #require(await town.node.perform(request).deposit)
            #expect(!second.booked && second.intent == first.intent)
            #expect(try town.balance(b) == 3_010_000)
            #expect(await town.violations() == [])
        }
    }

    // MARK: The rules

    @Test("If a link and a payment with the id of its return are signed at the same time, the first commit wins")
    func commit_linkAndStrangerTogether_oneCommits() async throws {
        for isLinkFirst in [false, true] {
            let world = try LedgerWorld()
            let (a, b) = (try await world.user(25_000_000), try await world.user(1_000_000))
            let card = world.stranger()
            let id = world.id()
            let link = a.link(world.dollars(2_000_000), card: card, world.usdf, id: id)
            let cent = b.pay(world.dollars(10_000), to: a.vault(world.usdf), world.usdf, id: .autoReturn(of: id))
            let (slow, quick) = isLinkFirst ? (cent, link) : (link, cent)
            let outcome = try await world.converse(with: [.with { $0.submitActions = slow }]) { parameters in
                let other = try? await world.submit(quick, signers: [a, b, card])
                #expect(other == .success)
                return .with {
                    $0.submitSignatures.signatures =
                        LedgerWorld.signatures(slow, parameters, [a, b, card]).map(\.wire)
                }
            }
            #expect(outcome == (isLinkFirst ? .stale("intent already exists") : .invalid(Self.returnTaken)))
            #expect(try world.balance(a) == (isLinkFirst ? 23_000_000 : 25_010_000))
            #expect(try world.findings().map(\.description) == [])
        }
    }

    @Test("A collected link keeps the id of its return, so that no other intent can pass for it in the history")
    func submit_returnIDOfCollectedLink_existsAlready() async throws {
        let world = try LedgerWorld()
        let (a, b) = (try await world.user(25_000_000), try await world.user())
        let card = world.stranger()
        let id = world.id()
        try await world.submitted(
            a.link(world.dollars(2_000_000), card: card, world.usdf, id: id), signers: [a, card])
        try await world.submitted(b.claim(card, quarks: 2_000_000, world.usdf, id: world.id()), signers: [card])
        let cent = b.pay(world.dollars(10_000), to: a.vault(world.usdf), world.usdf, id: .autoReturn(of: id))
        #expect(try await world.submit(cent, signers: [b]) == .stale("intent already exists"))
        let item = try world.store.read { reader in
            try reader.intent(id).flatMap { try FeedReader(reader: reader, owner: a.owner).item($0) }
        }
        #expect(item == .sentLink(.claimed))
    }
}
