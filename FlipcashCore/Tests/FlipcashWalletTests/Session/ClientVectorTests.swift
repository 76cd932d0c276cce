import CodeCurves
import FlipcashAPI
import ProtobufCodec
import Testing

@testable import FlipcashCore

/// The byte vectors of payment specification §25.4, which the clients' own code produced.
@Suite struct ClientVectorTests {
    private static let node = KeyPair(seed: Seed32(hashing: Array("spec/node".utf8)))
    private static let time = Instant(seconds: 1_767_225_600)

    private static func words(_ first: UInt8) throws -> KeyPair {
        try Mnemonic(entropy: Array(first..<first + 16)).key().keyPair
    }

    private static func cluster(_ key: KeyPair) throws -> AccountCluster {
        // The vectors' vaults are derived under the public service's authority.
        AccountCluster(
            authority: key, mint: .usdf,
            timeAuthority: try PublicKey(base58: "cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV"))
    }

    private static func payload() throws -> CashCode.Payload {
        try #require(CashCode.Payload(Hexadecimal.decode("0119404b4c000000000000010203040506070809") ?? []))
    }

    private static func exchangeData() throws -> PinnedExchangeData {
        let proof = Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate.with {
            $0.exchangeRate = .with {
                $0.currencyCode = "cad"
                $0.exchangeRate = 1.4
                $0.timestamp = Google_Protobuf_Timestamp(seconds: time.seconds)
            }
            $0.signature = .with {
                $0.value =
                    Hexadecimal.decode(
                        "c6af4be4e4f250a42263015e5235d4dafde5c7b5a652b9bd0379ba14a3cb85cf2d51eb5e919c5d5f3c44f08d207c6574"
                            + "61e1b716904da3c506990ae08bd6ac05") ?? []
            }
        }
        let rate = try VerifiedRate(proof, nodeKey: node.publicKey)
        let amount = try ExchangedFiat(nativeAmount: .cad("5"), rate: rate.rate)
        return PinnedExchangeData(amount: amount, state: VerifiedState(rateProof: rate, reserveProof: nil))
    }

    @Test("The vectors' rate proof verifies, and yields the vectors' quarks")
    func verifiedRate_vector_verifies() throws {
        #expect(try Self.exchangeData().amount.quarks == 3_571_429)
    }

