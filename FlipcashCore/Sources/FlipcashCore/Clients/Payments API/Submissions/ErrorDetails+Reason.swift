import FlipcashAPI

extension Ocp_Transaction_V1_ErrorDetails {
    /// The server's text; empty if the server sent no text.
    var reason: String {
        switch type {
        case .reasonString(let details): details.reason
        case .denied(let details): details.reason
        case .invalidSignature(let details):
            "invalid signature for action \(details.actionID), expected over "
                + Base58.encode(details.expectedVixnHash.value)
        case nil: ""
        }
    }
}
