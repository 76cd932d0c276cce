import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import GRPCCore

/// All services of a node, independent of the transport; created once and shared by all its servers.
struct NodeServices: Sendable {
    let services: [any RegistrableRPCService]
    let interceptors: [any ServerInterceptor]

    init(parts: NodeParts) {
        let context = parts.context
        let proofs = parts.proofs
        let names: Set = [
            Ocp_Account_V1_Account.descriptor, Ocp_Currency_V1_Currency.descriptor,
            Ocp_Messaging_V1_Messaging.descriptor, Ocp_Transaction_V1_Transaction.descriptor,
            Flipcash_Account_V1_Account.descriptor, Flipcash_Activity_V1_ActivityFeed.descriptor,
            Flipcash_Moderation_V1_Moderation.descriptor, Flipcash_Profile_V1_Profile.descriptor,
            Flipcash_Settings_V1_Settings.descriptor, Flipcash_Split_V1_SharedExpenses.descriptor,
        ]
        services = [
            AccountServiceProvider(context: context, proofs: proofs),
            CurrencyServiceProvider(context: context, proofs: proofs),
            MessagingServiceProvider(context: context, mailboxes: parts.mailboxes, hub: parts.hub),
            TransactionServiceProvider(ledger: context.ledger),
            CoreAccountServiceProvider(context: context),
            ActivityFeedServiceProvider(context: context),
            ProfileServiceProvider(context: context, rules: parts.moderation),
            SettingsServiceProvider(context: context),
            ModerationServiceProvider(context: context, rules: parts.moderation),
            SharedExpensesServiceProvider(context: context),
            HealthServiceProvider(health: parts.health, services: Set(names.map(\.fullyQualifiedService))),
        ]
        interceptors = [
            CallInterceptor(
                meter: parts.meter, metrics: context.metrics, minimumVersion: context.settings.minimumClientVersion,
                log: context.log, isStopping: { [health = parts.health] in health.state == .stopping })
        ]
    }
}