    @Test("A proof under another key is rejected")
    func verifiedRate_otherKey_throws() throws {
        let proof = try Self.exchangeData().state.rateProto
        #expect(throws: ProofError.notSignedByNode) { try VerifiedRate(proof, nodeKey: .usdf) }
        var changed = proof
        changed.exchangeRate.exchangeRate = 1.5
        #expect(throws: ProofError.notSignedByNode) {
            try VerifiedRate(changed, nodeKey: Self.node.publicKey)
        }
    }

    @Test("The grab message and its signature match the vector")
    func grabMessage_matchesTheVector() throws {
        let vault = try Self.cluster(try Self.words(0x10)).vault
        let bytes = try canonicalBytes(RendezvousMessage.grab(requestorAccount: vault).wire())
        #expect(
            Hexadecimal.encode(bytes) == "1a240a220a201901cd7c3a680d98ab7c69887cf9c45f1c32084d1aad0e9ed6ea0d0a1cdb60bd")
        #expect(
            Hexadecimal.encode(try Self.payload().rendezvous.sign(bytes).bytes)
                == "1e41fae5cc1a07d64567f3c95c4fca5327ad2705d57595bf9a8f8ef7544f6f3c0e11fe78f1c8340ceba91da1f2714e4702e9"
                + "0247ee9eceba75fc505c2a941d09")
    }

    @Test("The give message matches the vector")
    func giveMessage_matchesTheVector() throws {
        let message = RendezvousMessage.give(mint: .usdf, exchangeData: try Self.exchangeData())
        let bytes = try canonicalBytes(message.wire())
        #expect(bytes.count == 186)
        #expect(
            Hexadecimal.encode(Hash(sha256: bytes).bytes)
                == "d2272f3e39a2a7654bf0cab48cb1cded841a158d98f7ae3120b2a537871dcfed")
    }

    @Test("The submission of the worked example, and its signature, match the vector")
    func submitActions_matchTheVector() throws {
        let sender = try Self.cluster(try Self.words(0))
        let receiver = try Self.cluster(try Self.words(0x10))
        #expect(sender.vault.base58 == "e3HDMdFVuKUwWtKSKJHsQD5AmYuYcfu24wP5MhGKtpj")
        let intent = Intent.payment(
            id: IntentID(rendezvous: try Self.payload().rendezvous.publicKey), from: sender, to: receiver.vault,
            exchangeData: try Self.exchangeData())
        var request = try intent.submitActions()
        #expect(
            Hexadecimal.encode(request.signature.value)
                == "d3d20af35d181b550677eec94590bce534c680aeedc6441d3d2499c3b062006bd4e014653eff4c2444c45e3374cfaa59c49d"
                + "39f0be4fd179aa78849ee1b9970f")
        request.clearSignature()
        let bytes = try canonicalBytes(request)
        #expect(bytes.count == 488)
        #expect(
            Hexadecimal.encode(Hash(sha256: bytes).bytes)
                == "39be3aa41f6f655f9f4f3b4432172df01e5fb3977023420a6d420b4ecc1e42a5")
    }

    @Test("The opening of a gift card matches the vector")
    func openGiftCard_matchesTheVector() throws {
        let sender = try Self.cluster(try Self.words(0))
        let card = GiftCardCluster(
            mnemonic: try Mnemonic(entropy: Array(0x20..<0x30)), mint: .usdf, timeAuthority: sender.timeAuthority)
        let intent = Intent.cashLink(
            id: IntentID(rendezvous: try Self.payload().rendezvous.publicKey), from: sender, giftCard: card,
            exchangeData: try Self.exchangeData())
        var opening = try intent.submitActions().actions[0].openAccount
        #expect(
            Hexadecimal.encode(opening.authoritySignature.value)
                == "abaa9b39cc6cf1d6598b91cf7df597494542379178bfdf30fe8abc3829f70019fae8afba212990fb7d15890980e2f3591119"
                + "82db9af08752961405eb15c3620f")
        opening.clearAuthoritySignature()
        #expect(
            Hexadecimal.encode(Hash(sha256: try canonicalBytes(opening)).bytes)
                == "1dd67dc06e799a883df117c3c18de014328a16869803bf44b49a619d60fe6a02")
    }

    @Test("The signatures over the compact messages match the vectors")
    func compactSignatures_matchTheVectors() throws {
        let sender = try Self.cluster(try Self.words(0))
        let receiver = try Self.cluster(try Self.words(0x10))
        let nonce = SigningParameters(
            nonce: VirtualNonce(
                address: try PublicKey(base58: "Ac4kkGauvhB6jUvt1pvR1JimPYZfqrqvSzi3ccw1XmoG"),
                value: try Hash(base58: "B8P9uqyQpoTz5EH91kL3EDis24ksi4QeXvgz6Z9pL71j")),
            feeDestination: nil)
        let transfer = IntentAction.transfer(
            IntentAction.Movement(
                authority: sender.authority, source: sender.vault, destination: receiver.vault, amount: 3_571_429,
                mint: .usdf))
        #expect(
            Hexadecimal.encode(try #require(transfer.sign(with: nonce)).bytes)
                == "3eb0be7705a2ac29b3b74c03cc41aad23a021c43ce52f3ff41deab7b4a063b1e08b0f20f1cc3a429970ca45258d71c10b260"
                + "bab3fc95fe5bd837021ee8e5330b")
        let card = try Self.cluster(try Self.words(0x20))
        let withdraw = IntentAction.withdraw(
            IntentAction.Movement(
                authority: card.authority, source: card.vault, destination: sender.vault, amount: 1, mint: .usdf),
            isAutoReturn: true)
        #expect(
            Hexadecimal.encode(try #require(withdraw.sign(with: nonce)).bytes)
                == "425c05cc84c62a4c8b1449e457203ac9df3fb048ad6086749ee5b2e5127fd7fc5e85a3170709e9af3a5c04c1ccc59958a050"
                + "9467b9f4911b4ead2a2ce800770c")
    }

    @Test(
        "Every gRPC status maps to its class",
        arguments: [
            (RPCErrorCodeCase.unavailable, "transport"), (.deadlineExceeded, "transport"), (.cancelled, "cancelled"),
            (.permissionDenied, "rejected"), (.unauthenticated, "rejected"), (.notFound, "rejected"),
            (.invalidArgument, "rejected"), (.internalError, "unknown"), (.aborted, "unknown"),
            (.resourceExhausted, "unknown"),
        ])
    func rpcFailure_classifies(code: RPCErrorCodeCase, expected: String) {
        let failure = RPCFailure(code.error)
        switch failure {
        case .transportFailure:
            #expect(expected == "transport" && failure.isRetryable && !failure.isReportable)
        case .unreachable: Issue.record("a status alone does not say why no connection came about")
        case .cancelled: #expect(expected == "cancelled" && !failure.isRetryable)
        case .rejected: #expect(expected == "rejected" && !failure.isRetryable && failure.isReportable)
        case .unknown: #expect(expected == "unknown" && failure.isRetryable && failure.isReportable)
        }
    }
}
