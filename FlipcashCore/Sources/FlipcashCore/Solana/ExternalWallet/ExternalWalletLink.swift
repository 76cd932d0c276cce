import CodeCurves
import Foundation

/// Links to an external wallet and back.
enum ExternalWalletLink {
    static func make(_ path: String, _ query: [(String, String)]) -> URL? {
        var components = URLComponents(string: ExternalWalletSession.walletRoot + path)
        components?.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        return components?.url
    }

    /// The query of a link with which a wallet responds.
    struct Answer {
        /// The code of a wallet for a request that the user cancelled.
        static let cancelledCode = 4001
        /// The longest sealed box that is read, in characters.
        ///
        /// The largest transaction in base58 and JSON, sealed and encoded in base58 again, has 2,400.
        static let boxCharacterCountMax = 4096

        private let values: [String: String]

        /// Reads a link, or throws the error that it contains.
        init(_ link: URL) throws(ExternalWalletError) {
            let items = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems ?? []
            values = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
            if let text = values["errorCode"] {
                guard let code = Int(text) else { throw .malformed("errorCode") }
                if code == Self.cancelledCode { throw .cancelled }
                throw .rejected(code: code)
            }
        }

        func value(_ name: String) throws(ExternalWalletError) -> String {
            guard let value = values[name], !value.isEmpty else { throw .malformed(name) }
            return value
        }

        /// Opens the box in the link and reads its JSON.
        func open<Contents: Decodable>(with key: Secret32) throws(ExternalWalletError) -> Contents {
            guard let nonce = try? Base58.decode(value("nonce")) else { throw .malformed("nonce") }
            guard let data = try? Base58.decode(value("data"), characterCountMax: Self.boxCharacterCountMax) else {
                throw .malformed("data")
            }
            guard let text = try? SecretBox.open(data, nonce: nonce, key: key) else { throw .notForUs }
            let contents = text.withUnsafeBytes { try? JSONDecoder().decode(Contents.self, from: Data($0)) }
            guard let contents else { throw .malformed("data") }
            return contents
        }
    }
}

/// Errors from requests to an external wallet.
public enum ExternalWalletError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The user cancelled; the session continues.
    case cancelled
    /// The wallet rejected the request with this code; the session has ended.
    case rejected(code: Int)
    /// This value of the response is missing or malformed.
    case malformed(String)
    /// The response was not sealed for this session.
    case notForUs
    /// The request could not be sealed.
    case sealing

    /// Whether a new session is required.
    public var endsSession: Bool {
        switch self {
        case .cancelled, .malformed, .sealing: false
        case .rejected, .notForUs: true
        }
    }

    /// What happened, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .cancelled: "you cancelled in the wallet"
        case .rejected(let code): "the wallet returned error \(code); connect it again"
        case .malformed(let name): "the wallet's answer has a missing or invalid \(name)"
        case .notForUs: "the wallet's answer belongs to another session; connect it again"
        case .sealing: "the request to the wallet could not be encrypted"
        }
    }
}
