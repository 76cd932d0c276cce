#include "CppProtobufModels.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/message_lite.h>

#include <string>

#include "activity/v1/activity_feed_service.pb.h"
#include "currency/v1/ocp_currency_service.pb.h"
#include "transaction/v1/ocp_transaction_service.pb.h"

namespace {

using google::protobuf::Arena;
using google::protobuf::MessageLite;

using SubmitIntent = ocp::transaction::v1::SubmitIntentRequest;
using LiveData = ocp::currency::v1::StreamLiveMintDataResponse;
using Notifications = flipcash::activity::v1::GetPagedNotificationsResponse;
using History = ocp::currency::v1::GetHistoricalMintDataResponse;

template <typename Message>
bool decode(const uint8_t *bytes, size_t count) {
    Message message;
    return message.ParseFromArray(bytes, static_cast<int>(count));
}

template <typename Message>
bool decode_in_arena(const uint8_t *bytes, size_t count) {
    Arena arena;
    return Arena::CreateMessage<Message>(&arena)->ParseFromArray(bytes, static_cast<int>(count));
}

template <typename Message>
MessageLite *read(const uint8_t *bytes, size_t count, bool in_arena) {
    auto *message = Arena::CreateMessage<Message>(in_arena ? new Arena : nullptr);
    return message->ParseFromArray(bytes, static_cast<int>(count)) ? message : nullptr;
}

}  // namespace

bool cpp_decode(cpp_kind kind, const uint8_t *bytes, size_t count) {
    switch (kind) {
        case cpp_submit_intent: return decode<SubmitIntent>(bytes, count);
        case cpp_live_data: return decode<LiveData>(bytes, count);
        case cpp_notifications: return decode<Notifications>(bytes, count);
        case cpp_history: return decode<History>(bytes, count);
    }
    return false;
}

bool cpp_decode_in_arena(cpp_kind kind, const uint8_t *bytes, size_t count) {
    switch (kind) {
        case cpp_submit_intent: return decode_in_arena<SubmitIntent>(bytes, count);
        case cpp_live_data: return decode_in_arena<LiveData>(bytes, count);
        case cpp_notifications: return decode_in_arena<Notifications>(bytes, count);
        case cpp_history: return decode_in_arena<History>(bytes, count);
    }
    return false;
}

void *cpp_message(cpp_kind kind, const uint8_t *bytes, size_t count, bool in_arena) {
    switch (kind) {
        case cpp_submit_intent: return read<SubmitIntent>(bytes, count, in_arena);
        case cpp_live_data: return read<LiveData>(bytes, count, in_arena);
        case cpp_notifications: return read<Notifications>(bytes, count, in_arena);
        case cpp_history: return read<History>(bytes, count, in_arena);
    }
    return nullptr;
}

size_t cpp_encode(const void *message) {
    std::string bytes;
    static_cast<const MessageLite *>(message)->SerializeToString(&bytes);
    return bytes.size();
}

size_t cpp_write(const void *message, uint8_t *bytes, size_t capacity) {
    const auto *lite = static_cast<const MessageLite *>(message);
    return lite->SerializeToArray(bytes, static_cast<int>(capacity)) ? lite->GetCachedSize() : 0;
}

int cpp_version(void) { return GOOGLE_PROTOBUF_VERSION; }
