import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// A payment whose request is signed already.
struct PreparedPayment {
    /// The first message, as it goes on the wire.
    let request: [UInt8]
    /// The client's side of the call.
    var machine: SubmitIntentMachine
}

/// One owner's wallet, with the nonces that it has signed.
final class Wallet {
    typealias Response = Ocp_Transaction_V1_SubmitIntentResponse

    static let submitIntent = "/ocp.transaction.v1.Transaction/SubmitIntent"

    let cluster: AccountCluster
    private let nonces = NonceMemory()

    init(_ cluster: AccountCluster) { self.cluster = cluster }

    /// Signs the request of a payment.
    func prepare(_ cash: PinnedExchangeData, to vault: PublicKey, id: IntentID) throws -> PreparedPayment {
        let intent = Intent.payment(id: id, from: cluster, to: vault, exchangeData: cash)
        var machine = SubmitIntentMachine(intent: intent, nonces: nonces)
        let request = try machine.start().serializedBytes()
        return PreparedPayment(request: Connection.prefixed(request), machine: machine)
    }
}

extension PreparedPayment {
    /// Reads the node's answer; returns the message to send, nil when the payment is made.
    mutating func answer(_ message: [UInt8]) throws -> [UInt8]? {
        switch try machine.receive(Wallet.Response(serializedBytes: message)) {
        case .send(let request): Connection.prefixed(try request.serializedBytes())
        case .finish: nil
        }
    }
}
