import CodeCurves
import Foundation

/// Links to an external wallet and back.
enum ExternalWalletLink {
    static func make(_ path: String, _ query: [(String, String)]) -> URL? {
        var components = URLComponents(string: ExternalWalletSession.walletRoot + path)
        components?.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        return components?.url
    }

    /// The query of a link with which a wallet answers.
    struct Answer {
        /// The code with which a wallet says that the person cancelled.
        static let cancelledCode = 4001
        /// The longest box that is read, in characters: the largest transaction in base58 and JSON, sealed and written
        /// in base58 again, has 2,400.
        static let boxCharacterCountMax = 4096

        private let values: [String: String]

        /// Reads a link, or throws the refusal that it carries.
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

        /// Opens the box in the link and reads the JSON in it.
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

/// Why an external wallet did not do what it was asked for.
public enum ExternalWalletError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The person cancelled; the session goes on.
    case cancelled
    /// The wallet refused with this code; the session is over.
    case rejected(code: Int)
    /// The answer lacks this value, or it cannot be read.
    case malformed(String)
    /// The answer was not sealed to this session.
    case notForUs
    /// The request could not be sealed.
    case sealing

    /// Whether a new session has to be started.
    public var endsSession: Bool {
        switch self {
        case .cancelled, .malformed, .sealing: false
        case .rejected, .notForUs: true
        }
    }

    public var description: String {
        switch self {
        case .cancelled: "you cancelled in the wallet"
        case .rejected(let code): "the wallet refused (code \(code)); connect it again"
        case .malformed(let name): "the wallet's answer has no readable \(name)"
        case .notForUs: "the wallet's answer belongs to another session; connect it again"
        case .sealing: "the request to the wallet could not be sealed"
        }
    }
}
