#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <stdexcept>

#include "Reference.hpp"

using namespace google::protobuf;

namespace {

[[noreturn]] void refuse(const std::string &what) {
    throw std::invalid_argument(what);
}

std::string from_hex(const std::string &text) {
    if (text.size() % 2 != 0) refuse("odd number of hex digits: " + text);
    std::string bytes;
    for (size_t i = 0; i < text.size(); i += 2) {
        size_t used = 0;
        bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), &used, 16)));
        if (used != 2) refuse("not hex: " + text);
    }
    return bytes;
}

int64_t to_signed(const Value &value) {
    if (value.kind_case() == Value::kStringValue) return std::stoll(value.string_value());
    return static_cast<int64_t>(std::llround(value.number_value()));
}

uint64_t to_unsigned(const Value &value) {
    if (value.kind_case() == Value::kStringValue) return std::stoull(value.string_value());
    return static_cast<uint64_t>(value.number_value());
}

void set_message(Message &message, const Struct &values);

void set_value(Message &message, const FieldDescriptor &field, const Value &value, bool add) {
    const auto *reflection = message.GetReflection();
    switch (field.cpp_type()) {
#define SCALAR(NAME, METHOD, VALUE)                                \
    case FieldDescriptor::CPPTYPE_##NAME:                          \
        if (add) reflection->Add##METHOD(&message, &field, VALUE); \
        else reflection->Set##METHOD(&message, &field, VALUE);     \
        break;
        SCALAR(INT32, Int32, static_cast<int32_t>(to_signed(value)))
        SCALAR(INT64, Int64, to_signed(value))
        SCALAR(UINT32, UInt32, static_cast<uint32_t>(to_unsigned(value)))
        SCALAR(UINT64, UInt64, to_unsigned(value))
        SCALAR(DOUBLE, Double, value.number_value())
        SCALAR(FLOAT, Float, static_cast<float>(value.number_value()))
        SCALAR(BOOL, Bool, value.bool_value())
        case FieldDescriptor::CPPTYPE_STRING: {
            const bool is_bytes = field.type() == FieldDescriptor::TYPE_BYTES;
            const std::string text = is_bytes ? from_hex(value.string_value()) : value.string_value();
            if (add) reflection->AddString(&message, &field, text);
            else reflection->SetString(&message, &field, text);
            break;
        }
        case FieldDescriptor::CPPTYPE_ENUM: {
            int number = 0;
            if (value.kind_case() == Value::kStringValue) {
                const auto *known = field.enum_type()->FindValueByName(value.string_value());
                if (known == nullptr) refuse("no enum value " + value.string_value());
                number = known->number();
            } else {
                number = static_cast<int>(to_signed(value));
            }
            if (add) reflection->AddEnumValue(&message, &field, number);
            else reflection->SetEnumValue(&message, &field, number);
            break;
        }
        case FieldDescriptor::CPPTYPE_MESSAGE:
            set_message(
                add ? *reflection->AddMessage(&message, &field) : *reflection->MutableMessage(&message, &field),
                value.struct_value());
            break;
#undef SCALAR
    }
}

void set_map(Message &message, const FieldDescriptor &field, const Struct &values) {
    const auto *entry = field.message_type();
    for (const auto &[key, value] : values.fields()) {
        auto *added = message.GetReflection()->AddMessage(&message, &field);
        Value key_value;
        key_value.set_string_value(key);
        set_value(*added, *entry->map_key(), key_value, false);
        set_value(*added, *entry->map_value(), value, false);
    }
}

void set_message(Message &message, const Struct &values) {
    for (const auto &[name, value] : values.fields()) {
        const auto *field = message.GetDescriptor()->FindFieldByName(name);
        if (field == nullptr) refuse(message.GetTypeName() + " has no field " + name);
        if (field->is_map()) {
            set_map(message, *field, value.struct_value());
        } else if (field->is_repeated()) {
            for (const auto &item : value.list_value().values()) set_value(message, *field, item, true);
        } else {
            set_value(message, *field, value, false);
        }
    }
}

}  // namespace

std::string reference::fill_from_vector(Message &message, const std::string &json) {
    Struct values;
    const auto status = util::JsonStringToMessage(json, &values);
    if (!status.ok()) return status.ToString();
    try {
        set_message(message, values);
    } catch (const std::exception &problem) {
        return problem.what();
    }
    return "";
}
