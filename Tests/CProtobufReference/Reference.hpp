#pragma once

#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/message.h>

#include <memory>
#include <string>
#include <vector>

#include "ProtobufReference.h"

/// What the definition compiler complained of, one line each.
class DefinitionErrors : public google::protobuf::compiler::MultiFileErrorCollector {
  public:
    std::string text;
    void AddError(const std::string &file, int line, int column, const std::string &message) override {
        text += file + ":" + std::to_string(line + 1) + ":" + std::to_string(column + 1) + ": " + message + "\n";
    }
};

/// The definition files below one root, compiled, and messages made from them.
struct ProtobufReference {
    google::protobuf::compiler::DiskSourceTree tree;
    DefinitionErrors errors;
    std::unique_ptr<google::protobuf::compiler::Importer> importer;
    std::vector<const google::protobuf::FileDescriptor *> files;
    mutable google::protobuf::DynamicMessageFactory factory;

    /// An empty message of the named type; null when there is no such type.
    std::unique_ptr<google::protobuf::Message> make(const std::string &type) const;
};

namespace reference {

/// Ascending field numbers, map entries sorted by key, unknown fields last.
std::string canonical(const google::protobuf::Message &message);

/// Fills `message` with values drawn from `seed`: edges, ordinary ones, unknown enum numbers and unknown fields.
void fill_random(google::protobuf::Message &message, uint64_t seed);

/// Sets `message` from a vector's JSON text; returns what is wrong with it, or an empty text.
std::string fill_from_vector(google::protobuf::Message &message, const std::string &json);

}  // namespace reference
