import FlipcashAPI
import FlipcashCoreAPI
import ProtobufCodec

/// The measured messages. Neighbouring numbers and bytes differ. The messages are the same in every run.
enum Samples {
    /// A payment to a cash link, as a wallet submits it: opens the link's account, sends the money there, and returns
    /// it when it is not claimed.
    static let submitIntent = Ocp_Transaction_V1_SubmitIntentRequest.with { request in
        request.submitActions = .with { intent in
            intent.id = .with { $0.value = bytes(32, 1) }
            intent.owner = account(2)
            intent.metadata = .with { metadata in
                metadata.sendPublicPayment = .with { payment in
                    payment.source = account(3)
                    payment.destination = account(4)
                    payment.destinationOwner = account(5)
                    payment.isIndirectSend = true
                    payment.mint = account(6)
                    payment.clientExchangeData = exchangeData
                }
            }
            intent.actions = actions
            intent.signature = signature(7)
        }
    }

    private static let exchangeData = Ocp_Transaction_V1_VerifiedExchangeData.with { data in
        data.mint = account(6)
        data.quarks = 1_234_567_890_123
        data.nativeAmount = 12.34
        data.coreMintFiatExchangeRate = rate(8)
        data.launchpadCurrencyReserveState = .with { state in
            state.reserveState = .with {
                $0.mint = account(6)
                $0.supplyFromBonding = 21_000_000_000_000
                $0.timestamp = time(9)
            }
            state.signature = signature(10)
        }
    }

    private static let actions: [Ocp_Transaction_V1_Action] = [
        .with { action in
            action.openAccount = .with {
                $0.accountType = .remoteSendGiftCard
                $0.owner = account(11)
                $0.index = 12
                $0.authority = account(13)
                $0.token = account(14)
                $0.authoritySignature = signature(15)
                $0.mint = account(6)
            }
        },
        .with { action in
            action.id = 1
            action.noPrivacyTransfer = .with {
                $0.authority = account(16)
                $0.source = account(17)
                $0.destination = account(14)
                $0.amount = 1_234_567_890_123
                $0.mint = account(6)
            }
        },
        .with { action in
            action.id = 2
            action.noPrivacyWithdraw = .with {
                $0.authority = account(13)
                $0.source = account(14)
                $0.destination = account(17)
                $0.amount = 1_234_567_890_123
                $0.shouldClose = true
                $0.isAutoReturn = true
                $0.mint = account(6)
            }
        },
    ]

    /// A batch of 60 signed rates, as sent by the live stream every few seconds.
    static let liveData = Ocp_Currency_V1_StreamLiveMintDataResponse.with { response in
        response.data.coreMintFiatExchangeRates.exchangeRates = (0..<60).map(rate)
    }

    /// A page of 100 history entries, with every kind in use.
    static let notifications = Flipcash_Activity_V1_GetPagedNotificationsResponse.with { page in
        page.notifications = (0..<100).map(notification)
    }

    /// A chart of 10,000 points.
    static let history = Ocp_Currency_V1_GetHistoricalMintDataResponse.with { response in
        response.data = (0..<10_000).map { number in
            .with {
                $0.timestamp.seconds = 1_700_000_000 + Int64(number) * 300
                $0.marketCap = 1_000_000 + Double(number) * 0.37
            }
        }
    }
}

// MARK: Parts

extension Samples {
    /// Bytes that look like a key or a signature.
    private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private static func account(_ seed: Int) -> Ocp_Common_V1_SolanaAccountId {
        .with { $0.value = bytes(32, seed) }
    }

    private static func signature(_ seed: Int) -> Ocp_Common_V1_Signature {
        .with { $0.value = bytes(64, seed) }
    }

    private static func time(_ seed: Int) -> Google_Protobuf_Timestamp {
        .with {
            $0.seconds = 1_760_000_000 + Int64(seed)
            $0.nanos = 500_000_000 + Int32(seed)
        }
    }

    private static func currency(_ seed: Int) -> String {
        String(decoding: bytes(3, seed).map { UInt8(ascii: "a") + $0 % 26 }, as: UTF8.self)
    }

    private static func rate(_ seed: Int) -> Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate {
        .with { rate in
            rate.exchangeRate = .with {
                $0.currencyCode = currency(seed)
                $0.exchangeRate = 1.2345 + Double(seed) / 7
                $0.timestamp = time(seed)
            }
            rate.signature = signature(seed)
        }
    }

    private static func amount(_ seed: Int) -> Flipcash_Common_V1_CryptoPaymentAmount {
        .with {
            $0.currency = currency(seed)
            $0.nativeAmount = Double(seed) + 0.25
            $0.quarks = UInt64(seed + 1) * 1_000_003
            $0.mint = .with { $0.value = bytes(32, seed + 1000) }
        }
    }

    private static func notification(_ number: Int) -> Flipcash_Activity_V1_Notification {
        .with { entry in
            entry.id = .with { $0.value = bytes(32, number) }
            entry.localizedText = "You sent a payment of \(number) coins to a friend"
            entry.paymentAmount = amount(number)
            entry.ts = time(number)
            entry.state = .completed
            switch number % 5 {
            case 0: entry.directlySentCrypto = .with { $0.phone = .with { $0.value = "+1415555\(1000 + number)" } }
            case 1: entry.receivedCrypto = .with { $0.userID = .with { $0.value = bytes(16, number) } }
            case 2:
                entry.withdrewCrypto = .with {
                    $0.swapState = .none
                    $0.swapMetadata = swap(number)
                }
            case 3: entry.depositedCrypto = .init()
            default: entry.swappedCrypto = swap(number)
            }
            guard number.isMultiple(of: 4) else { return }
            entry.textSubstitutions = [
                .with {
                    $0.fallback = "an old acquaintance"
                    $0.userIDToDisplayName = .with { $0.value = bytes(16, number) }
                }
            ]
        }
    }

    private static func swap(_ number: Int) -> Flipcash_Activity_V1_SwappedCryptoNotificationMetadata {
        .with {
            $0.from = amount(number)
            $0.toMint = .with { $0.value = bytes(32, number + 2000) }
            $0.fee = .with {
                $0.currency = currency(number)
                $0.nativeAmount = 0.5
            }
            $0.swapState = .succeeded
        }
    }
}
