import FlipcashAPI
import ProtobufCodec
import FlipcashCoreAPI
import GRPCCore

/// The stubs of all services that the clients call, with the transport's type erased.
struct ServiceStubs: Sendable {
    let account: any Ocp_Account_V1_Account.ClientProtocol
    let currency: any Ocp_Currency_V1_Currency.ClientProtocol
    let messaging: any Ocp_Messaging_V1_Messaging.ClientProtocol
    let transaction: any Ocp_Transaction_V1_Transaction.ClientProtocol
    let coreAccount: any Flipcash_Account_V1_Account.ClientProtocol
    let health: any Grpc_Health_V1_Health.ClientProtocol
    let activity: any Flipcash_Activity_V1_ActivityFeed.ClientProtocol
    let moderation: any Flipcash_Moderation_V1_Moderation.ClientProtocol
    let profile: any Flipcash_Profile_V1_Profile.ClientProtocol
    let settings: any Flipcash_Settings_V1_Settings.ClientProtocol
    let sharedExpenses: any Flipcash_Split_V1_SharedExpenses.ClientProtocol

    init<Transport: ClientTransport>(_ client: GRPCClient<Transport>) {
        account = Ocp_Account_V1_Account.Client(wrapping: client)
        currency = Ocp_Currency_V1_Currency.Client(wrapping: client)
        messaging = Ocp_Messaging_V1_Messaging.Client(wrapping: client)
        transaction = Ocp_Transaction_V1_Transaction.Client(wrapping: client)
        coreAccount = Flipcash_Account_V1_Account.Client(wrapping: client)
        health = Grpc_Health_V1_Health.Client(wrapping: client)
        activity = Flipcash_Activity_V1_ActivityFeed.Client(wrapping: client)
        moderation = Flipcash_Moderation_V1_Moderation.Client(wrapping: client)
        profile = Flipcash_Profile_V1_Profile.Client(wrapping: client)
        settings = Flipcash_Settings_V1_Settings.Client(wrapping: client)
        sharedExpenses = Flipcash_Split_V1_SharedExpenses.Client(wrapping: client)
    }
}
