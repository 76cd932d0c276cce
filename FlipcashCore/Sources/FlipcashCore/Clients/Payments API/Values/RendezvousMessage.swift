public import FlipcashAPI
import ProtobufCodec

/// A message to send to a bill's rendezvous.
public enum RendezvousMessage: Sendable {
    /// A sender's offer of money in a currency.
    case give(mint: PublicKey, exchangeData: PinnedExchangeData?)
    /// A receiver's request for payment to this vault.
    case grab(requestorAccount: PublicKey)

    /// Returns the message without signature, which the rendezvous key signs.
    package func wire() throws -> Ocp_Messaging_V1_Message {
        var message = Ocp_Messaging_V1_Message()
        switch self {
        case .give(let mint, let exchangeData):
            var give = Ocp_Messaging_V1_RequestToGiveBill()
            give.mint = mint.wire
            if let exchangeData { give.exchangeData = try exchangeData.wire() }
            message.requestToGiveBill = give
        case .grab(let account):
            message.requestToGrabBill = .with { $0.requestorAccount = account.wire }
        }
        return message
    }
}

/// A message's id, assigned by the server.
public struct MessageID: Hashable, Sendable {
    let wire: Ocp_Messaging_V1_MessageId
}

/// A message from a rendezvous. Anyone who saw the code may have sent it.
public struct ReceivedMessage: Sendable {
    /// The content of a message.
    public enum Content: Sendable {
        /// A sender offers cash.
        case give(GiveRequest)
        /// A receiver requests the cash.
        case grab(GrabRequest)
        /// A kind of a newer protocol, or an unreadable message.
        case unknown
    }

    /// The id that the server assigned.
    public let id: MessageID
    /// The content of the message.
    public let content: Content

    package init(_ wire: Ocp_Messaging_V1_Message) {
        id = MessageID(wire: wire.id)
        content =
            switch wire.kind {
            case .requestToGiveBill(let give):
                GiveRequest(give, context: wire.additionalContext).map(Content.give) ?? .unknown
            case .requestToGrabBill(let grab):
                GrabRequest(grab, signature: wire.sendMessageRequestSignature).map(Content.grab) ?? .unknown
            case nil: .unknown
            }
    }
}

/// A sender's offer, as read from the mailbox.
public struct GiveRequest: Sendable {
    /// The currency of the offered cash.
    public let mint: PublicKey
    /// The sender's amounts and proofs exactly as received; not verified.
    public let exchangeData: Ocp_Transaction_V1_VerifiedExchangeData?
    /// The currency's description that the server attached.
    public let mintMetadata: MintMetadata?

    init?(_ wire: Ocp_Messaging_V1_RequestToGiveBill, context: Ocp_Messaging_V1_AdditionalServerContext) {
        guard let mint = PublicKey(wire: wire.mint) else { return nil }
        self.mint = mint
        exchangeData = wire.hasExchangeData ? wire.exchangeData : nil
        if case .requestToGiveBill(let context) = context.type {
            mintMetadata = MintMetadata(wire: context.mintMetadata)
        } else {
            mintMetadata = nil
        }
    }
}

/// A receiver's request, as read from the stream.
public struct GrabRequest: Sendable {
    /// The vault to pay to.
    public let requestorAccount: PublicKey
    private let signature: Signature?

    init?(_ wire: Ocp_Messaging_V1_RequestToGrabBill, signature: Ocp_Common_V1_Signature) {
        guard let account = PublicKey(wire: wire.requestorAccount) else { return nil }
        requestorAccount = account
        self.signature = Signature(wire: signature)
    }

    /// Whether the rendezvous key signed exactly this destination.
    ///
    /// Rebuilds the message from the vault to pay, so that a server cannot substitute another vault (payment
    /// specification §14.6).
    public func isSigned(by rendezvous: PublicKey) -> Bool {
        guard let signature,
            let message = try? RendezvousMessage.grab(requestorAccount: requestorAccount).wire(),
            let bytes = try? canonicalBytes(message)
        else { return false }
        return rendezvous.verify(signature: signature, data: bytes)
    }
}
