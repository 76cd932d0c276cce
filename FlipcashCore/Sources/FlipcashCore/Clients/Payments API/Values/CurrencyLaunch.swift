/// A currency to create (payment specification §17): its texts and pictures, each with the service's statement that it
/// is allowed.
public struct CurrencyLaunch: Sendable {
    /// The name, 1 to 32 printable ASCII characters. It cannot be changed later.
    public let name: String
    /// The statement about the name.
    public let nameAttestation: ModerationAttestation
    /// The symbol, up to 8 characters, with its statement; nil to let the service derive one from the name.
    public let symbol: AttestedText?
    /// The description with its statement; nil for none.
    public let description: AttestedText?
    /// The icon with its statement; nil for none.
    public let icon: AttestedImage?
    /// Up to three bill colours, `#RRGGBB`; empty for the service's own.
    public let billColors: [String]

    /// Creates a currency to launch.
    public init(
        name: String, nameAttestation: ModerationAttestation, symbol: AttestedText? = nil,
        description: AttestedText? = nil, icon: AttestedImage? = nil, billColors: [String] = []
    ) {
        self.name = name
        self.nameAttestation = nameAttestation
        self.symbol = symbol
        self.description = description
        self.icon = icon
        self.billColors = billColors
    }
}

/// A text with the service's statement that it is allowed.
public struct AttestedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The statement about its UTF-8 bytes.
    public let attestation: ModerationAttestation

    /// Pairs a text with its statement.
    public init(text: String, attestation: ModerationAttestation) {
        self.text = text
        self.attestation = attestation
    }
}

/// A picture file with the service's statement that it is allowed.
public struct AttestedImage: Hashable, Sendable {
    /// The file, at most 1 MiB.
    public let bytes: [UInt8]
    /// The statement about its bytes.
    public let attestation: ModerationAttestation

    /// The largest size of an icon, in bytes.
    public static let byteCountMax = 1_048_576

    /// Pairs a picture with its statement.
    public init(bytes: [UInt8], attestation: ModerationAttestation) {
        self.bytes = bytes
        self.attestation = attestation
    }
}

/// Changes to a currency by its creator. What is nil stays as it is.
public struct CurrencyUpdate: Sendable {
    /// The new description.
    public let description: AttestedText?
    /// The new bill colours, `#RRGGBB`.
    public let billColors: [String]?
    /// The new links, which replace all old ones.
    public let socialLinks: [SocialLink]?

    /// Creates a set of changes.
    public init(description: AttestedText? = nil, billColors: [String]? = nil, socialLinks: [SocialLink]? = nil) {
        self.description = description
        self.billColors = billColors
        self.socialLinks = socialLinks
    }
}

/// Errors from creating or changing a currency.
public enum CurrencyLaunchError: ServerError, Hashable {
    /// The service does not allow it: the owner is not registered or not the creator, or a statement is missing or old.
    case denied
    /// Another currency has the name.
    case nameExists
    /// The icon is not a picture that the service can read.
    case invalidIcon
    /// The service does not know the currency.
    case notFound
    /// The content is not the content that the statement is about.
    case notAttested
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// Whether the service may have created the currency: no answer arrived, or one that cannot be read.
    ///
    /// The currency's name may then be taken (payment specification §17).
    public var leavesCreationOpen: Bool {
        switch self {
        case .denied, .nameExists, .invalidIcon, .notFound, .notAttested, .rpc(.rejected): false
        case .malformed, .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled), .rpc(.unknown): true
        }
    }

    /// A taken name and an unknown currency are information; all other results are errors.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .nameExists, .notFound: .info
        case .denied, .invalidIcon, .notAttested, .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
