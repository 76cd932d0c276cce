import FlipcashCore

extension SettingDefinition {
    /// Every setting, in the order of the documentation.
    static let all: [SettingDefinition] = listening + money + clients + messages

    private static let listening: [SettingDefinition] = [
        SettingDefinition(
            name: "listen",
            allowed: "a list of addresses, each \"HOST:PORT\" or \"unix:PATH\" with a path that begins with /",
            meaning: "Where clients connect",
            read: { value, settings in
                guard let texts = value.texts, !texts.isEmpty else { return false }
                let addresses = texts.compactMap(ListenAddress.init).filter { address in
                    guard case .unix(let path) = address else { return true }
                    return path.hasPrefix("/")
                }
                guard addresses.count == texts.count, Set(addresses).count == addresses.count else { return false }
                settings.listen = addresses
                return true
            },
            value: { .list($0.listen.map { .text($0.description) }) }),
        .path(
            "tls_certificate", \.tlsCertificate,
            "Certificate chain for all TCP addresses, a PEM file. Unix sockets are not encrypted"
        ),
        .path("tls_key", \.tlsKey, "Private key of the certificate, a PEM file"),
        SettingDefinition(
            name: "unix_socket_mode", allowed: "\"0600\" or \"0660\"",
            meaning: "Mode of the Unix sockets: `0660` lets the socket's group connect, as a proxy needs it",
            read: { value, settings in
                switch value {
                case .text("0600"): settings.unixSocketMode = 0o600
                case .text("0660"): settings.unixSocketMode = 0o660
                case .text, .flag, .number, .list: return false
                }
                return true
            },
            value: { .text("0" + String($0.unixSocketMode, radix: 8)) }),
        .path("node_key", \.nodeKey, "File of the node's key, instead of `node.key` in the folder"),
        SettingDefinition(
            name: "database",
            allowed: "the address of a PostgreSQL database, \"postgres://USER@HOST/NAME\", with special characters "
                + "percent-encoded",
            meaning:
                "PostgreSQL database to use, instead of an SQLite file in the folder ([postgresql.md](postgresql.md))",
            read: { value, settings throws(NodeError) in
                guard case .text(let text) = value else { return false }
                do throws(NodeError) {
                    settings.database = try PostgreSQLURL(text)
                    return true
                } catch .invalidDatabaseAddress {
                    return false
                }
            },
            value: { $0.database.map { .text($0.description) } }, isSecret: true),
    ]

    private static let money: [SettingDefinition] = [
        SettingDefinition(
            name: "faucet", allowed: "true or false",
            meaning: "Whether `node faucet` gives out play money. By default only on a node that only its operator "
                + "was ever able to reach",
            read: { value, settings in
                guard case .flag(let flag) = value else { return false }
                settings.faucet = flag
                return true
            },
            value: { $0.faucet.map(SettingValue.flag) }),
        SettingDefinition(
            name: "rates",
            allowed: "\"fixed\", an https:// or http:// address, a file's path, or a list of these",
            meaning: "Where exchange rates come from. Of a list, the first source that answers counts",
            read: { value, settings in
                let texts: [String]
                if case .text(let text) = value { texts = [text] } else { texts = value.texts ?? [] }
                let sources = texts.compactMap(RateSourceSetting.init)
                guard let first = sources.first, sources.count == texts.count else { return false }
                settings.rates = sources.count == 1 ? first : .inOrder(sources)
                return true
            },
            value: { settings in
                guard case .inOrder(let sources) = settings.rates else { return .text(settings.rates.description) }
                return .list(sources.map { .text($0.description) })
            }),
        .duration("rates_kept", \.ratesKept, 1...3660, unit: .days, "How long the observed rates of the past are kept"),
        .duration(
            "reserve_proof_max_age", \.reserveProofMaxAge, 1...86_400,
            "How old the proof of a currency's supply may be in a payment"),
        .dollars(
            "daily_limit_usd", \.dailyLimitMicros, cents: 100...100_000,
            "US dollars that a user may send in 24 hours, as clients show it. The node allows a fifth more, for rates "
                + "that change. Withdrawals do not count"),
        .dollars(
            "withdrawal_fee_usd", \.withdrawalFeeMicros, cents: 1...10_000,
            "US dollars for creating the token account of a withdrawal"),
        SettingDefinition(
            name: "fee_collector", allowed: "an address of 32 bytes in base58",
            meaning: "Owner of the token accounts that collect fees. By default the node's key",
            read: { value, settings in
                guard case .text(let text) = value, let key = try? PublicKey(base58: text) else { return false }
                settings.feeCollector = key
                return true
            },
            value: { $0.feeCollector.map { .text($0.base58) } }),
        SettingDefinition(
            name: "mints", allowed: "a list of mint addresses in base58",
            meaning:
                "Currencies in which intents and swaps are accepted. Launches are not bounded by it. By default all "
                + "that the node knows",
            read: { value, settings in
                guard let texts = value.texts, !texts.isEmpty else { return false }
                let mints = Set(texts.compactMap { try? PublicKey(base58: $0) })
                guard mints.count == texts.count else { return false }
                settings.mints = mints
                return true
            },
            value: { $0.mints.map { .list($0.sorted().map { .text($0.base58) }) } }),
        .number(
            "currencies_max", \.currenciesMax, 0...1024,
            "Currencies that users can launch on the node. 0 turns launches off"),
        .path(
            "moderation_words", \.moderationWords,
            "File of words, one a line, that no name, symbol or description of a currency may contain. The node attests "
                + "all other texts"),
        SettingDefinition(
            name: "intents_off",
            allowed: "a list of " + IntentKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
            meaning: "What clients cannot do for now: they get `temporarily unavailable` (UNAVAILABLE). "
                + "`withdrawals` includes the payments of swaps",
            read: { value, settings in
                guard let texts = value.texts else { return false }
                let kinds = Set(texts.compactMap(IntentKind.init))
                guard kinds.count == texts.count else { return false }
                settings.intentsOff = kinds
                return true
            },
            value: { settings in
                .list(IntentKind.allCases.filter(settings.intentsOff.contains).map { .text($0.rawValue) })
            }),
    ]

