import FlipcashAPI

extension IntentRecord {
    /// The kind of intent, as a label of `NodeMetric.intentsCommitted`.
    var metricKind: String {
        switch type {
        case .openAccounts: "open_accounts"
        case .sendPublicPayment where flags.contains(.withdrawal): "withdrawal"
        case .sendPublicPayment where flags.contains(.indirectSend): "link"
        case .sendPublicPayment: "payment"
        case .receivePaymentsPublicly: "claim"
        case .publicDistribution: "distribution"
        case .externalDeposit: "deposit"
        }
    }
}

extension SubmitIntentAnswer {
    /// The result that `response` tells the client, as a label of `NodeMetric.intentsAnswered`; nil for a response that
    /// is not the last one.
    static func metricResult(_ response: Response) -> String? {
        switch response.response {
        case .serverParameters, nil: nil
        case .success: "ok"
        case .error(let error):
            switch error.code {
            case .denied: "denied"
            case .invalidIntent: "invalid_intent"
            case .signatureError: "signature_error"
            case .staleState: "stale_state"
            case .UNRECOGNIZED: "other"
            }
        }
    }
}
