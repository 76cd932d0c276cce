#include "Reference.hpp"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

using namespace google::protobuf;

namespace {

char *copy(const std::string &text) {
    return strdup(text.c_str());
}

ProtobufReferenceBytes copy_bytes(const std::string &bytes) {
    // One byte more than needed, so that an empty result is not a null pointer.
    auto *data = static_cast<uint8_t *>(malloc(bytes.size() + 1));
    if (data != nullptr) memcpy(data, bytes.data(), bytes.size());
    return {data, bytes.size()};
}

void collect_names(const Descriptor &type, std::string &names) {
    if (type.options().map_entry()) return;
    names += type.full_name() + "\n";
    for (int i = 0; i < type.nested_type_count(); i++) collect_names(*type.nested_type(i), names);
}

/// Dynamic messages keep map entries as a list; drops those that a later entry with the same key replaces, as generated
/// code does on reading.
void drop_replaced_entries(Message &message) {
    const auto *reflection = message.GetReflection();
    std::vector<const FieldDescriptor *> fields;
    reflection->ListFields(message, &fields);
    for (const auto *field : fields) {
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
        if (!field->is_repeated()) {
            drop_replaced_entries(*reflection->MutableMessage(&message, field));
            continue;
        }
        std::vector<std::unique_ptr<Message>> kept;
        std::set<std::string> keys;
        for (int i = reflection->FieldSize(message, field) - 1; i >= 0; i--) {
            auto *item = reflection->MutableRepeatedMessage(&message, field, i);
            drop_replaced_entries(*item);
            if (field->is_map()) {
                std::unique_ptr<Message> key(item->New());
                key->CopyFrom(*item);
                key->GetReflection()->ClearField(key.get(), field->message_type()->map_value());
                key->DiscardUnknownFields();
                if (!keys.insert(key->SerializeAsString()).second) continue;
                item->GetReflection()->MutableUnknownFields(item)->Clear();
            }
            kept.emplace_back(item->New());
            kept.back()->CopyFrom(*item);
        }
        reflection->ClearField(&message, field);
        for (auto item = kept.rbegin(); item != kept.rend(); ++item) {
            reflection->AddAllocatedMessage(&message, field, item->release());
        }
    }
}

/// Drops unknown fields at any depth; the library's own function leaves those in the values of maps.
void drop_unknown_fields(Message &message) {
    const auto *reflection = message.GetReflection();
    reflection->MutableUnknownFields(&message)->Clear();
    std::vector<const FieldDescriptor *> fields;
    reflection->ListFields(message, &fields);
    for (const auto *field : fields) {
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
        if (!field->is_repeated()) drop_unknown_fields(*reflection->MutableMessage(&message, field));
        for (int i = 0; field->is_repeated() && i < reflection->FieldSize(message, field); i++) {
            drop_unknown_fields(*reflection->MutableRepeatedMessage(&message, field, i));
        }
    }
}

}  // namespace

std::unique_ptr<Message> ProtobufReference::make(const std::string &type) const {
    const auto *descriptor = importer->pool()->FindMessageTypeByName(type);
    if (descriptor == nullptr) return nullptr;
    return std::unique_ptr<Message>(factory.GetPrototype(descriptor)->New());
}

std::string reference::canonical(const Message &message) {
    std::string bytes;
    io::StringOutputStream stream(&bytes);
    {
        io::CodedOutputStream coded(&stream);
        coded.SetSerializationDeterministic(true);
        message.SerializeToCodedStream(&coded);
    }
    return bytes;
}

extern "C" {

ProtobufReference *protobuf_reference_load(const char *root, const char *imports, char **error) {
    namespace fs = std::filesystem;
    // Refused bytes are an answer here, not something to complain of on the terminal.
    SetLogHandler(nullptr);
    auto loaded = std::make_unique<ProtobufReference>();
    auto &collected = loaded->errors;
    loaded->tree.MapPath("", root);
    loaded->tree.MapPath("", imports);
    // descriptor.proto and the well-known types stand beside the library's headers.
    loaded->tree.MapPath("", "/usr/include");
    loaded->tree.MapPath("", "/opt/homebrew/include");
    loaded->importer = std::make_unique<compiler::Importer>(&loaded->tree, &loaded->errors);
    std::error_code failure;
    std::vector<std::string> paths;
    for (fs::recursive_directory_iterator entry(root, failure), end; !failure && entry != end; entry.increment(failure)) {
        if (entry->path().extension() == ".proto") paths.push_back(fs::relative(entry->path(), root).string());
    }
    if (failure || paths.empty()) collected.text = std::string(root) + ": no definition files\n";
    for (const auto &path : paths) {
        if (const auto *file = loaded->importer->Import(path)) loaded->files.push_back(file);
    }
    if (!collected.text.empty()) {
        *error = copy(collected.text);
        return nullptr;
    }
    return loaded.release();
}

void protobuf_reference_unload(ProtobufReference *reference) {
    delete reference;
}

char *protobuf_reference_message_names(const ProtobufReference *reference) {
    std::string names;
    for (const auto *file : reference->files) {
        for (int i = 0; i < file->message_type_count(); i++) collect_names(*file->message_type(i), names);
    }
    return copy(names);
}

ProtobufReferenceBytes protobuf_reference_random(const ProtobufReference *reference, const char *type, uint64_t seed) {
    auto message = reference->make(type);
    if (message == nullptr) return {nullptr, 0};
    reference::fill_random(*message, seed);
    return copy_bytes(reference::canonical(*message));
}

ProtobufReferenceBytes protobuf_reference_reencode(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count) {
    auto message = reference->make(type);
    if (message == nullptr || !message->ParseFromArray(bytes, static_cast<int>(count))) return {nullptr, 0};
    drop_replaced_entries(*message);
    return copy_bytes(reference::canonical(*message));
}

ProtobufReferenceBytes protobuf_reference_reencode_known(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count) {
    auto message = reference->make(type);
    if (message == nullptr || !message->ParseFromArray(bytes, static_cast<int>(count))) return {nullptr, 0};
    drop_replaced_entries(*message);
    drop_unknown_fields(*message);
    return copy_bytes(reference::canonical(*message));
}

ProtobufReferenceBytes protobuf_reference_to_json(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count) {
    auto message = reference->make(type);
    std::string text;
    if (message == nullptr || !message->ParseFromArray(bytes, static_cast<int>(count)) ||
        !util::MessageToJsonString(*message, &text).ok()) {
        return {nullptr, 0};
    }
    return copy_bytes(text);
}

ProtobufReferenceBytes protobuf_reference_from_json(
    const ProtobufReference *reference, const char *type, const uint8_t *text, size_t count) {
    auto message = reference->make(type);
    const std::string json(reinterpret_cast<const char *>(text), count);
    if (message == nullptr || !util::JsonStringToMessage(json, message.get()).ok()) return {nullptr, 0};
    return copy_bytes(reference::canonical(*message));
}

ProtobufReferenceBytes protobuf_reference_from_vector(
    const ProtobufReference *reference, const char *type, const char *json, char **error) {
    auto message = reference->make(type);
    const std::string problem =
        message == nullptr ? std::string("no message type ") + type : reference::fill_from_vector(*message, json);
    if (!problem.empty()) {
        *error = copy(problem);
        return {nullptr, 0};
    }
    return copy_bytes(reference::canonical(*message));
}

void protobuf_reference_free(void *memory) {
    free(memory);
}

}
