import CodeCurves
import FlipcashCore
import Testing

@Suite("Compact messages and derived ids")
struct CompactMessageTests {
    private static var nonce: VirtualNonce {
        VirtualNonce(address: KeyPair.named("spec/nonce/1").publicKey, value: Hash(sha256: "spec/blockhash/1".utf8))
    }

    @Test("The transfer from A to B is signed as published (payment specification §25.1)")
    func transfer_ofSpecification_matches() throws {
        #expect(Self.nonce.address.base58 == "Ac4kkGauvhB6jUvt1pvR1JimPYZfqrqvSzi3ccw1XmoG")
        #expect(Self.nonce.value.base58 == "B8P9uqyQpoTz5EH91kL3EDis24ksi4QeXvgz6Z9pL71j")
        let a = try VectorPeople.cluster(VectorPeople.a)
        let b = try VectorPeople.cluster(VectorPeople.b)
        let message = CompactMessage.transfer(
            source: a.vault, destination: b.vault, amount: 3_571_429, nonce: Self.nonce)
        #expect(message.bytes.count == 144)
        #expect(message.hash.bytes.hex == "2198e94627bc8a8753057013568306718a498890000c73c55513a84879fa3022")
        #expect(
            message.sign(with: a.authority).bytes.hex
                == "3eb0be7705a2ac29b3b74c03cc41aad23a021c43ce52f3ff41deab7b4a063b1e"
                + "08b0f20f1cc3a429970ca45258d71c10b260bab3fc95fe5bd837021ee8e5330b")
    }

    @Test("The withdrawal from G to A is signed as published (payment specification §25.2)")
    func withdraw_ofSpecification_matches() throws {
        let gift = try VectorPeople.cluster(VectorPeople.gift)
        let a = try VectorPeople.cluster(VectorPeople.a)
        let message = CompactMessage.withdraw(source: gift.vault, destination: a.vault, nonce: Self.nonce)
        #expect(message.bytes.count == 146)
        #expect(message.hash.bytes.hex == "38e83e466f215eab56be234be259378c22234887f8e9facfee4ee93d7ce6219b")
        #expect(
            message.sign(with: gift.authority).bytes.hex
                == "425c05cc84c62a4c8b1449e457203ac9df3fb048ad6086749ee5b2e5127fd7fc"
                + "5e85a3170709e9af3a5c04c1ccc59958a0509467b9f4911b4ead2a2ce800770c")
    }

    @Test("A signature covers every field of its message")
    func isSigned_changedField_isFalse() throws {
        let a = try VectorPeople.cluster(VectorPeople.a)
        let b = try VectorPeople.cluster(VectorPeople.b)
        let other = VirtualNonce(address: Self.nonce.address, value: Hash(sha256: "next".utf8))
        let elsewhere = VirtualNonce(address: b.vault, value: Self.nonce.value)
        let signature = CompactMessage.transfer(
            source: a.vault, destination: b.vault, amount: 1, nonce: Self.nonce
        ).sign(with: a.authority)
        let changed: [CompactMessage] = [
            .transfer(source: b.vault, destination: b.vault, amount: 1, nonce: Self.nonce),
            .transfer(source: a.vault, destination: a.vault, amount: 1, nonce: Self.nonce),
            .transfer(source: a.vault, destination: b.vault, amount: 2, nonce: Self.nonce),
            .transfer(source: a.vault, destination: b.vault, amount: 1, nonce: other),
            .transfer(source: a.vault, destination: b.vault, amount: 1, nonce: elsewhere),
            .withdraw(source: a.vault, destination: b.vault, nonce: Self.nonce),
        ]
        for message in changed {
            #expect(!message.isSigned(by: a.authorityPublicKey, signature: signature))
        }
        #expect(
            !CompactMessage.transfer(source: a.vault, destination: b.vault, amount: 1, nonce: Self.nonce)
                .isSigned(by: b.authorityPublicKey, signature: signature))
    }

    @Test("Ids of intents that clients do not submit are the published ones (payment specification §25.5)")
    func derivedIDs_ofSpecification_match() throws {
        let rendezvous = try KeyPair.rendezvous(payload: [UInt8](hex: "0119404b4c000000000000010203040506070809"))
        #expect(rendezvous.publicKey.base58 == "F9Mmpz9mYgY6oXYaYcZvqWcP1NP2gmwanKB4eZMZuQzL")
        let intent = IntentID(rendezvous: rendezvous.publicKey)
        #expect(intent.base58 == rendezvous.publicKey.base58)
        #expect(IntentID.autoReturn(of: intent).base58 == "Cq7kwY8aA9thxuLHWvNkXegGTvLB6eTbkmz7R4StMBM4")
        let a = try VectorPeople.cluster(VectorPeople.a)
        #expect(
            IntentID.welcomeBonus(owner: a.authorityPublicKey).base58
                == "8mnXxYD696y6rNQdCs2K1U1YEsWGfesnQE5832qPbVdg")
        #expect(
            IntentID.externalDeposit(transaction: .zero, destination: a.vault).base58
                == "fLpJd6vrBVUANNRgW5fMoMQ7oor25dyUvFv8CxhEETh")
    }

    @Test("The signed requests of a bill are signed as published (payment specification §25.4)")
    func rendezvousSignatures_ofSpecification_match() throws {
        let rendezvous = try KeyPair.rendezvous(payload: [UInt8](hex: "0119404b4c000000000000010203040506070809"))
        #expect(
            try KeyPair.rendezvous(payload: [UInt8](hex: "018e40420f00000000000a0b0c0d0e0f10111213")).publicKey.base58
                == "H2mDCiN1u6WWHm8UcfMvt2HoxHm7PBfJgRPjjQGrpBoS")
        let grab = [UInt8](hex: "1a240a220a201901cd7c3a680d98ab7c69887cf9c45f1c32084d1aad0e9ed6ea0d0a1cdb60bd")
        #expect(
            rendezvous.sign(grab).bytes.hex
                == "1e41fae5cc1a07d64567f3c95c4fca5327ad2705d57595bf9a8f8ef7544f6f3c"
                + "0e11fe78f1c8340ceba91da1f2714e4702e90247ee9eceba75fc505c2a941d09")
        let open = [UInt8](hex: "0a220a20d227c05ce6b43e4287f09c247f6aa187163d9725c393d8425d37d9530bf9d159")
        #expect(
            rendezvous.sign(open).bytes.hex
                == "eab0bea563d486b295032ea97fbe38feaa673b604b5020103d67a54335bdf0f1"
                + "b823393b12db97f9df07373dd26ef25906b69bc4166fb42a13077c2ebc7f3609")
    }

    @Test("The node of the vectors signs its proofs as published (payment specification §25.3)")
    func nodeSignatures_ofSpecification_match() {
        let node = KeyPair.named("spec/node")
        #expect(node.publicKey.base58 == "GXDtJM9pbJQ5p33J5vQLFnnkFwvKLYfAZ57gh4QmPhJK")
        #expect(
            node.sign([UInt8](hex: "0a0363616411666666666666f63f1a060880f2d6ca06")).bytes.hex
                == "c6af4be4e4f250a42263015e5235d4dafde5c7b5a652b9bd0379ba14a3cb85cf"
                + "2d51eb5e919c5d5f3c44f08d207c657461e1b716904da3c506990ae08bd6ac05")
    }

    private struct SignedCase: Decodable {
        let name: String
        let signed_hex: String
        let `public`: String
        let signature: String
        let second_public: String?
        let second_signature: String?
    }

    @Test("Every signature of the wire contract's vectors verifies over its bytes")
    func contractSignatures_everyCase_verify() throws {
        guard let file = try VectorFile.open("contract") else { return }
        let cases = file.cases("signed")
        #expect(VectorFile.isElsewhere || !cases.isEmpty)
        for vector in try cases.map({ try $0.value.decoded(as: SignedCase.self) }) {
            let data = [UInt8](hex: vector.signed_hex)
            let key = try PublicKey([UInt8](hex: vector.public))
            let signature = try Signature([UInt8](hex: vector.signature))
            #expect(key.verify(signature: signature, data: data), "\(vector.name)")
            #expect(!key.verify(signature: signature, data: data + [0]), "\(vector.name)")
            if let secondPublic = vector.second_public, let secondSignature = vector.second_signature {
                let second = try PublicKey([UInt8](hex: secondPublic))
                #expect(
                    second.verify(signature: try Signature([UInt8](hex: secondSignature)), data: data), "\(vector.name)"
                )
            }
        }
    }
}
