import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Signs what the node observed, so that payments can carry it as a proof (payment specification §10.1).
struct ProofSigner: Sendable {
    let key: KeyPair

    /// A signed exchange rate.
    func sign(
        _ rate: Double, currency: CurrencyCode, observedAt: Instant
    ) throws -> Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate {
        let statement = Ocp_Currency_V1_CoreMintFiatExchangeRate.with {
            $0.currencyCode = currency.rawValue
            $0.exchangeRate = rate
            $0.timestamp = observedAt.timestamp
        }
        let signature = key.sign(try statement.signedBytes())
        return .with {
            $0.exchangeRate = statement
            $0.signature = signature.wire
        }
    }

    /// A signed reserve state: how many quarks of a launchpad currency circulate.
    func sign(
        supply: UInt64, mint: PublicKey, observedAt: Instant
    ) throws -> Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState {
        let statement = Ocp_Currency_V1_LaunchpadCurrencyReserveState.with {
            $0.mint = mint.accountID
            $0.supplyFromBonding = supply
            $0.timestamp = observedAt.timestamp
        }
        let signature = key.sign(try statement.signedBytes())
        return .with {
            $0.reserveState = statement
            $0.signature = signature.wire
        }
    }
}