    private static let clients: [SettingDefinition] = [
        SettingDefinition(
            name: "minimum_client_version", allowed: "a version such as \"1.2.0\"",
            meaning: "Oldest client that is served. Clients without a version are served",
            read: { value, settings in
                guard case .text(let text) = value, let version = ClientVersion(text) else { return false }
                settings.minimumClientVersion = version
                return true
            },
            value: { .text($0.minimumClientVersion.description) }),
        .number(
            "streams_per_connection", \.bounds.streamsPerConnection, 1...10_000,
            "Calls that a client has open at a time on one connection. Clients delay further calls"),
        .number(
            "connections", \.bounds.connections, 1...1_000_000,
            "Open connections of all clients together. The last quarter is for addresses with fewer than four"),
        .number(
            "connections_per_address", \.bounds.connectionsPerAddress, 1...1_000_000,
            "Open connections of one network address"),
        .duration(
            "connection_max_age", \.bounds.connectionAge, 1...604_800,
            "Age at which a connection takes no more calls, so that its client opens a new one"),
        .duration(
            "connection_grace", \.bounds.connectionGrace, 1...86_400,
            "How long the calls of such a connection may go on. A bill's stream lives 901 s"),
        .duration(
            "connection_idle_time", \.bounds.connectionIdle, 1...604_800, "How long a connection may have no call"),
        .duration(
            "keepalive_interval", \.bounds.keepaliveInterval, 1...86_400,
            "How long a client may be silent before the node asks whether it is still there"),
        .duration(
            "keepalive_timeout", \.bounds.keepaliveTimeout, 1...3600,
            "How long the node then waits for the client's answer"),
        .number(
            "requests_per_owner", \.bounds.requestsPerOwner, 1...10_000,
            "Intents that one owner has in flight at a time"),
        SettingDefinition(
            name: "registrations_per_hour", allowed: "a whole number from 0 to 1000000",
            meaning: "Users that one network address registers within an hour. By default "
                + "\(PeerBounds.publicRegistrationsPerHour) on a node that others can reach, and any number otherwise",
            read: { value, settings in
                guard case .number(let number) = value, (0...1_000_000).contains(number) else { return false }
                settings.bounds.registrationsPerHour = number
                return true
            },
            value: { $0.bounds.registrationsPerHour.map(SettingValue.number) }),
    ]

    private static let messages: [SettingDefinition] = [
        .number(
            "unsigned_streams_per_address", \.bounds.unsignedStreamsPerAddress, 0...10_000,
            "Message streams without a signature that one network address has open at a time"),
        .number(
            "message_bytes_per_address", \.bounds.messageBytesPerAddress, 65_536...1 << 32,
            "Bytes of messages of one network address that wait to be read"),
        .number(
            "message_bytes", \.bounds.messageBytes, 65_536...1 << 32,
            "Bytes of messages that wait to be read, of all clients together"),
    ]
}
